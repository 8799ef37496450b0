'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { PictureField, usePictureWrites } from '@/components/common/picture-field';
import { bookmarkTitle } from '@/components/entities/bookmark-text';
import { CollectionCover } from '@/components/entities/collection-cover';
import { Cover } from '@/components/entities/cover';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { accountQueries } from '@/lib/api/account';
import { collectionQueries } from '@/lib/api/collections';
import { collectionCoverMutations } from '@/lib/api/covers';
import type { Collection } from '@/lib/contract/collections';
import { sortQuery } from '@/lib/domain/sort';

/** The cover of a saved collection: chosen from those of its bookmarks, uploaded, pasted or removed. */
export function CollectionCoverField({ collection: saved }: { collection: Collection }) {
  const t = useTranslations('Collections.cover');
  const { latest: collection, ...writes } = usePictureWrites(saved, {
    upload: useMutation(collectionCoverMutations.upload()),
    choose: useMutation(collectionCoverMutations.choose()),
    remove: useMutation(collectionCoverMutations.remove()),
  });
  return (
    <PictureField
      {...{ t, writes }}
      picture={
        collection.cover ? (
          <CollectionCover collection={collection} sizes="96px" className="h-16 w-24 rounded-md" />
        ) : (
          <span
            aria-hidden="true"
            className="grid h-16 w-24 flex-none place-items-center rounded-md border border-dashed text-faint"
          >
            <Icon name="i-image" />
          </span>
        )
      }
      isRemovable={collection.cover !== null}
      choices={
        collection.count > 0 ? (
          <Covers
            uuid={saved.uuid}
            disabled={writes.isPending}
            onChoose={(bookmark) => writes.choose({ bookmark })}
          />
        ) : null
      }
    />
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
