import { bookmarkAddress, bookmarkTitle, maskedText } from '@/components/entities/bookmark-text';
import { CollectionChip } from '@/components/entities/collection-chip';
import { Favicon, LockTile } from '@/components/entities/favicon';
import { MarkedText } from '@/components/features/search/marked-text';
import type { OptionProps } from '@/components/features/search/option-props';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import { isLiveUrl } from '@/lib/domain/live-url';
import { cn } from '@/lib/utils/cn';

interface BookmarkOptionProps {
  bookmark: Bookmark;
  query: string;
  date: string;
  isActive: boolean;
  isLast: boolean;
  props: OptionProps;
}

/** A bookmark among the results: it looks like a row of a list, and is chosen like an option. */
export function BookmarkOption({ bookmark, query, date, isActive, isLast, props }: BookmarkOptionProps) {
  const { host, path } = bookmarkAddress(bookmark);
  const masked = bookmark.encrypted ? maskedText(bookmark.uuid) : null;
  const [collection] = bookmark.collections;
  return (
    <div {...props} className={cn('row cursor-pointer', isActive && 'row-selected', isLast && 'row-last')}>
      {masked ? (
        <LockTile />
      ) : (
        <Favicon host={bookmark.domain} url={isLiveUrl(bookmark.url) ? bookmark.url : null} />
      )}
      <span className="row-text">
        <span className="row-title">
          {masked ? masked.title : <MarkedText text={bookmarkTitle(bookmark)} query={query} />}
        </span>
        <span className="row-address">
          {masked ? (
            masked.url
          ) : (
            <>
              {host}
              <span className="row-path">{path}</span>
            </>
          )}
        </span>
      </span>
      {collection ? <CollectionChip name={collection.name} color={collection.color} /> : null}
      {bookmark.favorite ? <span aria-hidden="true" className="icon i-solid-star row-star" /> : null}
      <span className="row-date">{date}</span>
    </div>
  );
}
