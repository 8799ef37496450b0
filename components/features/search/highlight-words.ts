import { foldText } from '@/lib/domain/search-words';

export interface Piece {
  readonly text: string;
  readonly isMatch: boolean;
}

const word = /[\p{L}\p{N}\p{M}]+/gu;

/** A text in pieces, those that have one of the folded words marked: case and accents do not count. */
export function highlightWords(text: string, wanted: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  const push = (from: number, to: number, isMatch: boolean) => {
    if (to > from) pieces.push({ text: text.slice(from, to), isMatch });
  };
  for (const found of text.matchAll(word)) {
    const span = matchIn(found[0], wanted);
    if (span === null) continue;
    const start = found.index + span.start;
    push(end, start, false);
    end = start + span.length;
    push(start, end, true);
  }
  push(end, text.length, false);
  return pieces;
}

/** The part of a word that matches; all of it where folding has changed its length and places mean nothing. */
function matchIn(original: string, wanted: readonly string[]): { start: number; length: number } | null {
  const folded = foldText(original);
  const match = wanted
    .filter((one) => folded.includes(one))
    .sort((a, b) => b.length - a.length)
    .at(0);
  if (match === undefined) return null;
  const isAligned = folded.length === original.length;
  return isAligned
    ? { start: folded.indexOf(match), length: match.length }
    : { start: 0, length: original.length };
}
