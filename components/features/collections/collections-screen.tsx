'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/common/empty-state';
import { ErrorState } from '@/components/common/error-state';
import { PageHeader } from '@/components/common/page-header';
import { useFragment } from '@/components/common/use-fragment';
import { CollectionItem } from '@/components/features/collections/collection-item';
import { CollectionListSkeleton } from '@/components/features/collections/collection-list-skeleton';
import { openCollectionDialog } from '@/components/features/collections/collection-store';
import { CollectionSortMenu } from '@/components/features/collections/collection-sort-menu';
import { SortableCollections } from '@/components/features/collections/sortable-collections';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { PillLinks } from '@/components/ui/pills';
import type { CollectionSort } from '@/lib/contract/schemas/account';
import { sortQuery } from '@/lib/domain/sort';
import { accountQueries } from '@/lib/queries/account';
import { collectionQueries } from '@/lib/queries/collections';

const create = () => openCollectionDialog({ kind: 'create' });

/** Every collection of the space in use, below what is suggested for it. `#create` in the address opens the form. */
export function CollectionsScreen({ suggestions }: { suggestions?: ReactNode }) {
  const t = useTranslations('Collections');
  useFragment('create', create);
  const { data: sort = 'created_at-DESC' } = useQuery({
    ...accountQueries.current(),
    select: (account) => account.preferences.collectionSort,
  });
  const { data: total } = useQuery({
    ...collectionQueries.list(sortQuery(sort)),
    select: (page) => page.pagination.total,
  });
  return (
    <div className="px-4 md:px-5 md:pt-5">
      <PageHeader
        titleInShell
        title={t('title')}
        detail={total === undefined ? null : t('count', { count: total })}
        className="max-md:pt-2"
        actions={
          <>
            <CollectionSortMenu value={sort} />
            <Button variant="primary" onClick={create}>
              <Icon name="i-plus" />
              {t('new')}
            </Button>
          </>
        }
      />
      <PillLinks
        label={t('tidy.label')}
        current=""
        className="mt-3"
        items={[
          { key: 'uncollected', label: t('tidy.uncollected'), href: '/?view=uncollected' },
          { key: 'tags', label: t('tidy.tags'), href: '/tags' },
          { key: 'duplicates', label: t('tidy.duplicates'), href: '/duplicates' },
          { key: 'broken', label: t('tidy.broken'), href: '/?view=broken' },
        ]}
      />
      {suggestions}
      <Collections sort={sort} />
    </div>
  );
}

function Collections({ sort }: { sort: CollectionSort }) {
  const t = useTranslations('Collections');
  const { data, isError, refetch } = useQuery(collectionQueries.list(sortQuery(sort)));
  if (isError && data === undefined) {
    return (
      <ErrorState
        title={t('loadFailed')}
        text={t('loadFailedText')}
        action={<Button onClick={() => void refetch()}>{t('retry')}</Button>}
      />
    );
  }
  if (data === undefined) return <CollectionListSkeleton label={t('loading')} />;
  const hasOwn = data.content.some((collection) => !collection.isDefault);
  return (
    <>
      {sort === 'order-ASC' ? (
        <SortableCollections collections={data.content} />
      ) : (
        <ul aria-label={t('title')} className="mt-2">
          {data.content.map((collection) => (
            <CollectionItem key={collection.uuid} collection={collection} />
          ))}
        </ul>
      )}
      {hasOwn ? null : (
        <EmptyState
          icon="i-library"
          title={t('empty.title')}
          text={t('empty.text')}
          action={
            <Button variant="primary" size="lg" onClick={create}>
              <Icon name="i-plus" />
              {t('createFirst')}
            </Button>
          }
        />
      )}
    </>
  );
}
