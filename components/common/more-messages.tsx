'use client';

import { NextIntlClientProvider, useLocale, useMessages } from 'next-intl';
import { useMemo, type ReactNode } from 'react';
import type { SomeMessages } from '@/lib/i18n/message-loader';

/** Adds words to those that the components around already have. */
export function MoreMessages({ messages, children }: { messages: SomeMessages; children: ReactNode }) {
  const locale = useLocale();
  const known = useMessages();
  const all = useMemo(() => ({ ...known, ...messages }), [known, messages]);
  return (
    <NextIntlClientProvider locale={locale} messages={all}>
      {children}
    </NextIntlClientProvider>
  );
}
