import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';

const withNextIntl = createNextIntlPlugin({
  requestConfig: './lib/i18n/request.ts',
  // Messages are compiled while building, which keeps the parser of their syntax out of the browser.
  experimental: { messages: { path: './messages', format: 'json', locales: 'infer', precompile: true } },
});

/** For every answer but those of `/v1`, which brings its own. Pages get a content policy from `middleware.ts`. */
const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  // The address of a private page must not travel with a click on a bookmark.
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': "base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: true,
  productionBrowserSourceMaps: false,
  // The optimizer decodes pictures that strangers choose; nothing here needs it.
  images: { unoptimized: true },
  turbopack: { root: import.meta.dirname },
  headers: () =>
    Promise.resolve([
      {
        source: '/((?!v1/).*)',
        headers: Object.entries(securityHeaders).map(([key, value]) => ({ key, value })),
      },
    ]),
};

export default withoutCompilingServiceWords(withNextIntl(config));

/** The provider fills these files in by itself and reads them as they are written. */
function withoutCompilingServiceWords(compiled: NextConfig): NextConfig {
  const rule = compiled.turbopack?.rules?.['*.json'];
  if (!rule || Array.isArray(rule) || !('condition' in rule)) return compiled;
  rule.condition = {
    all: [rule.condition, { not: { path: /(?:mails|problems|query-words|reasons|validation)\.json$/ } }],
  };
  return compiled;
}
