import type { NextRequest, NextResponse } from 'next/server';
import { visitPage } from '@/lib/bff/visit-page';

/** Convenience, not protection: layouts and the service decide again over everything that is private. */
export default function middleware(request: NextRequest): Promise<NextResponse> {
  return visitPage(request);
}

export const config = {
  runtime: 'nodejs',
  // `/v1` stays out: bodies that pass here are buffered and cut. Files, feeds and pictures need no decision and no nonce;
  // each is named, since the address of a page may look like a file too.
  matcher: [
    '/((?!v1/|session(?:/renew|/cache)?$|_next/|public/[^/]+/[^/]+/(?:rss\\.xml|atom\\.xml|feed\\.json|opengraph-image)$|sitemap/\\d+\\.xml$|robots\\.txt$|favicon\\.ico$|icon\\.svg$|icon-192\\.png$|icon-512\\.png$|icon-maskable-512\\.png$|apple-touch-icon\\.png$).*)',
  ],
};
