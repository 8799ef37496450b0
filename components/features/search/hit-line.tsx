import { useTranslations } from 'next-intl';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { formOf } from '@/lib/api/closeness';
import type { SearchMatch } from '@/lib/contract/search';
import { markWords, type QueryWord } from '@/lib/domain/query/highlight';
import { optionalNodes } from '@/lib/domain/query/parts';
import type { Query } from '@/lib/domain/query/query';
import { queryWords } from '@/lib/domain/search-words';

/** A text in which the found words are marked. */
export function MarkedText({ text, words }: { text: string; words: readonly string[] }) {
  return markWords(text, words).map(({ text: piece, isMarked }, index) =>
    isMarked ? <mark key={index}>{piece}</mark> : piece,
  );
}

interface HitLineProps {
  bookmark: Bookmark;
  match: SearchMatch | undefined;
  words: readonly string[];
}

const fields = ['description', 'notes', 'annotation', 'text', 'url'] as const;
type Field = (typeof fields)[number];

/** Returns the excerpt that shows why a bookmark was found; null if its title and address do. */
function excerptOf(bookmark: Bookmark, match: SearchMatch): { field: Field | 'tags'; text: string } | null {
  if (match.field === 'tags') {
    const text = bookmark.tags.split(',').join(', ');
    return text === '' ? null : { field: 'tags', text };
  }
  const field = fields.find((one) => one === match.field);
  return field === undefined || match.snippet === null ? null : { field, text: match.snippet };
}

/** Whether the row needs a line that explains why it was found. */
export const hasHitLine = (bookmark: Bookmark, match: SearchMatch | undefined): match is SearchMatch =>
  match !== undefined && (excerptOf(bookmark, match) !== null || formOf(match) !== null);

/** Shows why a bookmark was found, if its title and address do not. */
export function HitLine({ bookmark, match, words }: HitLineProps) {
  const t = useTranslations('Search');
  if (match === undefined) return null;
  const excerpt = excerptOf(bookmark, match);
  const form = formOf(match);
  return (
    <>
      {form === null ? null : <bdi>{t(`why.${form}`, { words: match.words.join(', ') })}</bdi>}
      {form === null || excerpt === null ? null : ' · '}
      {excerpt === null ? null : (
        <>
          {t(`why.${excerpt.field}`)}:{' '}
          <bdi>
            <MarkedText text={excerpt.text} words={words} />
          </bdi>
        </>
      )}
    </>
  );
}

/** Returns the words to mark in a row: those of the query, and those of the row that matched. */
export const marked = (words: readonly string[], match: SearchMatch | undefined): readonly string[] =>
  match?.words ? [...words, ...match.words] : words;

/**
 * Returns the words to mark in the results: those of the query that must match, and those of the library that they were
 * matched to. If a longer word contains the typed one, only that part is marked.
 */
export function foundWords(words: readonly QueryWord[], query: Query): readonly string[] {
  const optional = new Set(
    optionalNodes(query).flatMap((node) => ('text' in node ? queryWords(node.text) : [])),
  );
  const required = words.filter(({ text }) => !optional.has(text));
  return [
    ...new Set(required.flatMap(({ text, found }) => [text, ...found.filter((one) => !one.includes(text))])),
  ];
}
