import { createTranslator } from 'next-intl';
import { loadMessages } from '@/lib/i18n/load-messages';
import type { Locale } from '@/lib/i18n/locale';

const makeWords = async (locale: Locale) => {
  const { Public = null } = await loadMessages(locale, ['Public']);
  if (Public === null) throw new Error(`no words of public pages in ${locale}`);
  return createTranslator({ locale, messages: { Public }, namespace: 'Public' });
};

/** What public pages say, in one language. */
export type Words = Awaited<ReturnType<typeof makeWords>>;

const made = new Map<Locale, Promise<Words>>();

/** Made once for each language. */
export function wordsOf(locale: Locale): Promise<Words> {
  const known = made.get(locale);
  if (known) return known;
  const words = makeWords(locale);
  made.set(locale, words);
  words.catch(() => made.delete(locale));
  return words;
}
