import { upstream } from '@/lib/bff/bff';

export const dynamic = 'force-dynamic';

/** The metrics of the provider, which are those of this process unless `API_URL` names another. */
export function GET(request: Request): Promise<Response> {
  const service = upstream();
  const headers = { authorization: request.headers.get('authorization') ?? '' };
  return service.fetch(new Request(`${service.origin}/metrics`, { headers }), { address: '' });
}
