'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { type ReactNode, useMemo } from 'react';
import { AppLink } from '@/components/common/app-link';
import { EmptyState } from '@/components/common/empty-state';
import { ErrorState } from '@/components/common/error-state';
import { Menu, type MenuEntry } from '@/components/common/menu';
import { PageHeader } from '@/components/common/page-header';
import { PillLinks } from '@/components/common/pill-links';
import { SortMenu } from '@/components/common/sort-menu';
import { heldRowClass } from '@/components/common/sortable/rows';
import { usePlacing } from '@/components/common/sortable/use-placing';
import { SortHandle, useSortable } from '@/components/common/sortable/use-sortable';
import { fragmentNamed, useFragment } from '@/components/common/use-fragment';
import { collectionName } from '@/components/entities/collection-chip';
import { CollectionCover } from '@/components/entities/collection-cover';
import { CollectionIcon } from '@/components/entities/collection-icon';
import { useCollectionEntries } from '@/components/features/collections/collection-entries';
import { openCollectionDialog } from '@/components/features/collections/collection-store';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { accountMutations, accountQueries } from '@/lib/api/account';
import { collectionList } from '@/lib/api/collection-editing';
import { collectionQueries } from '@/lib/api/collections';
import { collectionChanges } from '@/lib/api/manual-order';
import type { Output } from '@/lib/contract';
import type { CollectionSort } from '@/lib/contract/account';
import type { Collection } from '@/lib/contract/collections';
import { collectionSorts } from '@/lib/contract/sorts';
import { sortQuery } from '@/lib/domain/sort';
import { cn } from '@/lib/utils/cn';

interface CollectionItemProps {
  collection: Collection;
  /** Rendered first: the handle in the manual order. */
  handle?: ReactNode;
  /** Items of its menu. */
  entries: () => readonly MenuEntry[];
}

/** A collection in the list: the whole row is a link, with its menu at the end. */
function CollectionItem({ collection, handle, entries }: CollectionItemProps) {
  const t = useTranslations('Collections');
  const { number } = useFormatter();
  const description = collection.description || (collection.isDefault ? t('defaultText') : '');
  return (
    <li
      data-sort-key={handle ? collection.uuid : undefined}
      className={cn(
        'group relative flex min-h-15 items-center gap-3 py-2 before:absolute before:right-0 before:bottom-0 before:left-6 before:h-px before:bg-border last:before:hidden md:rounded-md md:px-2 md:before:right-2 md:before:left-8 md:not-held:hover:bg-muted',
        handle ? ['gap-2 max-md:held:px-2', heldRowClass] : '',
      )}
    >
      {handle}
      <CollectionIcon collection={collection} smartLabel={t('smart.sign')} size="row" />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <AppLink
            href={`/collections/${collection.uuid}`}
            prefetch={false}
            className="min-w-0 truncate font-medium after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-ring"
          >
            {collectionName(collection, t('uncategorized'))}
          </AppLink>
          {collection.security === 1 ? (
            <span
              role="img"
              aria-label={t('public')}
              title={t('public')}
              className="icon i-globe size-3.5 text-faint"
            />
          ) : null}
        </span>
        {description ? (
          <span dir="auto" className="block truncate text-second text-muted-foreground">
            {description}
          </span>
        ) : null}
      </span>
      <CollectionCover collection={collection} sizes="60px" className="h-10 w-15 rounded-sm" />
      <span className="text-second text-muted-foreground tabular-nums">
        {number(collection.count)}
        <span className="sr-only"> {t('bookmarks', { count: collection.count })}</span>
      </span>
      <Menu
        label={t('moreOf', { name: collectionName(collection, t('uncategorized')) })}
        buttonClassName="relative z-1 grid size-9 place-items-center rounded-md text-muted-foreground hover:bg-card hover:text-foreground touch:size-11"
        entries={entries}
      >
        <Icon name="i-ellipsis" />
      </Menu>
    </li>
  );
}

/** Skeleton in the size of the collections. */
function CollectionListSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="mt-2">
      {Array.from({ length: 8 }, (_, index) => (
        <div
          key={index}
          className="relative flex min-h-15 items-center gap-3 py-2 before:absolute before:right-0 before:bottom-0 before:left-6 before:h-px before:bg-border last:before:hidden md:px-2 md:before:right-2 md:before:left-8"
        >
          <Skeleton className="size-3 rounded-full" />
          <span className="flex-1">
            <Skeleton className="my-[3px] h-3.5 w-40" />
            <Skeleton className="my-[3px] h-3 w-64 max-w-full" />
          </span>
          <Skeleton className="h-3 w-8" />
        </div>
      ))}
    </div>
  );
}

