import { bff } from '@/lib/bff/bff';
import { clientInfoOf } from '@/lib/bff/service';

export const dynamic = 'force-dynamic';

const handle = (request: Request): Promise<Response> => bff().proxy(request, clientInfoOf(request.headers));

export {
  handle as GET,
  handle as POST,
  handle as PUT,
  handle as DELETE,
  handle as PATCH,
  handle as HEAD,
  handle as OPTIONS,
};
