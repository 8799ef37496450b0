import { createHash } from 'node:crypto';
import { earlyClicks } from '@/lib/bff/early-clicks';

/** Strict-Transport-Security of pages that are served over https. */
export const HTTPS_FOR_A_YEAR = 'max-age=31536000; includeSubDomains';

const ownScript = `'sha256-${createHash('sha256').update(earlyClicks).digest('base64')}'`;

/**
 * The content security policy of a page. Scripts run only with this request's nonce, and what those load, beside the
 * one that is always the same; nothing of another origin is loaded or called. Development tools evaluate code and open a socket, so they are let through there.
 */
export function contentPolicy(nonce: string, isDevelopment: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' ${ownScript} 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
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
