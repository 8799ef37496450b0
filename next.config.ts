import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';

const withNextIntl = createNextIntlPlugin({
  requestConfig: './lib/i18n/request.ts',
  // Messages are compiled while building, which keeps the parser of their syntax out of the browser.
  experimental: { messages: { path: './messages', format: 'json', locales: 'infer', precompile: true } },
});

/** For every answer but those of `/v1`, which brings its own. */
const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  // The address of a private page must not travel with a click on a bookmark.
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/**
 * The default for what loads and runs nothing: files, and whatever is not a page. Pages get a content policy from
 * `middleware.ts`; feeds and pictures below `/public` have their own.
 */
const ownHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** A worker has the policy that its own file comes with. The one that holds keys loads its program and sends no request. */
const workerHeaders = { 'Content-Security-Policy': "default-src 'none'; script-src 'self'" };

/** The service worker caches files of this origin and lets everything else pass. */
const serviceWorkerHeaders = {
  'Content-Security-Policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
};

/** A static page: nothing that is cached may carry a nonce. */
const offlinePageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

const listOf = (headers: Record<string, string>) =>
  Object.entries(headers).map(([key, value]) => ({ key, value }));

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: true,
  productionBrowserSourceMaps: false,
  // `npm test` checks types; `npm start` on a fresh clone need not wait for it.
  typescript: { ignoreBuildErrors: true },
  // Without it, a page that was opened at this address would not connect to the development server.
  allowedDevOrigins: ['127.0.0.1'],
  // The optimizer decodes pictures that strangers choose; nothing here needs it.
  images: { unoptimized: true },
  // The server loads it from node_modules, and only where a DSN is set.
  serverExternalPackages: ['@sentry/nextjs'],
  turbopack: { root: import.meta.dirname },
  headers: () =>
    Promise.resolve([
      { source: '/((?!v1/).*)', headers: listOf(securityHeaders) },
      {
        source: '/((?!v1/|public/[^/]+/[^/]+/(?:rss\\.xml|atom\\.xml|feed\\.json|opengraph-image)$).*)',
        headers: listOf(ownHeaders),
      },
      { source: '/_next/static/chunks/:worker(turbopack-worker-.+)', headers: listOf(workerHeaders) },
      { source: '/sw.js', headers: listOf(serviceWorkerHeaders) },
      { source: '/offline.html', headers: listOf(offlinePageHeaders) },
    ]),
};

export default withNextIntl(config);
