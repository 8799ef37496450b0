import { createHash, randomUUID } from 'node:crypto';
import type { Language } from '@/lib/contract/schemas/account';
import type { RequestContext } from '@/provider/actor';
import { pickLocale } from '@/lib/domain/pick-locale';
import { resolveTimeZone } from '@/lib/domain/time-zone';

/** What the server in front knows about the connection; nothing in the request itself is trusted for it. */
export interface Peer {
  /** Address of the client, already resolved through the proxies that are trusted. */
  address?: string;
  /** The random name of the browser, where it has one. */
  browser?: string;
}

const requestIdPattern = /^[\w.-]{8,64}$/;
const userAgentLength = 400;
const browserPattern = /^[\w-]{43}$/;

/** Reads of a request only what is asked for: most calls need neither the locale nor the user agent. */
class Context implements RequestContext {
  readonly requestId: string;
  readonly address: string;
  readonly #headers: Headers;
  readonly #browser: string;

  constructor(request: Request, peer: Peer | undefined) {
    this.#headers = request.headers;
    const given = request.headers.get('x-request-id');
    this.requestId = given !== null && requestIdPattern.test(given) ? given : randomUUID();
    this.address = peer?.address ?? '';
    this.#browser = peer?.browser ?? '';
  }

  get locale(): Language {
    return pickLocale(this.#headers.get('accept-language'));
  }

  get timeZone(): string {
    return resolveTimeZone(this.#headers.get('time-zone'));
  }

  get browser(): string {
    if (!browserPattern.test(this.#browser)) return '';
    return createHash('sha256').update(this.#browser).digest('base64url');
  }

  get userAgent(): string {
    return (this.#headers.get('user-agent') ?? '').slice(0, userAgentLength).toWellFormed();
  }
}

export const createContext = (request: Request, peer: Peer | undefined): RequestContext =>
  new Context(request, peer);
