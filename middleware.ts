import type { NextRequest, NextResponse } from 'next/server';
import { visitPage } from '@/lib/bff/content-policy';

/** Convenience, not protection: layouts and the service check access to everything private again. */
export default function middleware(request: NextRequest): Promise<NextResponse> {
  return visitPage(request);
}

export const config = {
  runtime: 'nodejs',
  // `/v1` is excluded: bodies that pass through the middleware are buffered and truncated. Files, feeds and
  // pictures need no decision and no nonce; each is listed, since the path of a page may look like a file too.
  matcher: [
    '/((?!v1/|oauth/|content/|mcp$|monitoring$|metrics$|session(?:/renew|/cache|/consent)?$|_next/|public/[^/]+/[^/]+/(?:rss\\.xml|atom\\.xml|feed\\.json|opengraph-image)$|sitemap(?:/\\d+)?\\.xml$|\\.well-known/|security-txt$|sitemap-index$|locales/|robots\\.txt$|changelog\\.json$|favicon\\.ico$|icon\\.svg$|icon-(?:192|512|maskable-192|maskable-512|monochrome-512)\\.png$|shortcut-(?:add|search)\\.png$|apple-touch-icon\\.png$|manifest\\.webmanifest$|add$|sw(?:-off)?\\.js$|(?:offline|unavailable)\\.html$|offline\\.js$).*)',
  ],
};
