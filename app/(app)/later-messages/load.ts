import type { Locale } from '@/lib/i18n/locale';
import type { Messages } from '@/lib/i18n/messages';

/** Loads the messages in one language. */
export const load = async (locale: Locale): Promise<Partial<Messages>> =>
  (locale === 'en'
    ? await import('@/app/(app)/later-messages/en')
    : await import('@/app/(app)/later-messages/pt-br')
  ).messages;
