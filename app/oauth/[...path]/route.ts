import { forwardOauth } from '@/lib/bff/oauth-proxy';
import { clientInfoOf } from '@/lib/bff/service';
import { upstream } from '@/lib/bff/upstream';

export const dynamic = 'force-dynamic';

interface Context {
  params: Promise<{ path: string[] }>;
}

/** Endpoints of OAuth for programs, which any site may call. The page `/connect` asks the account holder. */
async function handle(request: Request, { params }: Context): Promise<Response> {
  const { path } = await params;
  return forwardOauth(upstream(), path, request, clientInfoOf(request.headers));
}

export { handle as GET, handle as HEAD, handle as OPTIONS, handle as POST };
