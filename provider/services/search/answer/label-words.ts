import type { Language } from '@/lib/contract/schemas/account';
import enWords from '@/messages/en/query-words.json';
import ptWords from '@/messages/pt-BR/query-words.json';
import enPhrases from '@/provider/messages/en/query-phrases.json';
import ptPhrases from '@/provider/messages/pt-BR/query-phrases.json';

const en = { ...enWords, ...enPhrases };

/** Labels of conditions: words, which the search screen shows too, and phrases with placeholders for values. */
export type LabelWords = typeof en;

const words: Record<Language, LabelWords> = { en, 'pt-BR': { ...ptWords, ...ptPhrases } };

export const labelWords = (locale: Language): LabelWords => words[locale];

export const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
