import type { Language } from '@/lib/contract/schemas/account';
import en from '@/messages/en/query-words.json';
import ptBR from '@/messages/pt-BR/query-words.json';

/** The words for what a query asks for; placeholders stand where a value belongs. */
export type LabelWords = typeof en;

const words: Record<Language, LabelWords> = { en, 'pt-BR': ptBR };

export const labelWords = (locale: Language): LabelWords => words[locale];

export const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
