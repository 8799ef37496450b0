import { foldText, splitWords } from '@/lib/domain/search-words';

/** A range of a text, in UTF-16 units. */
export interface Range {
  start: number;
  end: number;
}

export interface MarkedPiece {
  readonly text: string;
  readonly isMarked: boolean;
}

const substringLength = 3;
const plainAscii = /^[\u0000-\u007f]*$/;

/**
 * Splits a text into pieces and marks the matches of the folded `words`: at the beginning of a word or, from three
 * letters on, anywhere in it; a single letter only as a word. Case and accents are ignored, and graphemes are never
 * marked partially: `strasse` marks _Straße_, `fi` the single character of a ligature.
 */
export function markWords(text: string, words: readonly string[]): MarkedPiece[] {
  const { folded, origins } = foldWithOrigins(text);
  const isMarked = new Uint8Array(text.length);
  let end = 0;
  for (const word of splitWords(folded)) {
    const start = folded.indexOf(word, end);
    if (start < 0) continue;
    end = start + word.length;
    for (const searched of words) {
      const at = searched === '' ? -1 : word.indexOf(searched);
      const isBeginning = at === 0 && (searched.length > 1 || word === searched);
      if (isBeginning || (at > 0 && searched.length >= substringLength)) {
        isMarked.fill(1, origins.start(start + at), origins.end(start + at + searched.length - 1));
      }
    }
  }
  return piecesOf(text, isMarked);
}

function piecesOf(text: string, isMarked: Uint8Array): MarkedPiece[] {
  const pieces: MarkedPiece[] = [];
  for (let start = 0, end = 0; start < text.length; start = end) {
    const mark = isMarked[start];
    while (end < text.length && isMarked[end] === mark) end += 1;
    pieces.push({ text: text.slice(start, end), isMarked: mark === 1 });
  }
  return pieces;
}

interface Origins {
  /** Start and end, in the text, of the grapheme at an index of the folded text. */
  start: (place: number) => number;
  end: (place: number) => number;
}

let graphemes: Intl.Segmenter | undefined;

/** Folds each grapheme separately. */
function foldWithOrigins(text: string): { folded: string; origins: Origins } {
  if (plainAscii.test(text)) {
    return { folded: foldText(text), origins: { start: (place) => place, end: (place) => place + 1 } };
  }
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let folded = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { segment, index } of graphemes.segment(text)) {
    folded += foldText(segment);
    while (starts.length < folded.length) {
      starts.push(index);
      ends.push(index + segment.length);
    }
  }
  return {
    folded,
    origins: { start: (place) => starts[place] ?? 0, end: (place) => ends[place] ?? text.length },
  };
}

/** A folded word of a query, and the words of the library that it matches as a variant. */
export interface QueryWord {
  readonly text: string;
  readonly found: readonly string[];
}

// Words as in the index, for text that is not folded.
const unit =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Extended_Pictographic}]|[\p{L}\p{N}\p{M}]+/gu;
const containedMin = 3;

/** A text in which several words are searched; folded once, on the first search. */
export class SearchedText {
  #folded: string | undefined;

  constructor(readonly text: string) {}

  /** Returns the first word that matches a word of a query; null if there is none. */
  find({ text: searched, found }: QueryWord): Range | null {
    this.#folded ??= foldText(this.text);
    const folded = this.#folded;
    if (!folded.includes(searched) && !found.some((word) => folded.includes(word))) return null;
    const isWanted = (word: string): boolean =>
      word.startsWith(searched) ||
      found.includes(word) ||
      (searched.length >= containedMin && word.includes(searched));
    for (const { 0: word, index } of this.text.matchAll(unit)) {
      if (splitWords(word).some(isWanted)) return { start: index, end: index + word.length };
    }
    return null;
  }
}
