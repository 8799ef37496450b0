'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { PictureField, usePictureWrites } from '@/components/common/picture-field';
import { Cover } from '@/components/entities/cover';
import { ButtonBase } from '@/components/ui/button-base';
import { Skeleton } from '@/components/ui/skeleton';
import { coverMutations, coverQueries } from '@/lib/api/covers';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { isLiveUrl } from '@/lib/domain/live-url';

/** The cover of a saved bookmark: chosen from the pictures of its page, uploaded, pasted or removed. */
export function CoverField({ bookmark: saved }: { bookmark: Bookmark }) {
  const t = useTranslations('BookmarkEditor.cover');
  const { latest: bookmark, ...writes } = usePictureWrites(saved, {
    upload: useMutation(coverMutations.upload()),
    choose: useMutation(coverMutations.choose()),
    remove: useMutation(coverMutations.remove()),
  });
  return (
    <PictureField
      {...{ t, writes }}
      picture={
        <Cover bookmark={bookmark} sizes="112px" isDetailed className="h-18 w-28 rounded-md text-panel" />
      }
      isRemovable={bookmark.cover !== null}
      choices={
        isLiveUrl(bookmark.url) ? (
          <Pictures
            bookmark={bookmark}
            disabled={writes.isPending}
            onChoose={(url) => writes.choose({ url })}
          />
        ) : null
      }
    />
  );
}

interface PicturesProps {
  bookmark: Bookmark;
  disabled: boolean;
  onChoose: (url: string) => void;
}

function Pictures({ bookmark, disabled, onChoose }: PicturesProps) {
  const t = useTranslations('BookmarkEditor.cover');
  const { data, isError } = useQuery(coverQueries.pictures(bookmark.uuid));
  if (isError || data?.content.length === 0) {
    return <p className="text-second text-muted-foreground">{t(isError ? 'unread' : 'none')}</p>;
  }
  return (
    <ul
      aria-label={t('pictures')}
      aria-busy={data === undefined}
      className="grid grid-cols-3 gap-2 md:grid-cols-4"
    >
      {data === undefined
        ? Array.from({ length: 4 }, (_, index) => (
            <li key={index}>
              <Skeleton className="h-18 w-full rounded-md" />
            </li>
          ))
        : data.content.map(({ url, width, height, preview }, index) => (
            <li key={url}>
              <ButtonBase
                aria-label={t('picture', { number: index + 1, width, height })}
                title={`${width} × ${height}`}
                disabled={disabled}
                className="block w-full overflow-hidden rounded-md border hover:border-primary"
                onClick={() => onChoose(url)}
              >
                <img src={preview} alt="" className="h-18 w-full object-cover" />
              </ButtonBase>
            </li>
          ))}
    </ul>
  );
}
