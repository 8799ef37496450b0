import 'server-only';
import { localeOf } from '@/lib/bff/locale';
import { pickHeaders, problemResponse } from '@/lib/bff/responses';
import { type ClientInfo, type Service } from '@/lib/bff/service';

/** Neither cookies nor other credentials: a client of OAuth identifies itself in the form that it sends. */
const requestHeaders = [
  'accept',
  'accept-language',
  'access-control-request-headers',
  'access-control-request-method',
  'content-length',
  'content-type',
  'origin',
  'user-agent',
  'x-request-id',
] as const;

const responseHeaders = [
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-max-age',
  'allow',
  'cache-control',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'retry-after',
  'x-content-type-options',
  'x-request-id',
] as const;

/** Paths of the service by their segments below `/oauth`. The well-known ones are rewritten to it. */
const paths = new Map<string, string>(
  Object.entries({
    token: '/oauth/token',
    revoke: '/oauth/revoke',
    'well-known/oauth-authorization-server': '/.well-known/oauth-authorization-server',
    'well-known/oauth-protected-resource': '/.well-known/oauth-protected-resource',
    'well-known/oauth-protected-resource/mcp': '/.well-known/oauth-protected-resource/mcp',
  }),
);

/** Forwards a request of an OAuth client to the service; never rejects. */
export async function forwardOauth(
  service: Service,
  segments: readonly string[],
  request: Request,
  client: ClientInfo,
): Promise<Response> {
  const path = paths.get(segments.join('/'));
  if (path === undefined) return problemResponse('NOT_FOUND', localeOf(request.headers));
  const { method, headers, body } = request;
  const sent = new Request(service.origin + path, {
    method,
    headers: pickHeaders(headers, requestHeaders),
    redirect: 'manual',
    ...(body && { body, duplex: 'half' }),
  });
  try {
    const response = await service.fetch(sent, client);
    const { status } = response;
    return new Response(response.body, { status, headers: pickHeaders(response.headers, responseHeaders) });
  } catch {
    return problemResponse('UPSTREAM_UNAVAILABLE', localeOf(headers));
  }
}
