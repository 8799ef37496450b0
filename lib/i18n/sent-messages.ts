import { loadMessages } from '@/lib/i18n/load-messages';
import type { Locale } from '@/lib/i18n/locale';
import type { Namespace } from '@/lib/i18n/messages';

const texts = new Map<string, Promise<string>>();

/**
 * The words of some namespaces as they go to the browser: as text, which the framework passes through as it is. As an
 * object it would walk through every word, twice for each visit.
 */
export function sentMessages(locale: Locale, namespaces: readonly Namespace[]): Promise<string> {
  const key = `${locale} ${namespaces.join()}`;
  const known = texts.get(key);
  if (known) return known;
  const text = loadMessages(locale, namespaces).then((messages) => JSON.stringify(messages));
  texts.set(key, text);
  text.catch(() => texts.delete(key));
  return text;
}
