'use client';

import { NextIntlClientProvider } from 'next-intl';
import { useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { reloadLaterMessages, useLaterMessages } from '@/components/common/later-messages';
import type { Locale } from '@/lib/i18n/locale';
import type { Messages } from '@/lib/i18n/messages';
import { quarterHour, timeZoneCookie } from '@/lib/i18n/time-zone';

interface IntlProviderProps {
  locale: Locale;
  /** Time zone in which the server rendered the page. */
  timeZone: string;
  /** Quarter of an hour in which the server rendered the page. */
  now: number;
  /** The messages of the page; those of components on demand are added when their code is loaded. */
  messages: Partial<Messages>;
  children: ReactNode;
}

/**
 * Provides language, time zone and the current time, which dates are relative to. The time advances while the
 * page is open: "today" becomes "yesterday" at midnight.
 */
export function IntlProvider({ locale, timeZone, now, messages, children }: IntlProviderProps) {
  const current = useSyncExternalStore(everyMinute, quarterHour, () => now);
  const later = useLaterMessages();
  const all = useMemo(() => ({ ...later, ...messages }), [later, messages]);
  useEffect(reloadLaterMessages, [locale]);
  return (
    <NextIntlClientProvider
      locale={locale}
      timeZone={useDeviceTimeZone(timeZone)}
      now={new Date(current)}
      messages={all}
    >
      {children}
    </NextIntlClientProvider>
  );
}

/**
 * Returns the time zone of this device. The server reads it from a cookie: the very first page is rendered in
 * the server's time zone and corrected after hydration, every later one is right from the start.
 */
function useDeviceTimeZone(rendered: string): string {
  const own = useSyncExternalStore(
    everyMinute,
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

function everyMinute(onChange: () => void) {
  const timer = setInterval(onChange, 60_000);
  return () => clearInterval(timer);
}
