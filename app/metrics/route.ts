import { upstream } from '@/lib/bff/upstream';

export const dynamic = 'force-dynamic';

/** Metrics of the provider, which are those of this process unless `API_URL` is set. */
export function GET(request: Request): Promise<Response> {
  const service = upstream();
  const headers = { authorization: request.headers.get('authorization') ?? '' };
  return service.fetch(new Request(`${service.origin}/metrics`, { headers }), { address: '' });
}
