import { rows } from '../rows';

export const dynamic = 'force-dynamic';

// 20 kB of JSON, generated for each request as every dynamic handler does.
export function GET(): Response {
  return Response.json({ content: rows });
}
