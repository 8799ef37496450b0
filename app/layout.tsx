import type { Metadata, Viewport } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { fontVariables } from '@/app/fonts';
import { parseTheme, themeCookie, themeGround } from '@/components/common/theme';
import { env } from '@/lib/env/server';
import manifest from '@/package.json' with { type: 'json' };
import '@/app/app.css';

const themePreference = async () => parseTheme((await cookies()).get(themeCookie)?.value);

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Common');
  const { reports } = env();
  return {
    title: { default: t('product'), template: `%s · ${t('product')}` },
    description: t('description'),
    applicationName: t('product'),
    icons: {
      icon: [
        { url: '/icon.svg', type: 'image/svg+xml' },
        { url: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      ],
      apple: '/apple-touch-icon.png',
    },
    // Read by the error reporting, which is loaded late and not on every page.
    ...(reports.enabled && { other: { 'error-reports': reports.dsn, version: manifest.version } }),
    formatDetection: { telephone: false, email: false, address: false },
  };
}

export async function generateViewport(): Promise<Viewport> {
  const theme = await themePreference();
  return {
    width: 'device-width',
    initialScale: 1,
    viewportFit: 'cover',
    // The on-screen keyboard shrinks the page instead of covering the buttons of a dialog.
    interactiveWidget: 'resizes-content',
    themeColor:
      theme === 'system'
        ? [
            { media: '(prefers-color-scheme: light)', color: themeGround.light },
            { media: '(prefers-color-scheme: dark)', color: themeGround.dark },
          ]
        : themeGround[theme],
  };
}

/**
 * Sets language, theme and fonts. The theme is an attribute that the server writes from a cookie: correct in
 * the first byte, without any script. Messages and toasts are in the layouts of the route groups, so that pages
 * without them stay small.
 */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const [locale, theme] = await Promise.all([getLocale(), themePreference()]);
  return (
    <html lang={locale} data-theme={theme === 'system' ? undefined : theme} className={fontVariables}>
      <body>{children}</body>
    </html>
  );
}
