'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { onDemand } from '@/components/common/on-demand';
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
import { sortQuery } from '@/lib/domain/sort';
import { accountQueries } from '@/lib/queries/account';
import { bookmarkQueries } from '@/lib/queries/bookmarks';
import { collectionQueries } from '@/lib/queries/collections';
import { spaceQueries } from '@/lib/queries/spaces';

const LibraryNote = onDemand(() =>
  import('@/components/features/bookmarks/library-note').then((module) => module.LibraryNote),
);

/** The library of the space in use: all of it, or one view of it. */
export function LibraryScreen({ view }: { view: LibraryView }) {
  const t = useTranslations('Bookmarks');
  const { data: sort = 'created_at-DESC' } = useQuery(accountQueries.bookmarkSort());
  const { data: defaultCollection } = useQuery(collectionQueries.defaultUuid());
  // From the first page of the list.
  const { data: total } = useQuery({
    ...bookmarkQueries.page({ ...viewFilters[view], ...sortQuery(sort) }, 1),
    select: (page) => page.pagination.total,
  });
  const source: BookmarkSource = { kind: 'library', view, sort };
  return (
    <div className="px-4 md:px-5 md:pt-5">
      <PageHeader
        titleInShell
        title={t(view === 'trash' ? 'trash' : 'title')}
        detail={<Count total={total} />}
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
      {view === 'broken' || view === 'trash' ? <LibraryNote view={view} total={total ?? 0} /> : null}
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

/** How many bookmarks the view holds, and in which space. */
function Count({ total }: { total: number | undefined }) {
  const t = useTranslations('Bookmarks');
  const { data: space } = useQuery({
    ...spaceQueries.list(),
    select: ({ content }) => content.find((one) => one.isCurrent)?.name,
  });
  if (total === undefined || space === undefined) return null;
  return t('countIn', { count: total, space });
}
