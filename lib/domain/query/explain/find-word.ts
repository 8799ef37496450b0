import { foldText, splitWords } from '@/lib/domain/search-words';
import type { Range } from '@/lib/domain/query/explain/snippet';

/** A word of a query, folded, and the words of the library that it was taken for. */
export interface QueryWord {
  readonly text: string;
  readonly found: readonly string[];
}

// What the index takes for words, in a text that is not folded yet.
const unit =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Extended_Pictographic}]|[\p{L}\p{N}\p{M}]+/gu;
const containedMin = 3;

/** A text that several words are looked for in; it is folded once, when the first is. */
export class SearchedText {
  #folded: string | undefined;

  constructor(readonly text: string) {}

  /** Where the first word stands that a word of a query was found by; null where none does. */
  find({ text: wanted, found }: QueryWord): Range | null {
    this.#folded ??= foldText(this.text);
    const folded = this.#folded;
    if (!folded.includes(wanted) && !found.some((word) => folded.includes(word))) return null;
    const isWanted = (word: string): boolean =>
      word.startsWith(wanted) ||
      found.includes(word) ||
      (wanted.length >= containedMin && word.includes(wanted));
    for (const { 0: word, index } of this.text.matchAll(unit)) {
      if (splitWords(word).some(isWanted)) return { start: index, end: index + word.length };
    }
    return null;
  }
}
