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
 * A text in pieces, with those marked that the folded `words` begin in one of its words, or, from three letters on,
 * that they are anywhere in one. Case and accents do not count, and no sign is marked in part: `strasse` marks
 * _Straße_, `fi` the one sign of a ligature.
 */
export function markWords(text: string, words: readonly string[]): MarkedPiece[] {
  const { folded, origins } = foldWithOrigins(text);
  const isMarked = new Uint8Array(text.length);
  let end = 0;
  for (const word of splitWords(folded)) {
    const start = folded.indexOf(word, end);
    if (start < 0) continue;
    end = start + word.length;
    for (const wanted of words) {
      const at = wanted === '' ? -1 : word.indexOf(wanted);
      if (at === 0 || (at > 0 && wanted.length >= substringLength)) {
        isMarked.fill(1, origins.start(start + at), origins.end(start + at + wanted.length - 1));
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
  /** Where in the text the sign begins, and ends, that a place of the folded text comes of. */
  start: (place: number) => number;
  end: (place: number) => number;
}

let graphemes: Intl.Segmenter | undefined;

/** Folds sign by sign, as a reader sees them. */
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

  /** The first word that matches a word of a query, or null. */
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
