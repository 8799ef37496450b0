import { bff } from '@/lib/bff/bff';
import { clientInfoOf } from '@/lib/bff/service';

export const dynamic = 'force-dynamic';

const answer = (request: Request): Promise<Response> => bff().proxy(request, clientInfoOf(request.headers));

export {
  answer as GET,
  answer as POST,
  answer as PUT,
  answer as DELETE,
  answer as PATCH,
  answer as HEAD,
  answer as OPTIONS,
};
