import { useTranslations } from 'next-intl';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { SearchMatch } from '@/lib/contract/search';
import { markWords, type QueryWord } from '@/lib/domain/query/highlight';

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

const fields = ['description', 'text', 'url'] as const;

/** Whether the row needs a line that explains why it was found. */
export const hasHitLine = (bookmark: Bookmark, match: SearchMatch | undefined): boolean =>
  match !== undefined &&
  ((match.snippet !== null && fields.some((field) => field === match.field)) ||
    (match.field === 'tags' && bookmark.tags !== ''));

/** Shows why a bookmark was found, if its title and address do not. */
export function HitLine({ bookmark, match, words }: HitLineProps) {
  const t = useTranslations('Search');
  if (match === undefined) return null;
  if (match.field === 'tags') {
    return (
      <>
        {t('why.tags')}:{' '}
        <bdi>
          <MarkedText text={bookmark.tags.split(',').join(', ')} words={words} />
        </bdi>
      </>
    );
  }
  const field = fields.find((one) => one === match.field);
  if (field === undefined || match.snippet === null) return null;
  return (
    <>
      {t(`why.${field}`)}:{' '}
      <bdi>
        <MarkedText text={match.snippet} words={words} />
      </bdi>
    </>
  );
}

/**
 * Returns the words to mark in the results: those of the query, and those of the library that they were matched
 * to. If a longer word contains the typed one, only that part is marked.
 */
export const foundWords = (words: readonly QueryWord[] = []): readonly string[] => [
  ...new Set(words.flatMap(({ text, found }) => [text, ...found.filter((one) => !one.includes(text))])),
];
