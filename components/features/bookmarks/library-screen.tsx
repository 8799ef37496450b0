'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DialogLoading, onDemand } from '@/components/common/on-demand';
import { LinkStatus } from '@/components/common/pending-navigation';
import { PageHeader } from '@/components/common/page-header';
import { BookmarkSortMenu } from '@/components/features/bookmarks/bookmark-sort-menu';
import { sourceKey, type BookmarkSource } from '@/components/features/bookmarks/bookmark-source';
import { openEditor } from '@/components/features/bookmarks/editor-store';
import { LibraryEmpty } from '@/components/features/bookmarks/library-empty';
import {
  libraryViews,
  viewFilters,
  viewHref,
  type LibraryView,
} from '@/components/features/bookmarks/library-view';
import { BookmarkList } from '@/components/features/bookmarks/list/bookmark-list';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { PillLinks } from '@/components/ui/pills';
import { limits } from '@/lib/contract/limits';
import type { BookmarkSort } from '@/lib/contract/schemas/account';
import { sortQuery } from '@/lib/domain/sort';
import { accountQueries } from '@/lib/queries/account';
import { bookmarkQueries } from '@/lib/queries/bookmarks';
import { collectionQueries } from '@/lib/queries/collections';
import { spaceQueries } from '@/lib/queries/spaces';

/** The library of the space in use: all of it, or one view of it. */
export function LibraryScreen({ view }: { view: LibraryView }) {
  const t = useTranslations('Bookmarks');
  const { data: sort = 'created_at-DESC' } = useQuery(accountQueries.bookmarkSort());
  const { data: defaultCollection } = useQuery(collectionQueries.defaultUuid());
  const source: BookmarkSource = { kind: 'library', view, sort };
  return (
    <div className="px-4 md:px-5 md:pt-5">
      <PageHeader
        titleInShell
        title={t(view === 'trash' ? 'trash' : 'title')}
        detail={<Count view={view} sort={sort} />}
        actions={
          <>
            <BookmarkSortMenu value={sort} />
            <Button variant="primary" className="max-md:hidden" onClick={() => openEditor()}>
              <Icon name="i-plus" />
              {t('add')}
            </Button>
          </>
        }
      />
      <PillLinks
        label={t('views')}
        current={view}
        className="mt-3"
        items={libraryViews.map((key) => ({
          key,
          label: (
            <>
              {t(`view.${key}`)}
              <LinkStatus />
            </>
          ),
          href: viewHref(key),
        }))}
      />
      {view === 'broken' ? <BrokenNote sort={sort} /> : null}
      {view === 'trash' ? <TrashNote sort={sort} /> : null}
      <div className="md:mt-2">
        <BookmarkList
          key={sourceKey(source)}
          source={source}
          label={t(`view.${view}`)}
          hiddenCollection={defaultCollection}
          empty={<LibraryEmpty view={view} />}
        />
      </div>
    </div>
  );
}

const EmptyTrashDialog = onDemand(
  () =>
    import('@/components/features/bookmarks/empty-trash-dialog').then((module) => module.EmptyTrashDialog),
  <DialogLoading />,
);

/** How many bookmarks the view holds, from the first page of its list. */
function useTotal(view: LibraryView, sort: BookmarkSort): number | undefined {
  const { data } = useQuery({
    ...bookmarkQueries.page({ ...viewFilters[view], ...sortQuery(sort) }, 1),
    select: (page) => page.pagination.total,
  });
  return data;
}

/** How many bookmarks the view holds, and in which space. */
function Count({ view, sort }: { view: LibraryView; sort: BookmarkSort }) {
  const t = useTranslations('Bookmarks');
  const total = useTotal(view, sort);
  const { data: space } = useQuery({
    ...spaceQueries.list(),
    select: ({ content }) => content.find((one) => one.isCurrent)?.name,
  });
  if (total === undefined || space === undefined) return null;
  return t('countIn', { count: total, space });
}

/** Why these links count as broken, and what to do; where there is none the empty list says it. */
function BrokenNote({ sort }: { sort: BookmarkSort }) {
  const t = useTranslations('Bookmarks');
  const total = useTotal('broken', sort);
  return total ? (
    <p className="mt-3 max-w-160 text-second text-pretty text-muted-foreground">{t('brokenText')}</p>
  ) : null;
}

/** When bookmarks in the trash are erased, and a button that erases all of them now. */
function TrashNote({ sort }: { sort: BookmarkSort }) {
  const t = useTranslations('Bookmarks');
  const [isAsking, setAsking] = useState(false);
  const total = useTotal('trash', sort) ?? 0;
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="max-w-160 text-second text-pretty text-muted-foreground">
        {t('trashText', { days: limits.trashDays })}
      </p>
      {total > 0 ? (
        <Button onClick={() => setAsking(true)}>
          <Icon name="i-trash-2" />
          {t('emptyTrash')}
        </Button>
      ) : null}
      {isAsking ? <EmptyTrashDialog count={total} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}
