import { useTranslations } from 'next-intl';
import { MarkedText } from '@/components/features/search/marked-text';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import type { SearchMatch } from '@/lib/contract/schemas/search';

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
