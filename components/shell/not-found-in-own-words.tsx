'use client';

import { useLocale } from 'next-intl';
import { MoreMessages } from '@/components/common/more-messages';
import { NotFoundScreen } from '@/components/shell/not-found-screen';
import en from '@/messages/en/errors.json';
import pt from '@/messages/pt-BR/errors.json';

/** The screen for an address without a page, with its words: every page would know the way to them otherwise. */
export function NotFoundInOwnWords() {
  return (
    <MoreMessages messages={{ Errors: useLocale() === 'pt-BR' ? pt : en }}>
      <NotFoundScreen />
    </MoreMessages>
  );
}