/** Sort order of the collections; stored with the account. */
function CollectionSortMenu({ value }: { value: CollectionSort }) {
  const t = useTranslations('Collections');
  const { mutate } = useMutation({
    ...accountMutations.updatePreferences(),
    meta: { failure: t('sortFailed') },
  });
  return (
    <SortMenu
      label={t('sortBy')}
      value={value}
      options={() => collectionSorts.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
      shown={t(`sortShort.${value}`)}
      onChange={(collectionSort) => mutate({ body: { collectionSort } })}
    />
  );
}

interface CollectionListProps {
  label: string;
  collections: readonly Collection[];
  entriesOf: (collection: Collection) => MenuEntry[];
}

/** Collections in manual order, which is changed by dragging, by keyboard or from the menu of each. */
function SortableCollections({ label, collections, entriesOf }: CollectionListProps) {
  const t = useTranslations('Collections');
  const sorting = useTranslations('Sorting');
  const { mutateAsync: move } = useMutation(collectionChanges.order());
  const { mutateAsync: moveBack } = useMutation({
    ...collectionChanges.order(),
    meta: { keepsUndo: true },
  });
  const keys = useMemo(() => collections.map(({ uuid }) => uuid), [collections]);
  const nameOf = (collection: Collection) => collectionName(collection, t('uncategorized'));
  const { listProps, moveBy, marks } = useSortable({
    keys,
    nameOf: (key) => {
      const collection = collections.find(({ uuid }) => uuid === key);
      return collection ? nameOf(collection) : '';
    },
    onMove: usePlacing({ id: 'collection-order', keys, move, moveBack, failed: t('orderFailed') }),
  });
  // For users who cannot drag, on devices without a keyboard.
  const moves = (uuid: string, index: number): MenuEntry[] => [
    {
      kind: 'item',
      key: 'up',
      icon: 'i-arrow-up',
      label: sorting('up'),
      disabled: index === 0,
      onSelect: () => moveBy(uuid, -1),
    },
    {
      kind: 'item',
      key: 'down',
      icon: 'i-arrow-down',
      label: sorting('down'),
      disabled: index === keys.length - 1,
      onSelect: () => moveBy(uuid, 1),
    },
    { kind: 'separator', key: 'moves' },
  ];
  return (
    <>
      <ul aria-label={label} className="pb-1" {...listProps}>
        {collections.map((collection, index) => (
          <CollectionItem
            key={collection.uuid}
            collection={collection}
            handle={<SortHandle name={nameOf(collection)} className="z-1 -ml-2 md:-ml-1" />}
            entries={() => [...moves(collection.uuid, index), ...entriesOf(collection)]}
          />
        ))}
      </ul>
      {marks}
    </>
  );
}

const create = () => openCollectionDialog({ kind: 'create' });

/** All collections of the current space, below its suggestions. `#create` in the URL opens the form. */
export function CollectionsScreen({ suggestions }: { suggestions?: ReactNode }) {
  const t = useTranslations('Collections');
  useFragment(fragmentNamed('create'), create);
  const { data: sort = 'created_at-DESC' } = useQuery({
    ...accountQueries.current(),
    select: (account) => account.preferences.collectionSort,
  });
  const { data: total } = useQuery({
    ...collectionList(sortQuery(sort)),
    select: (page) => page.pagination.total,
  });
  return (
    <div className="px-4 md:px-5 md:pt-5">
      <PageHeader
        titleInShell
        title={t('title')}
        detail={total === undefined ? null : t('count', { count: total })}
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
        label={t('cleanUp.label')}
        current=""
        className="mt-3"
        items={[
          { key: 'uncollected', label: t('cleanUp.uncollected'), href: '/?view=uncollected' },
          { key: 'tags', label: t('cleanUp.tags'), href: '/tags' },
          { key: 'duplicates', label: t('cleanUp.duplicates'), href: '/duplicates' },
          { key: 'broken', label: t('cleanUp.broken'), href: '/?view=broken' },
        ]}
      />
      {suggestions}
      <Collections sort={sort} />
    </div>
  );
}

const headingClass = 'mt-4 flex h-8 items-center text-caption font-medium text-muted-foreground md:px-2';

/** Uuids of the pinned collections in their own order, whatever the order of the others. */
const pinnedOf = ({ content }: Output<'collections.simplified'>): string[] =>
  content
    .filter(({ pinned }) => pinned)
    .sort((a, b) => (a.position ?? 0) - (b.position ?? 0))
    .map(({ uuid }) => uuid);

function splitPinned(all: readonly Collection[], order: readonly string[]) {
  const placeOf = new Map(order.map((uuid, index) => [uuid, index]));
  return {
    pinned: all
      .filter(({ pinned }) => pinned)
      .sort((a, b) => (placeOf.get(a.uuid) ?? order.length) - (placeOf.get(b.uuid) ?? order.length)),
    rest: all.filter(({ pinned }) => !pinned),
  };
}

const noCollections: readonly Collection[] = [];

function Collections({ sort }: { sort: CollectionSort }) {
  const t = useTranslations('Collections');
  const entriesOf = useCollectionEntries();
  const { data: order } = useQuery({ ...collectionQueries.simplified(), select: pinnedOf });
  const { data, isError, refetch } = useQuery(collectionList(sortQuery(sort)));
  const content = data?.content ?? noCollections;
  const { pinned, rest } = useMemo(() => splitPinned(content, order ?? []), [content, order]);
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
  const hasOwn = content.some((collection) => !collection.isDefault);
  return (
    <>
      {pinned.length > 0 ? (
        <>
          <h2 className={headingClass}>{t('pinned')}</h2>
          <SortableCollections label={t('pinned')} collections={pinned} entriesOf={entriesOf} />
          {rest.length > 0 ? <h2 className={headingClass}>{t('others')}</h2> : null}
        </>
      ) : (
        <div className="mt-2" />
      )}
      {sort === 'order-ASC' ? (
        <SortableCollections label={t('title')} collections={rest} entriesOf={entriesOf} />
      ) : (
        <ul aria-label={t('title')}>
          {rest.map((collection) => (
            <CollectionItem
              key={collection.uuid}
              collection={collection}
              entries={() => entriesOf(collection)}
            />
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
