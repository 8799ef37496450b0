import { localeOf } from '@/lib/bff/locale';
import { pickHeaders, problemResponse, relay } from '@/lib/bff/responses';
import { type ClientInfo, readCallBody, send, type Service, ServiceFailure } from '@/lib/bff/service';
import { isForeignRequest } from '@/lib/domain/foreign-request';
import type { Log } from '@/lib/observability/log';

/** Headers of the protocol for assistants. The cookie is not forwarded: a session gives no access. */
const PROTOCOL_HEADERS = [
  'accept-language',
  'authorization',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
];

interface AssistantContext {
  readonly service: Service;
  readonly log: Log;
  readonly ownOrigin: string;
}

/** Forwards a request of an assistant to `/mcp` of the service. Never rejects. */
export async function passAssistant(
  { service, log, ownOrigin }: AssistantContext,
  request: Request,
  client: ClientInfo,
): Promise<Response> {
  const { headers } = request;
  const host = headers.get('x-forwarded-host') ?? headers.get('host') ?? '';
  if (isForeignRequest(headers.get('origin'), host, ownOrigin)) {
    return problemResponse('CROSS_ORIGIN', localeOf(headers));
  }
  try {
    const body = await readCallBody(request, !headers.has('authorization'));
    const call = { request, target: { path: '/mcp', search: '' }, client, body };
    const own = { ...pickHeaders(headers, PROTOCOL_HEADERS), 'x-forwarded-host': host };
    return relay(await send(service, call, own), []);
  } catch (error) {
    if (error instanceof ServiceFailure) return problemResponse(error.code, localeOf(headers));
    log.error({ err: error }, 'a request of an assistant failed before it reached the service');
    return problemResponse(request.signal.aborted ? 'UPSTREAM_TIMEOUT' : 'INTERNAL', localeOf(headers));
  }
}
