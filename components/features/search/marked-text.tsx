import { highlightWords } from '@/components/features/search/highlight-words';

/** A text with the words that were found marked. */
export function MarkedText({ text, words }: { text: string; words: readonly string[] }) {
  return highlightWords(text, words).map(({ text: piece, isMatch }, index) =>
    isMatch ? <mark key={index}>{piece}</mark> : piece,
  );
}
