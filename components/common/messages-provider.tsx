import { getLocale, getMessages, getTimeZone } from 'next-intl/server';
import type { ReactNode } from 'react';
import { AddedMessages } from '@/components/common/added-messages';
import { IntlProvider } from '@/components/common/intl-provider';
import type { Messages, Namespace } from '@/lib/i18n/messages';
import { quarterHour } from '@/lib/i18n/time-zone';

interface MessagesProps {
  /** The namespaces that client components below use when the server renders them. */
  namespaces: readonly Namespace[];
  children: ReactNode;
}

async function pickMessages(namespaces: readonly Namespace[]): Promise<Partial<Messages>> {
  const all = await getMessages();
  return Object.fromEntries(namespaces.map((name) => [name, all[name]]));
}

/** Provides messages to the client components below, in the visitor's language and time zone. */
export async function MessagesProvider({ namespaces, children }: MessagesProps) {
  const [locale, timeZone, messages] = await Promise.all([
    getLocale(),
    getTimeZone(),
    pickMessages(namespaces),
  ]);
  return (
    <IntlProvider locale={locale} timeZone={timeZone} now={quarterHour()} messages={messages}>
      {children}
    </IntlProvider>
  );
}

/** Provides further namespaces to a part of a page whose layout has a {@link MessagesProvider}. */
export async function AddMessages({ namespaces, children }: MessagesProps) {
  return <AddedMessages messages={await pickMessages(namespaces)}>{children}</AddedMessages>;
}
