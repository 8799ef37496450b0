import { readSharedFields, sharedLinkPath, type SharedFields } from '@/lib/domain/shared-link';

const bodyBytes = 262_144;

const redirect = (location: string): Response =>
  new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });

/**
 * Share target of the manifest: receives shared content as form data. Redirects to the form to add a bookmark
 * by a fragment, which the browser keeps while a signed-out user signs in. Nothing is stored, so no session is
 * needed. Once installed, the service worker does the same without the network.
 */
export async function POST(request: Request): Promise<Response> {
  const length = Number(request.headers.get('content-length') ?? Infinity);
  if (length > bodyBytes) return new Response(null, { status: 413 });
  const fields = await readForm(request);
  return fields === null
    ? new Response(null, { status: 400 })
    : redirect(sharedLinkPath(readSharedFields(fields)));
}

/** The back button leads here, without the shared content. */
export const GET = (): Response => redirect('/#add');

async function readForm(request: Request): Promise<SharedFields | null> {
  try {
    const form = await request.formData();
    const get = (name: keyof SharedFields): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value : '';
    };
    return { title: get('title'), text: get('text'), url: get('url') };
  } catch {
    return null;
  }
}
