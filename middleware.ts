import type { NextRequest, NextResponse } from 'next/server';
import { visitPage } from '@/lib/bff/visit-page';

/** Convenience, not protection: layouts and the service decide again over everything that is private. */
export default function middleware(request: NextRequest): Promise<NextResponse> {
  return visitPage(request);
}

export const config = {
  runtime: 'nodejs',
  // `/v1` stays out: bodies that pass here are buffered and cut. Files and the session's own routes need no decision,
  // and public collections are for everybody and bring a policy of their own.
  matcher: [
    '/((?!v1/|public(?:/|$)|session(?:/|$)|_next/|.*\\.(?:svg|png|ico|txt|xml|json|js|webmanifest|woff2)$).*)',
  ],
};
