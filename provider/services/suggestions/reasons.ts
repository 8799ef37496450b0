import type { Language } from '@/lib/contract/schemas/account';
import en from '@/provider/messages/en/reasons.json';
import ptBR from '@/provider/messages/pt-BR/reasons.json';
import type { WeighedCollection } from '@/provider/services/suggestions/weigh-collections';

type Words = typeof en;
type Reason = keyof Words;
const words: Record<Language, Words> = { en, 'pt-BR': ptBR };

const titleLength = 60;
const shownWords = 3;
const controls = /[\p{Cc}\s]+/gu;

/** A title as it can stand in a sentence: on one line, and not too long. */
export function shortTitle(title: string): string {
  const letters = Array.from(title.replace(controls, ' ').trim());
  return letters.length <= titleLength
    ? letters.join('')
    : `${letters
        .slice(0, titleLength - 1)
        .join('')
        .trimEnd()}…`;
}

/** The words of a reason in the reader's language, with its values filled in. */
export const reasonWords = (
  locale: Language,
  reason: Reason,
  values: Readonly<Record<string, string | number>>,
): string =>
  words[locale][reason].replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : placeholder,
  );

/** Why a page belongs into a collection, by what speaks for it most: its host, or words that it shares. */
export function collectionReason(
  { id, clues }: Pick<WeighedCollection, 'id' | 'clues'>,
  example: string | null,
  locale: Language,
): string {
  const [strongest] = clues;
  const host = clues.find(({ clue }) => clue.kind === 'host');
  const shared = clues.filter(({ clue }) => clue.kind === 'word');
  if (host !== undefined && (host === strongest || shared.length === 0)) {
    const total = [...host.clue.counts.values()].reduce((sum, count) => sum + count, 0);
    const count = host.clue.counts.get(id) ?? 0;
    return reasonWords(locale, total === 1 ? 'onlyOfHost' : 'ofHost', {
      count,
      total,
      host: host.clue.shown,
    });
  }
  const list = shared
    .slice(0, shownWords)
    .map(({ clue }) => clue.shown)
    .join(', ');
  if (list === '') return reasonWords(locale, 'likely', {});
  if (example === null) return reasonWords(locale, 'named', { words: list });
  return likeReason(locale, example, Math.max(...shared.map(({ clue }) => clue.counts.get(id) ?? 0)), list);
}

/** That a page is like one bookmark and so many more. */
export function likeReason(locale: Language, example: string, count: number, list: string): string {
  const reason = count <= 1 ? 'likeAlone' : count === 2 ? 'likeOne' : 'likeMore';
  return reasonWords(locale, reason, { title: shortTitle(example), count: count - 1, words: list });
}
