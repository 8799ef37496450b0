import { readFont } from '@/lib/public-page/fonts';

/** A typeface of the public pages; its name says its content. */
export async function GET(request: Request): Promise<Response> {
  const font = await readFont(new URL(request.url).pathname);
  if (font === null) return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } });
  return new Response(font, {
    headers: {
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
    },
  });
}
