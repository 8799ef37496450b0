import type { Language } from '@/lib/contract/schemas/account';
import en from '@/messages/en/query-words.json';
import ptBR from '@/messages/pt-BR/query-words.json';

/** The words for what a query asks for; placeholders stand where a value belongs. */
export type QueryWords = typeof en;

const words: Record<Language, QueryWords> = { en, 'pt-BR': ptBR };

export const queryWords = (locale: Language): QueryWords => words[locale];

export const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
