import 'server-only';
import { randomBytes } from 'node:crypto';
import { NextResponse, type NextRequest } from 'next/server';
import { decide } from '@/lib/access/decide';
import { contentPolicy, HTTPS_FOR_A_YEAR } from '@/lib/bff/content-policy';
import { processSessions } from '@/lib/bff/process-sessions';
import { isStale } from '@/lib/bff/session';
import { readLanguage } from '@/lib/domain/public-address';
import { isDevelopment } from '@/lib/env/mode';
import { env } from '@/lib/env/server';
import { languageHeader } from '@/lib/i18n/locale';
import { createLog } from '@/lib/observability/log';

/** Answers a visit to a page: a redirect from the table, or the page with a content policy of its own. */
export async function visitPage(request: NextRequest): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl;
  const { session } = await processSessions().find(request.headers.get('cookie'));
  const viewer = session && { isAdmin: session.isAdmin, isStale: isStale(session, Date.now()) };
  const decision = decide({ pathname, search, viewer });
  if (decision.action === 'redirect') {
    if (decision.reason === 'not-admin') createLog('access').warn({ pathname }, 'a non-admin was sent home');
    // The framework takes an absolute address, and writes it without the origin when that is the request's own.
    const response = NextResponse.redirect(new URL(decision.to, request.nextUrl), 307);
    response.headers.set('cache-control', 'no-store');
    return response;
  }
  const policy = contentPolicy(randomBytes(16).toString('base64'), isDevelopment);
  // The framework reads the nonce of its scripts from here. What the visitor sent under these names is overwritten.
  const headers = new Headers(request.headers);
  headers.set('content-security-policy', policy);
  headers.delete('x-nonce');
  headers.set('x-pathname', pathname);
  headers.set('x-search', search);
  const language = pathname.startsWith('/public/')
    ? readLanguage(request.nextUrl.searchParams.get('lang'))
    : null;
  if (language === null) headers.delete(languageHeader);
  else headers.set(languageHeader, language);
  // No page has this path, so the framework renders the not-found page, without the layout of the shell.
  const response =
    decision.action === 'not-found'
      ? NextResponse.rewrite(new URL('/not-found', request.nextUrl), { request: { headers } })
      : NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  response.headers.set('cache-control', 'no-store');
  if (env().appUrl.startsWith('https:')) response.headers.set('strict-transport-security', HTTPS_FOR_A_YEAR);
  return response;
}
