import { rows } from '../rows';

export const dynamic = 'force-dynamic';

// 20 kB of JSON, made anew for each request as every dynamic handler has to.
export function GET(): Response {
  return Response.json({ content: rows });
}
