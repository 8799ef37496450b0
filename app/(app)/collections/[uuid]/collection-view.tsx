'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { notFound } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { EmptyState } from '@/components/common/empty-state';
import { BookmarkList } from '@/components/features/bookmarks/bookmark-list';
import { BookmarkSortMenu } from '@/components/features/bookmarks/bookmark-sort-menu';
import { type BookmarkSource, sourceKey } from '@/components/features/bookmarks/bookmark-source';
import { openEditor } from '@/components/entities/editor-store';
import { ViewMenu } from '@/components/features/bookmarks/views/view-menu';
import { CollectionScreen } from '@/components/features/collections/collection-screen';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { accountMutations, accountQueries } from '@/lib/api/account';
import { collectionQueries } from '@/lib/api/collections';
import { statusOf } from '@/lib/api/query-client';
import { spaceQueries } from '@/lib/api/spaces';
import { sortQuery } from '@/lib/domain/sort';

/** A collection with its bookmarks: combines two independent features on one screen. */
export function CollectionView({ uuid }: { uuid: string }) {
  const t = useTranslations('Bookmarks');
  const [added, setAdded] = useState(0);
  const { data: sort = 'created_at-DESC' } = useQuery(accountQueries.bookmarkSort());
  const {
    data: { isSmart, space } = { isSmart: false },
    error,
    isFetching,
  } = useQuery({
    ...collectionQueries.page(uuid, sortQuery(sort), 1),
    select: (page): { isSmart: boolean; space?: string } => ({
      isSmart: page.collection.smart !== null,
      space: page.space,
    }),
  });
  const { data: defaultCollection } = useQuery(collectionQueries.defaultUuid());
  useSpaceOf(space);
  // Deleted on another device, or before going back to it; a full load shows the page of the server.
  // The error of an earlier visit is kept until the collection is read again: it may have been restored.
  if (!isFetching && statusOf(error) === 404) notFound();
  const add = () => openEditor({ collections: [uuid] });
  const source: BookmarkSource = { kind: 'collection', uuid, sort, smart: isSmart };
  const addButton = (
    <Button variant="primary" onClick={add}>
      <Icon name="i-plus" />
      {t('add')}
    </Button>
  );
  return (
    <CollectionScreen
      uuid={uuid}
      added={added}
      tools={
        <>
          <ViewMenu place={uuid} />
          <BookmarkSortMenu value={sort} />
          {isSmart ? null : <span className="max-md:hidden">{addButton}</span>}
        </>
      }
    >
      <BookmarkList
        key={sourceKey(source)}
        source={source}
        label={t('title')}
        // No row names a smart collection.
        hiddenCollection={isSmart ? defaultCollection : uuid}
        onAdded={setAdded}
        empty={
          isSmart ? (
            <SmartEmpty />
          ) : (
            <EmptyState
              icon="i-bookmark"
              title={t('collectionEmpty')}
              text={t('collectionEmptyText')}
              action={addButton}
            />
          )
        }
      />
    </CollectionScreen>
  );
}

/** Switches to the space of the collection if a link leads to a collection of another space. */
function useSpaceOf(space: string | undefined) {
  const t = useTranslations('Shell');
  const { data: current } = useQuery({
    ...spaceQueries.list(),
    select: ({ content }) => content.find(({ isCurrent }) => isCurrent)?.uuid,
  });
  const { mutateAsync } = useMutation({ ...accountMutations.update(), meta: { failure: t('switchFailed') } });
  // Decided on arrival only: another tab may switch the space later.
  const isDecided = useRef(false);
  useEffect(() => {
    if (isDecided.current || space === undefined || current === undefined) return;
    isDecided.current = true;
    if (space === current) return;
    mutateAsync({ body: { space } }).then(
      () => window.location.reload(),
      () => undefined,
    );
  }, [space, current, mutateAsync]);
}

/** Shown instead of rows while a smart collection matches nothing. */
function SmartEmpty() {
  const t = useTranslations('Collections.smart');
  return <EmptyState icon="i-funnel" title={t('emptyTitle')} text={t('emptyText')} />;
}
