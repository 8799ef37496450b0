import 'server-only';
import { pickHeaders } from '@/lib/bff/responses';
import type { ClientInfo, Service } from '@/lib/bff/service';

const responseHeaders = [
  'cache-control',
  'content-disposition',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'referrer-policy',
  'x-content-type-options',
] as const;

/** Gets a saved copy by its signed address from the service, without anything of the request; never rejects. */
export async function forwardCopy(service: Service, signed: string, client: ClientInfo): Promise<Response> {
  try {
    const url = `${service.origin}/content/${encodeURIComponent(signed)}`;
    const { status, body, headers } = await service.fetch(new Request(url), client);
    return new Response(body, { status, headers: pickHeaders(headers, responseHeaders) });
  } catch {
    return new Response(null, { status: 502 });
  }
}
