import { getLocale, getMessages, getTimeZone } from 'next-intl/server';
import type { ReactNode } from 'react';
import { IntlProvider } from '@/components/common/intl-provider';
import type { Messages, Namespace } from '@/lib/i18n/messages';
import { quarterHour } from '@/lib/i18n/time-zone';

interface MessagesProviderProps {
  /**
   * All namespaces that the client components below use: a provider replaces the messages of the one around it.
   */
  namespaces: readonly Namespace[];
  children: ReactNode;
}

/** Provides messages to the client components below, in the visitor's language and time zone. */
export async function MessagesProvider({ namespaces, children }: MessagesProviderProps) {
  const [locale, timeZone, all] = await Promise.all([getLocale(), getTimeZone(), getMessages()]);
  const messages: Partial<Messages> = Object.fromEntries(namespaces.map((name) => [name, all[name]]));
  return (
    <IntlProvider locale={locale} timeZone={timeZone} now={quarterHour()} messages={messages}>
      {children}
    </IntlProvider>
  );
}
