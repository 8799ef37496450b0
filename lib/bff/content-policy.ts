import 'server-only';
import { randomBytes } from 'node:crypto';
import { NextResponse, type NextRequest } from 'next/server';
import { decide, findAudience } from '@/lib/access/decide';
import { isStale, processSessions } from '@/lib/bff/session';
import { isServiceAvailable } from '@/lib/bff/upstream';
import { readLanguage } from '@/lib/domain/public-address';
import { isDevelopment } from '@/lib/env/mode';
import { env } from '@/lib/env/server';
import { languageHeader } from '@/lib/i18n/locale';
import { createLog } from '@/lib/observability/log';

/** Strict-Transport-Security header of pages served over https. */
export const HTTPS_FOR_A_YEAR = 'max-age=31536000; includeSubDomains';

/**
 * Returns the content security policy of a page. Only scripts with this request's nonce run, and scripts that those
 * load; nothing is loaded from or sent to another origin, except that of saved copies, which are shown in frames. In
 * development, eval and WebSockets are allowed for the development tools.
 */
function contentPolicy(nonce: string, contentUrl: string | null, isDevelopment: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    // Positions of rows and colors of collections are written as style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    "worker-src 'self'",
    // Saved copies.
    `frame-src 'self'${contentUrl === null ? '' : ` ${contentUrl}`}`,
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Policy of the static page that is shown while the service is down. */
const UNAVAILABLE_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Whether a page shows data of the service, and is loaded as a whole. In an open page the router loads the parts of the
 * next one, and shows an error in its place.
 */
function needsService(pathname: string, headers: Headers): boolean {
  const audience = findAudience(pathname);
  const hasData = audience === 'member' || audience === 'admin' || pathname.startsWith('/public/');
  return hasData && (headers.get('sec-fetch-dest') ?? 'document') === 'document';
}

/** Next has no other way to give a page the status 503. */
function respondUnavailable(request: NextRequest): NextResponse {
  const response = NextResponse.rewrite(new URL('/unavailable', request.nextUrl));
  response.headers.set('content-security-policy', UNAVAILABLE_POLICY);
  response.headers.set('cache-control', 'no-store');
  return response;
}

/** Handles a page request: a redirect from the access table, or the page with its content security policy. */
export async function visitPage(request: NextRequest): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl;
  const { session } = await processSessions().find(request.headers.get('cookie'));
  const viewer = session && { isAdmin: session.isAdmin, isStale: isStale(session, Date.now()) };
  const decision = decide({ pathname, search, viewer });
  if (decision.action === 'redirect') {
    if (decision.reason === 'not-admin') createLog('access').warn({ pathname }, 'a non-admin was sent home');
    // Next requires an absolute URL, and drops the origin where it is the request's own.
    const response = NextResponse.redirect(new URL(decision.to, request.nextUrl), 307);
    response.headers.set('cache-control', 'no-store');
    return response;
  }
  if (needsService(pathname, request.headers) && !(await isServiceAvailable())) {
    return respondUnavailable(request);
  }
  const policy = contentPolicy(randomBytes(16).toString('base64'), env().contentUrl, isDevelopment);
  // Next reads the nonce of its scripts from this header. Values sent by the client are overwritten.
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
  // No page has this path, so Next renders the not-found page without the app layout.
  const response =
    decision.action === 'not-found'
      ? NextResponse.rewrite(new URL('/not-found', request.nextUrl), { request: { headers } })
      : NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  response.headers.set('cache-control', 'no-store');
  if (env().appUrl.startsWith('https:')) response.headers.set('strict-transport-security', HTTPS_FOR_A_YEAR);
  return response;
}
