'use client';

import { NextIntlClientProvider } from 'next-intl';
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { parseMessages } from '@/components/common/parse-messages';
import type { Locale } from '@/lib/i18n/locale';
import { timeZoneCookie } from '@/lib/i18n/time-zone';

interface LanguageProps {
  locale: Locale;
  /** The time zone that the server wrote the page in. */
  timeZone: string;
  /** The words that every page needs, as text. */
  messages: string;
  children: ReactNode;
}

/** The language of the page and the time zone of its dates, for all components below. */
export function Language({ locale, timeZone, messages, children }: LanguageProps) {
  return (
    <NextIntlClientProvider
      locale={locale}
      timeZone={useOwnTimeZone(timeZone)}
      messages={parseMessages(messages)}
    >
      {children}
    </NextIntlClientProvider>
  );
}

/**
 * The time zone of this device. The server learns of it from a cookie: the very first page is written in its own zone
 * and corrected once it is taken over, every later one is right in the first byte.
 */
function useOwnTimeZone(written: string): string {
  const own = useSyncExternalStore(
    neverChanges,
    () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => written,
  );
  useEffect(() => {
    if (own === written) return;
    const secure = location.protocol === 'https:' ? '; secure' : '';
    document.cookie = `${timeZoneCookie}=${encodeURIComponent(own)}; path=/; max-age=31536000; samesite=lax${secure}`;
  }, [own, written]);
  return own;
}

const neverChanges = () => () => undefined;
