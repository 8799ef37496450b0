'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { bookmarkTitle } from '@/components/entities/bookmark-text';
import { collectionName } from '@/components/entities/collection-chip';
import { Button, buttonVariants } from '@/components/ui/button';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { isLiveUrl } from '@/lib/domain/live-url';
import { bookmarkMutations } from '@/lib/api/bookmarks';
import { collectionQueries } from '@/lib/api/collections';

interface ExistingBookmarkAlertProps {
  bookmark: Bookmark;
  onEdit: (bookmark: Bookmark) => void;
}

/** The link is saved already: shows where, and leads there. */
export function ExistingBookmarkAlert({ bookmark, onEdit }: ExistingBookmarkAlertProps) {
  const t = useTranslations('BookmarkEditor');
  const { mutate: visit } = useMutation(bookmarkMutations.visit());
  const { data: defaultCollection } = useQuery(collectionQueries.defaultUuid());
  const places = bookmark.collections
    .map(({ uuid, name }) =>
      collectionName({ name, isDefault: uuid === defaultCollection }, t('uncategorized')),
    )
    .join(', ');
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-accent px-3 py-2.5"
    >
      <p className="min-w-0 flex-1 basis-52">
        <span className="block font-medium">{t('exists')}</span>
        <span className="block truncate text-second text-muted-foreground">
          {bookmarkTitle(bookmark)}
          {places ? ` · ${places}` : null}
        </span>
      </p>
      <span className="flex gap-1.5">
        {isLiveUrl(bookmark.url) ? (
          <a
            href={bookmark.url ?? ''}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonVariants({})}
            onClick={() => visit({ params: { uuid: bookmark.uuid }, bookmark })}
          >
            {t('open')}
          </a>
        ) : null}
        <Button onClick={() => onEdit(bookmark)}>{t('editExisting')}</Button>
      </span>
    </div>
  );
}
