'use client';

import { NextIntlClientProvider } from 'next-intl';
import { NotFoundScreen } from '@/components/shell/not-found-screen';
import en from '@/messages/en/errors.json';
import pt from '@/messages/pt-BR/errors.json';

/** The screen for an address without a page, with its words: every page would know the way to them otherwise. */
export function NotFoundInOwnWords() {
  const isPortuguese = typeof document !== 'undefined' && document.documentElement.lang.startsWith('pt');
  return (
    <NextIntlClientProvider
      locale={isPortuguese ? 'pt-BR' : 'en'}
      messages={{ Errors: isPortuguese ? pt : en }}
      timeZone="UTC"
    >
      <NotFoundScreen />
    </NextIntlClientProvider>
  );
}
