'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { PictureUpload, usePastedPicture } from '@/components/common/picture-field';
import { bookmarkTitle } from '@/components/entities/bookmark-text';
import { CollectionCover } from '@/components/entities/collection-cover';
import { Cover } from '@/components/entities/cover';
import { Button } from '@/components/ui/button';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { accountQueries } from '@/lib/api/account';
import { collectionQueries } from '@/lib/api/collections';
import { collectionCoverMutations } from '@/lib/api/covers';
import { ApiProblem } from '@/lib/api/problem';
import type { Collection } from '@/lib/contract/collections';
import { sortQuery } from '@/lib/domain/sort';

/** Writes the cover at once: the form only saves what is typed. */
function useCoverWrites(saved: Collection) {
  const t = useTranslations('Collections.cover');
  const upload = useMutation(collectionCoverMutations.upload());
  const choose = useMutation(collectionCoverMutations.choose());
  const remove = useMutation(collectionCoverMutations.remove());
  const all = [upload, choose, remove];
  const params = { uuid: saved.uuid };
  const [latest, setLatest] = useState(saved);
  const begin = () => all.forEach((one) => one.reset());
  const failed = all.find(({ isError }) => isError)?.error;
  return {
    collection: latest,
    isPending: all.some(({ isPending }) => isPending),
    failure: failed ? (failed instanceof ApiProblem && failed.message) || t('failed') : null,
    upload: (body: Blob) => {
      begin();
      upload.mutate({ params, body }, { onSuccess: setLatest });
    },
    choose: (bookmark: string) => {
      begin();
      choose.mutate({ params, body: { bookmark } }, { onSuccess: setLatest });
    },
    remove: () => {
      begin();
      remove.mutate({ params }, { onSuccess: setLatest });
    },
  };
}

/** The cover of a saved collection: chosen from those of its bookmarks, uploaded, pasted or removed. */
export function CollectionCoverField({ collection: saved }: { collection: Collection }) {
  const t = useTranslations('Collections.cover');
  const { collection, isPending, failure, upload, choose, remove } = useCoverWrites(saved);
  const [isChoosing, setChoosing] = useState(false);
  usePastedPicture(upload);
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">{t('label')}</legend>
      <div className="flex flex-wrap items-center gap-3">
        {collection.cover ? (
          <CollectionCover collection={collection} sizes="96px" className="h-16 w-24 rounded-md" />
        ) : (
          <span
            aria-hidden="true"
            className="grid h-16 w-24 flex-none place-items-center rounded-md border border-dashed text-faint"
          >
            <Icon name="i-image" />
          </span>
        )}
        <div className="flex min-w-0 flex-1 flex-wrap gap-1.5">
          {collection.count > 0 ? (
            <Button aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
              <Icon name="i-image" />
              {t('choose')}
            </Button>
          ) : null}
          <PictureUpload label={t('upload')} pending={isPending} onPicture={upload} />
          {collection.cover ? (
            <Button disabled={isPending} onClick={remove}>
              <Icon name="i-image-off" />
              {t('remove')}
            </Button>
          ) : null}
        </div>
      </div>
      <p className="text-second text-muted-foreground">{t('hint')}</p>
      {isChoosing ? <Covers uuid={saved.uuid} disabled={isPending} onChoose={choose} /> : null}
      <p role="alert" className="text-second text-destructive empty:hidden">
        {failure}
      </p>
    </fieldset>
  );
}

interface CoversProps {
  uuid: string;
  disabled: boolean;
  onChoose: (bookmark: string) => void;
}

/** The covers of the first bookmarks, in the order of the collection. */
function Covers({ uuid, disabled, onChoose }: CoversProps) {
  const t = useTranslations('Collections.cover');
  const { data: sort = 'created_at-DESC' } = useQuery(accountQueries.bookmarkSort());
  const { data } = useQuery({
    ...collectionQueries.page(uuid, sortQuery(sort), 1),
    select: ({ bookmarks }) => bookmarks.filter(({ cover, encrypted }) => cover !== null && !encrypted),
  });
  if (data?.length === 0) return <p className="text-second text-muted-foreground">{t('none')}</p>;
  return (
    <ul
      aria-label={t('covers')}
      aria-busy={data === undefined}
      className="grid max-h-60 grid-cols-3 gap-2 overflow-y-auto md:grid-cols-4"
    >
      {data?.map((bookmark) => (
        <li key={bookmark.uuid}>
          <ButtonBase
            aria-label={bookmarkTitle(bookmark)}
            title={bookmarkTitle(bookmark)}
            disabled={disabled}
            className="block w-full overflow-hidden rounded-md border hover:border-primary"
            onClick={() => onChoose(bookmark.uuid)}
          >
            <Cover bookmark={bookmark} sizes="112px" isDetailed className="h-16" />
          </ButtonBase>
        </li>
      ))}
    </ul>
  );
}
