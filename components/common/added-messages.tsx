'use client';

import { NextIntlClientProvider, useLocale, useMessages } from 'next-intl';
import { useMemo, type ReactNode } from 'react';
import type { Messages } from '@/lib/i18n/messages';

interface AddedMessagesProps {
  messages: Partial<Messages>;
  children: ReactNode;
}

/** Adds messages to those of the surrounding provider, which a provider of next-intl would replace. */
export function AddedMessages({ messages, children }: AddedMessagesProps) {
  const locale = useLocale();
  const surrounding = useMessages();
  const all = useMemo(() => ({ ...surrounding, ...messages }), [surrounding, messages]);
  return (
    <NextIntlClientProvider locale={locale} messages={all}>
      {children}
    </NextIntlClientProvider>
  );
}
