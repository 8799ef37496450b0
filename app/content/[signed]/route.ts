import { forwardCopy } from '@/lib/bff/copy-proxy';
import { clientInfoOf } from '@/lib/bff/service';
import { upstream } from '@/lib/bff/upstream';

export const dynamic = 'force-dynamic';

interface Context {
  params: Promise<{ signed: string }>;
}

/** A saved copy at CONTENT_URL, by its signed address. The server answers this path at no other host. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  return forwardCopy(upstream(), (await params).signed, clientInfoOf(request.headers));
}
