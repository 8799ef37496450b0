import type { Metadata, Viewport } from 'next';
import { getLocale, getTimeZone, getTranslations } from 'next-intl/server';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { fontVariables } from '@/app/fonts';
import { Language } from '@/components/common/language';
import { parseTheme, themeCookie, themeGround } from '@/components/common/theme';
import { ToastHost } from '@/components/common/toast-host';
import { earlyClicks } from '@/lib/bff/early-clicks';
import { sentMessages } from '@/lib/i18n/sent-messages';
import '@/app/globals.css';

const themePreference = async () => parseTheme((await cookies()).get(themeCookie)?.value);

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Common');
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
    formatDetection: { telephone: false, email: false, address: false },
  };
}

export async function generateViewport(): Promise<Viewport> {
  const theme = await themePreference();
  return {
    width: 'device-width',
    initialScale: 1,
    viewportFit: 'cover',
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
 * The words that any page needs. What a screen or a part of it says beyond that it adds itself, with `MoreMessages`,
 * so that no page carries the words of all.
 */
const everywhere = ['Common'] as const;

/** The theme is an attribute that the server writes from a cookie: right in the first byte, without any script. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const [locale, timeZone, theme, t] = await Promise.all([
    getLocale(),
    getTimeZone(),
    themePreference(),
    getTranslations('Common'),
  ]);
  const messages = await sentMessages(locale, everywhere);
  return (
    <html lang={locale} data-theme={theme === 'system' ? undefined : theme} className={fontVariables}>
      <body>
        <script dangerouslySetInnerHTML={{ __html: earlyClicks }} />
        <Language locale={locale} timeZone={timeZone} messages={messages}>
          {children}
          <ToastHost label={t('notices')} closeLabel={t('close')} />
        </Language>
      </body>
    </html>
  );
}
