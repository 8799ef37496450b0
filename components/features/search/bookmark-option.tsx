import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { bookmarkAddress, bookmarkTitle, isLocked, maskedText } from '@/components/entities/bookmark-text';
import { CollectionChip, SpaceName } from '@/components/entities/collection-chip';
import { Favicon, LockTile } from '@/components/entities/favicon';
import { useOpened } from '@/components/entities/use-opened';
import { hasHitLine, HitLine } from '@/components/features/search/hit-line';
import { MarkedText } from '@/components/features/search/marked-text';
import type { OptionProps } from '@/components/features/search/option-props';
import type { FoundSpace } from '@/components/features/search/search-option';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import type { SearchMatch } from '@/lib/contract/schemas/search';
import { isLiveUrl } from '@/lib/domain/live-url';
import { collectionQueries } from '@/lib/queries/collections';
import { cn } from '@/lib/utils/cn';
import { reveal } from '@/lib/vault/opened';

interface BookmarkOptionProps {
  bookmark: Bookmark;
  match: SearchMatch | undefined;
  space: FoundSpace | undefined;
  /** Words of the library that the query was taken for. */
  words: readonly string[];
  date: string;
  isActive: boolean;
  isLast: boolean;
  props: OptionProps;
}

/** A bookmark among the results: it looks like a row of a list, and is chosen like an option. */
export function BookmarkOption({
  bookmark: row,
  match,
  space,
  words,
  date,
  isActive,
  isLast,
  props,
}: BookmarkOptionProps) {
  const t = useTranslations('Search');
  useOpened();
  const bookmark = reveal(row);
  const { data: ownDefault } = useQuery(collectionQueries.defaultUuid());
  const hidden = space?.defaultCollection ?? ownDefault;
  const collection = bookmark.collections.find(({ uuid }) => uuid !== hidden);
  // To ask for the icon of an encrypted one would name its site.
  const hasIcon = isLiveUrl(bookmark.url) && !bookmark.encrypted;
  const hasWhy = hasHitLine(bookmark, match);
  return (
    <div
      {...props}
      className={cn(
        'row cursor-pointer',
        isActive && 'row-selected',
        isLast && 'row-last',
        hasWhy && 'h-auto py-2',
      )}
    >
      {isLocked(bookmark) ? (
        <LockTile />
      ) : (
        <Favicon host={bookmark.domain} url={hasIcon ? bookmark.url : null} />
      )}
      <span className="row-text">
        <OptionText bookmark={bookmark} words={words} />
        {hasWhy ? (
          <span className="row-address">
            <HitLine {...{ bookmark, match, words }} />
          </span>
        ) : null}
      </span>
      {bookmark.encrypted ? <span className="chip chip-encrypted">{t('encrypted')}</span> : null}
      <SpaceName name={space?.name} />
      {collection ? <CollectionChip name={collection.name} color={collection.color} /> : null}
      {bookmark.favorite ? <span aria-hidden="true" className="icon i-solid-star row-star" /> : null}
      <span className="row-date">{date}</span>
    </div>
  );
}

function OptionText({ bookmark, words }: Pick<BookmarkOptionProps, 'bookmark' | 'words'>) {
  if (isLocked(bookmark)) {
    const masked = maskedText(bookmark.uuid);
    return (
      <>
        <span className="row-title">{masked.title}</span>
        <span className="row-address">{masked.url}</span>
      </>
    );
  }
  const { host, path } = bookmarkAddress(bookmark);
  return (
    <>
      <span className="row-title">
        <MarkedText text={bookmarkTitle(bookmark)} words={words} />
      </span>
      <span className="row-address">
        <MarkedText text={host} words={words} />
        <span className="row-path">
          <MarkedText text={path} words={words} />
        </span>
      </span>
    </>
  );
}
