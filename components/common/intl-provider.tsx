'use client';

import { NextIntlClientProvider } from 'next-intl';
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import type { Locale } from '@/lib/i18n/locale';
import type { Messages } from '@/lib/i18n/messages';
import { timeZoneCookie } from '@/lib/i18n/time-zone';

interface IntlProviderProps {
  locale: Locale;
  /** The time zone that the server rendered the page in. */
  timeZone: string;
  messages: Partial<Messages>;
  children: ReactNode;
}

/** The language of the components below, and the time zone of their dates. */
export function IntlProvider({ locale, timeZone, messages, children }: IntlProviderProps) {
  return (
    <NextIntlClientProvider locale={locale} timeZone={useDeviceTimeZone(timeZone)} messages={messages}>
      {children}
    </NextIntlClientProvider>
  );
}

/**
 * The time zone of this device. The server learns it from a cookie: the very first page is rendered in the zone of the
 * server and corrected after hydration, every later one is right from the start.
 */
function useDeviceTimeZone(rendered: string): string {
  const own = useSyncExternalStore(
    neverChanges,
    () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => rendered,
  );
  useEffect(() => {
    if (own === rendered) return;
    const secure = location.protocol === 'https:' ? '; secure' : '';
    document.cookie = `${timeZoneCookie}=${encodeURIComponent(own)}; path=/; max-age=31536000; samesite=lax${secure}`;
  }, [own, rendered]);
  return own;
}

const neverChanges = () => () => undefined;
