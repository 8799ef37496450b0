import type { Hono } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import { isForeignRequest } from '@/lib/domain/foreign-request';
import { serviceLimits } from '@/lib/contract/service-limits';
import type { Release } from '@/lib/utils/limiter';
import type { ProviderDeps } from '@/provider/deps';
import { createAuthenticateAssistant } from '@/provider/middleware/authenticate';
import { parseJson, readJsonBytes } from '@/provider/middleware/body';
import type { AppEnv } from '@/provider/middleware/context';
import { limitOperation, type Admission } from '@/provider/middleware/limits';
import { organizeTools } from '@/provider/mcp/organize-tools';
import { readTools } from '@/provider/mcp/read-tools';
import type { Tool } from '@/provider/mcp/tool';
import { writeTools } from '@/provider/mcp/write-tools';
import { Problem } from '@/provider/problem';

const path = '/mcp';

/** The tools in the order of `tools/list`. */
const tools: readonly Tool[] = [...readTools, ...organizeTools, ...writeTools];

/**
 * Mounts the interface for assistants (MCP over HTTP). Only a personal access token gives access; a cookie is never
 * read. The SDK is loaded with the first authorized request, because many installations never need it.
 */
export function mountMcp(app: Hono<AppEnv>, deps: ProviderDeps, admission: Admission): void {
  const authenticate = createAuthenticateAssistant(deps);
  app.all(path, async (c) => {
    const request = c.req.raw;
    const { headers } = request;
    const host = headers.get('x-forwarded-host') ?? headers.get('host') ?? new URL(request.url).host;
    if (isForeignRequest(headers.get('origin'), host, deps.config.appUrl)) throw new Problem('CROSS_ORIGIN');
    const caller = await authenticate(request).catch((error: unknown) => challenge(error, deps));
    c.set('actor', caller.actor);
    // Every message counts like a request of `/v1`; a tool also counts by its own operation.
    await limitOperation(deps, 'account.get', caller.actor);
    const held = [await admission.enter({ id: path }, caller.actor)];
    try {
      const body = await readMessage(request, { key: caller.actor.accountId, admission, held });
      const { handleMcp } = await import('@/provider/mcp/server');
      const call = { ...caller, deps, context: c.get('context') };
      const response = await handleMcp(request, body, { call, tools });
      // Older clients receive a stream of one event. Read here, it does not outlive the slots of the request.
      const text = await response.text();
      return c.newResponse(text, response.status as StatusCode, pickHeaders(response.headers));
    } finally {
      for (const release of held) release();
    }
  });
}

/** Headers of the protocol. Those of caching and of the connection are ours. */
const pickHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => /^(?:content-type|allow|mcp-.*)$/.test(name)));

/** Tells a client without a valid token where to get one (RFC 9728). */
function challenge(error: unknown, { config }: ProviderDeps): never {
  if (!(error instanceof Problem) || error.code !== 'UNAUTHENTICATED') throw error;
  const metadata = `${config.appUrl}/.well-known/oauth-protected-resource${path}`;
  throw new Problem('UNAUTHENTICATED', {
    headers: { 'www-authenticate': `Bearer resource_metadata="${metadata}"` },
  });
}

interface Reading {
  key: string;
  admission: Admission;
  held: Release[];
}

/** Returns the message of a POST; a batch of messages is rejected, as in the current revisions of the protocol. */
async function readMessage(request: Request, { key, admission, held }: Reading): Promise<unknown> {
  if (request.method !== 'POST') return undefined;
  const { bodyBytes } = serviceLimits;
  const announced = Math.min(Number(request.headers.get('content-length')) || bodyBytes, bodyBytes);
  held.push(await admission.takeBody({ key, isGuest: false }, announced));
  const received = await readJsonBytes(request, bodyBytes);
  held.push(await admission.takeWork(received.byteLength));
  const message = parseJson(received);
  if (Array.isArray(message)) throw new Problem('MALFORMED_BODY');
  return message;
}
