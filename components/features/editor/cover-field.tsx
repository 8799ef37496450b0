'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { PictureUpload, usePastedPicture } from '@/components/common/picture-field';
import { Cover } from '@/components/entities/cover';
import { Button } from '@/components/ui/button';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { coverMutations, coverQueries } from '@/lib/api/covers';
import { ApiProblem } from '@/lib/api/problem';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { isLiveUrl } from '@/lib/domain/live-url';

/** Writes the cover at once: the form only saves texts. */
function useCoverWrites(saved: Bookmark) {
  const t = useTranslations('BookmarkEditor.cover');
  const upload = useMutation(coverMutations.upload());
  const choose = useMutation(coverMutations.choose());
  const remove = useMutation(coverMutations.remove());
  const all = [upload, choose, remove];
  const params = { uuid: saved.uuid };
  const [latest, setLatest] = useState(saved);
  const begin = () => all.forEach((one) => one.reset());
  const failed = all.find(({ isError }) => isError)?.error;
  return {
    bookmark: latest,
    isPending: all.some(({ isPending }) => isPending),
    failure: failed ? (failed instanceof ApiProblem && failed.message) || t('failed') : null,
    upload: (body: Blob) => {
      begin();
      upload.mutate({ params, body }, { onSuccess: setLatest });
    },
    choose: (url: string) => {
      begin();
      choose.mutate({ params, body: { url } }, { onSuccess: setLatest });
    },
    remove: () => {
      begin();
      remove.mutate({ params }, { onSuccess: setLatest });
    },
  };
}

/** The cover of a saved bookmark: chosen from the pictures of its page, uploaded, pasted or removed. */
export function CoverField({ bookmark: saved }: { bookmark: Bookmark }) {
  const t = useTranslations('BookmarkEditor.cover');
  const { bookmark, isPending, failure, upload, choose, remove } = useCoverWrites(saved);
  const [isChoosing, setChoosing] = useState(false);
  usePastedPicture(upload);
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">{t('label')}</legend>
      <div className="flex flex-wrap items-center gap-3">
        <Cover bookmark={bookmark} sizes="112px" isDetailed className="h-18 w-28 rounded-md text-panel" />
        <div className="flex min-w-0 flex-1 flex-wrap gap-1.5">
          {isLiveUrl(bookmark.url) ? (
            <Button aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
              <Icon name="i-image" />
              {t('choose')}
            </Button>
          ) : null}
          <PictureUpload label={t('upload')} pending={isPending} onPicture={upload} />
          {bookmark.cover ? (
            <Button disabled={isPending} onClick={remove}>
              <Icon name="i-image-off" />
              {t('remove')}
            </Button>
          ) : null}
        </div>
      </div>
      <p className="text-second text-muted-foreground">{t('hint')}</p>
      {isChoosing ? <Pictures bookmark={bookmark} disabled={isPending} onChoose={choose} /> : null}
      <p role="alert" className="text-second text-destructive empty:hidden">
        {failure}
      </p>
    </fieldset>
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
