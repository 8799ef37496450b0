'use client';

import { NextIntlClientProvider } from 'next-intl';
import { ErrorScreen } from '@/components/shell/error-screen';
import en from '@/messages/en/errors.json';
import pt from '@/messages/pt-BR/errors.json';

interface Props {
  reference: string | undefined;
  onRetry: () => void;
}

/** The error screen with its own words: where it is needed, nothing around it can be relied on. */
export function ErrorScreenInAnyLanguage(props: Props) {
  const isPortuguese = (document.documentElement.lang || navigator.language).startsWith('pt');
  return (
    <NextIntlClientProvider
      locale={isPortuguese ? 'pt-BR' : 'en'}
      messages={{ Errors: isPortuguese ? pt : en }}
      timeZone="UTC"
    >
      <ErrorScreen {...props} />
    </NextIntlClientProvider>
  );
}
