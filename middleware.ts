import type { NextRequest, NextResponse } from 'next/server';
import { visitPage } from '@/lib/bff/visit-page';

/** Convenience, not protection: layouts and the service decide again over everything that is private. */
export default function middleware(request: NextRequest): Promise<NextResponse> {
  return visitPage(request);
}

export const config = {
  runtime: 'nodejs',
  // `/v1` stays out: bodies that pass here are buffered and cut. Files, feeds and pictures need no decision and no nonce.
  matcher: [
    '/((?!v1/|session(?:/|$)|_next/|public/[^/]+/[^/]+/opengraph-image$|.*\\.(?:svg|png|ico|txt|xml|json|js|webmanifest|woff2)$).*)',
    // A page, even if the slug in its address looks like a file.
    '/public/:uuid/:slug',
  ],
};
