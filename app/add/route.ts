import { readFields, readSharedFields, sharedLinkPath } from '@/lib/domain/shared-link';

const bodyBytes = 262_144;

const redirect = (location: string): Response =>
  new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });

const openForm = (given: FormData | URLSearchParams): Response =>
  redirect(sharedLinkPath(readSharedFields(readFields({ get: (name) => given.get(name) }))));

/**
 * Opens the form to add a bookmark, filled with `url`, `title`, `text` and `tags`, by a redirect to a fragment, which
 * the browser keeps while a signed-out user signs in. Nothing is stored, so no session is needed. Without parameters,
 * as the back button leads here after a shared link, the form is empty.
 */
export function GET(request: Request): Response {
  return openForm(new URL(request.url).searchParams);
}

/**
 * Share target of the manifest: does the same with form data, so that shared content is in no URL that a server
 * receives. Once installed, the service worker does this without the network.
 */
export async function POST(request: Request): Promise<Response> {
  const length = Number(request.headers.get('content-length') ?? Infinity);
  if (length > bodyBytes) return new Response(null, { status: 413 });
  return request.formData().then(openForm, () => new Response(null, { status: 400 }));
}
