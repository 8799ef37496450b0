import { markWords } from '@/lib/domain/query/highlight';

/** A text with the words that were found marked. */
export function MarkedText({ text, words }: { text: string; words: readonly string[] }) {
  return markWords(text, words).map(({ text: piece, isMarked }, index) =>
    isMarked ? <mark key={index}>{piece}</mark> : piece,
  );
}
