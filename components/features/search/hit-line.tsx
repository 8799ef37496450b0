import { useTranslations } from 'next-intl';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { SearchMatch } from '@/lib/contract/search';
import { markWords, type QueryWord } from '@/lib/domain/query/highlight';

/** A text with the words that were found marked. */
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

/** Whether a row does not show by itself why it was found. */
export const hasHitLine = (bookmark: Bookmark, match: SearchMatch | undefined): boolean =>
  match !== undefined &&
  ((match.snippet !== null && fields.some((field) => field === match.field)) ||
    (match.field === 'tags' && bookmark.tags !== ''));

/** Why a bookmark was found, where its title and address do not say so. */
export function HitLine({ bookmark, match, words }: HitLineProps) {
  const t = useTranslations('Search');
  if (match === undefined) return null;
  if (match.field === 'tags') {
    return (
      <>
        {t('why.tags')}: <MarkedText text={bookmark.tags.split(',').join(', ')} words={words} />
      </>
    );
  }
  const field = fields.find((one) => one === match.field);
  if (field === undefined || match.snippet === null) return null;
  return (
    <>
      {t(`why.${field}`)}: <MarkedText text={match.snippet} words={words} />
    </>
  );
}

/**
 * What is marked in the results: the words of the query, and those of the library that they were taken for. Of a word
 * that holds what was typed, only that is marked.
 */
export const foundWords = (words: readonly QueryWord[] = []): readonly string[] => [
  ...new Set(words.flatMap(({ text, found }) => [text, ...found.filter((one) => !one.includes(text))])),
];
