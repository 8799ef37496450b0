/** Strict-Transport-Security of pages that are served over https. */
export const HTTPS_FOR_A_YEAR = 'max-age=31536000; includeSubDomains';

/**
 * The content security policy of a page. Scripts run only with this request's nonce, and what those load; nothing
 * of another origin is loaded or called. Development tools evaluate code and open a socket, so they are let through
 * there.
 */
export function contentPolicy(nonce: string, isDevelopment: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    // Positions of rows and colors of collections are written as style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
