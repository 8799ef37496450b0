import { request, type Dispatcher } from 'undici';
import { ACCEPTED_CODINGS, decodeBody, type BodyLimits } from '@/provider/integrations/fetch/decode-body';
import { Refusal } from '@/provider/integrations/fetch/failure';

export interface HopOptions extends BodyLimits {
  readonly dispatcher: Dispatcher;
  readonly method: 'GET' | 'HEAD';
  /** Media types that may be answered, without parameters. */
  readonly accept: readonly string[];
  readonly headersMs: number;
  readonly signal: AbortSignal;
}

export type Hop =
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'page'; readonly contentType: string; readonly bytes: Uint8Array };

/** Fixed, and honest about what asks. A page of our own answers it like any visitor: there is no way round in a loop. */
const USER_AGENT = 'Mozilla/5.0 (compatible; Markwell/1.0; link preview)';

const REDIRECTS = [301, 302, 303, 307, 308];

/** One anonymous request: no cookies, no referrer, no credentials, no redirect followed, no connection kept. */
export async function fetchHop(url: URL, options: HopOptions): Promise<Hop> {
  const response = await request(url, {
    dispatcher: options.dispatcher,
    method: options.method,
    reset: true,
    signal: options.signal,
    headersTimeout: options.headersMs,
    headers: {
      'user-agent': USER_AGENT,
      accept: [...options.accept.filter((type) => type !== '*/*'), '*/*;q=0.1'].join(', '),
      'accept-encoding': ACCEPTED_CODINGS,
      'accept-language': 'en, *;q=0.5',
    },
  });
  try {
    return await readHop(response, options);
  } finally {
    response.body.on('error', () => undefined).destroy();
  }
}

async function readHop(response: Dispatcher.ResponseData, options: HopOptions): Promise<Hop> {
  if (REDIRECTS.includes(response.statusCode)) {
    const location = single(response.headers.location);
    if (location === '') throw new Refusal('redirect');
    return { kind: 'redirect', location };
  }
  const { statusCode } = response;
  if (statusCode < 200 || statusCode > 299) throw new Refusal('status', statusCode);
  const contentType = single(response.headers['content-type']).trim().toLowerCase();
  if (!takes(options.accept, mediaTypeOf(contentType))) throw new Refusal('type');
  if (options.maxBytes === 0) return { kind: 'page', contentType, bytes: new Uint8Array() };
  const coding = single(response.headers['content-encoding']).trim().toLowerCase();
  return { kind: 'page', contentType, bytes: await decodeBody(response.body, coding, options) };
}

/** A header that may stand once only; repeated or absent ones read as empty. */
function single(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}

const takes = (accept: readonly string[], type: string): boolean =>
  accept.includes(type) || accept.includes('*/*');

function mediaTypeOf(contentType: string): string {
  return contentType.split(';', 1)[0]?.trimEnd() ?? '';
}
