import { highlightWords } from '@/components/features/search/highlight-words';

/** A text with the words that were searched for marked. */
export function MarkedText({ text, query }: { text: string; query: string }) {
  return highlightWords(text, query).map(({ text: piece, isMatch }, index) =>
    isMatch ? <mark key={index}>{piece}</mark> : piece,
  );
}
