import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { ColorDot } from '@/components/common/color-dot';
import { bookmarkAddress, bookmarkTitle, isLocked } from '@/components/entities/bookmark-text';
import { Favicon, LockTile } from '@/components/entities/favicon';
import { formOf } from '@/lib/api/closeness';
import type { SearchMatch } from '@/lib/contract/search';
import { collectionQueries } from '@/lib/api/collections';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { cn } from '@/lib/utils/cn';

interface ResultRowProps {
  id: string;
  bookmark: Bookmark;
  match: SearchMatch | undefined;
  isActive: boolean;
  onOpen: () => void;
}

/** A bookmark that was found: title, host and why, and the color of its collection. */
export function ResultRow({ id, bookmark, match, isActive, onOpen }: ResultRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const { data: defaultCollection } = useQuery(collectionQueries.defaultUuid());
  const t = useTranslations('Search');
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const collection = bookmark.collections.find(({ uuid }) => uuid !== defaultCollection);
  const reason = reasonOf(match);
  const form = match && formOf(match);
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are handled in the field, which keeps the focus
    <li
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      className={cn(
        'flex min-h-14 cursor-pointer items-center gap-2.5 px-3 py-1.5 hover:bg-muted',
        isActive && 'bg-muted',
      )}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onOpen}
    >
      {bookmark.encrypted ? <LockTile /> : <Favicon host={bookmark.domain} url={null} />}
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate font-medium">
          {isLocked(bookmark) ? t('encrypted') : bookmarkTitle(bookmark)}
        </span>
        <span className="block truncate text-second text-muted-foreground">
          <bdi>{bookmarkAddress(bookmark).host}</bdi>
          {match && form ? <> · {t(`why.${form}`, { words: match.words.join(', ') })}</> : null}
          {reason === null ? null : <> · {t(`why.${reason}`)}</>}
        </span>
      </span>
      {collection ? (
        <span title={collection.name} className="grid place-items-center">
          <ColorDot color={collection.color} />
          <span className="sr-only">{collection.name}</span>
        </span>
      ) : null}
    </li>
  );
}

const reasons = ['tags', 'description', 'notes', 'text', 'url'] as const;

const reasonOf = (match: SearchMatch | undefined): (typeof reasons)[number] | null =>
  reasons.find((field) => field === match?.field) ?? null;
