import { bff } from '@/lib/bff/bff';
import { clientInfoOf } from '@/lib/bff/service';

export const dynamic = 'force-dynamic';

/** The interface for assistants: see docs/mcp.md. */
const handle = (request: Request): Promise<Response> =>
  bff().passAssistant(request, clientInfoOf(request.headers));

export { handle as GET, handle as POST, handle as DELETE };
