import { PHASE_PRODUCTION_SERVER } from 'next/constants.js';

/** Adds what compiles the messages, which a running server needs no more than a compiler for this file. */
async function withMessages(/** @type {import('next').NextConfig} */ config) {
  const { default: createNextIntlPlugin } = await import('next-intl/plugin');
  const withNextIntl = createNextIntlPlugin({
    requestConfig: './lib/i18n/request.ts',
    // Messages are precompiled at build time, which keeps the message parser out of the browser.
    experimental: { messages: { path: './messages', format: 'json', locales: 'infer', precompile: true } },
  });
  return withNextIntl(config);
}

/** Headers of every response except those of `/v1`, of OAuth and of saved copies, which set their own. */
const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  // The address of a private page must not be sent along when a bookmark is opened.
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/**
 * Default for responses that load and run nothing: files and other responses that are not pages. Pages get a
 * content policy from `middleware.ts`; feeds and pictures below `/public` set their own.
 */
const ownHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/**
 * A worker has the policy of the response that delivers its script. The worker that holds keys loads its script
 * and sends no requests.
 */
const workerHeaders = { 'Content-Security-Policy': "default-src 'none'; script-src 'self'" };

/** The service worker caches files of this origin and passes every other request through. */
const serviceWorkerHeaders = {
  'Content-Security-Policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
};

/** Static pages: a cached page must not carry a nonce. */
const offlinePageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

const listOf = (/** @type {Record<string, string>} */ headers) =>
  Object.entries(headers).map(([key, value]) => ({ key, value }));

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: true,
  productionBrowserSourceMaps: false,
  // `npm test` checks types; `npm start` on a fresh clone does not have to wait for it.
  typescript: { ignoreBuildErrors: true },
  // Without it, a page opened at this address could not connect to the development server.
  allowedDevOrigins: ['127.0.0.1'],
  // The optimizer decodes pictures of untrusted origin; nothing here needs it.
  images: { unoptimized: true },
  // Loaded from node_modules once, instead of a copy in each of the server's bundles (decision 46).
  serverExternalPackages: [
    // Loaded only if a DSN is set.
    '@sentry/nextjs',
    '@modelcontextprotocol/server',
    '@mozilla/readability',
    '@streamparser/json',
    'chrono-node',
    'content-disposition',
    'drizzle-orm',
    'fflate',
    'hono',
    'htmlparser2',
    'jose',
    'jschardet',
    'linkedom',
    'nodemailer',
    'openid-client',
    'papaparse',
    'pg',
    'pg-boss',
    'pg-copy-streams',
    'pino',
    'prom-client',
    'sanitize-html',
    'stripe',
    'tough-cookie',
    'undici',
  ],
  redirects: () =>
    Promise.resolve([
      // Opened by password managers.
      { source: '/.well-known/change-password', destination: '/settings/security', permanent: false },
    ]),
  rewrites: () =>
    Promise.resolve({
      beforeFiles: [
        // Next reserves the path for a sitemap without parts.
        { source: '/sitemap.xml', destination: '/sitemap-index' },
        // Tools ignore folders whose names begin with a dot.
        { source: '/.well-known/security.txt', destination: '/security-txt' },
        {
          source: '/.well-known/:document(oauth-authorization-server|oauth-protected-resource)/:rest*',
          destination: '/oauth/well-known/:document/:rest*',
        },
      ],
      afterFiles: [],
      fallback: [],
    }),
  turbopack: { root: import.meta.dirname },
  // Fewer and larger chunks compress better (decision 56).
  experimental: { turbopackChunking: { minChunkSize: 100_000, priorityRoutes: [/^\/$/] } },
  headers: () =>
    Promise.resolve([
      { source: '/((?!v1/|oauth/|content/|\\.well-known/oauth-).*)', headers: listOf(securityHeaders) },
      {
        source:
          '/((?!v1/|oauth/|content/|\\.well-known/oauth-|public/[^/]+/[^/]+/(?:rss\\.xml|atom\\.xml|feed\\.json|opengraph-image)$).*)',
        headers: listOf(ownHeaders),
      },
      { source: '/_next/static/chunks/:worker(turbopack-worker-.+)', headers: listOf(workerHeaders) },
      { source: '/sw.js', headers: listOf(serviceWorkerHeaders) },
      { source: '/:page(offline|unavailable).html', headers: listOf(offlinePageHeaders) },
    ]),
};

/** Called with the phase of Next. */
const configOf = (/** @type {string} */ phase) =>
  phase === PHASE_PRODUCTION_SERVER ? config : withMessages(config);

export default configOf;
