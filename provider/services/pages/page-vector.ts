import { splitWords } from '@/lib/domain/search-words';

export interface PageText {
  /** Host as it is shown. */
  domain: string;
  title: string;
  text: string;
}

/** Of a page that is as long as a book, the beginning. */
const wordsMax = 20_000;
/** PostgreSQL takes a megabyte; the words of a page of prose are a tenth of this. */
const bytesMax = 256 * 1024;
/** Longer than the words that count are, and short for text that is made to be slow to fold. */
const lengthMax = 256 * 1024;
const sliceLength = 16_384;

/** Slices that end between two words, where there is any space to end at. */
function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const slice = text.slice(at, at + sliceLength);
    const isLast = at + slice.length === text.length;
    const end = isLast ? slice.length : Math.max(slice.lastIndexOf(' '), slice.lastIndexOf('\n')) + 1;
    const length = end > 0 ? end : slice.length;
    yield slice.slice(0, length).toWellFormed();
    at += length;
  }
}

/**
 * What the index keeps of a page, as a `tsvector` in PostgreSQL's own notation: its words, folded as those of a
 * bookmark, without codes; with those of its own title and its site. A slice is folded at a time, and none behind the last word that counts, so a page of any
 * length takes milliseconds.
 */
export function pageVector({ domain, title, text }: PageText): string {
  const lexemes = new Set(splitWords(`${title} ${domain}`));
  let words = lexemes.size;
  let bytes = 0;
  for (const slice of slicesOf(text.slice(0, lengthMax))) {
    for (const found of splitWords(slice)) {
      words += 1;
      if (words > wordsMax || bytes > bytesMax) return [...lexemes].join(' ');
      if (lexemes.has(found)) continue;
      lexemes.add(found);
      bytes += Buffer.byteLength(found);
    }
  }
  return [...lexemes].join(' ');
}
