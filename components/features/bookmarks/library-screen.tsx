'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { AppLink } from '@/components/common/app-link';
import { EmptyState } from '@/components/common/empty-state';
import { onDemand } from '@/components/common/on-demand';
import { PageHeader } from '@/components/common/page-header';
import { PillLinks } from '@/components/common/pill-links';
import { eachMarkView, marks } from '@/components/entities/bookmark-marks';
import { BookmarkList } from '@/components/features/bookmarks/bookmark-list';
import { BookmarkSortMenu } from '@/components/features/bookmarks/bookmark-sort-menu';
import {
  type BookmarkSource,
  type LibraryView,
  libraryViews,
  sourceKey,
  viewFilters,
  viewHref,
} from '@/components/features/bookmarks/bookmark-source';
import { openEditor } from '@/components/entities/editor-store';
import { ViewMenu } from '@/components/features/bookmarks/views/view-menu';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { accountQueries } from '@/lib/api/account';
import { bookmarkQueries } from '@/lib/api/bookmarks';
import { collectionQueries } from '@/lib/api/collections';
import { spaceQueries } from '@/lib/api/spaces';
import { sortQuery } from '@/lib/domain/sort';
import { isolate } from '@/lib/utils/isolate';

const icons = {
  all: 'i-bookmark',
  ...eachMarkView((name) => marks[name].icon),
  uncollected: 'i-library',
  encrypted: 'i-shield',
  broken: 'i-unlink',
  trash: 'i-trash-2',
} as const satisfies Record<LibraryView, `i-${string}`>;

/** Explains the purpose of a view, and suggests a next step. */
function LibraryEmpty({ view }: { view: LibraryView }) {
  const t = useTranslations('Bookmarks');
  const start = (
    <>
      <Button variant="primary" size="lg" onClick={() => openEditor()}>
        <Icon name="i-plus" />
        {t('addFirst')}
      </Button>
      <AppLink href="/settings/data" className={buttonVariants({ size: 'lg' })}>
        {t('importFile')}
      </AppLink>
    </>
  );
  return (
    <EmptyState
      icon={icons[view]}
      title={t(`empty.${view}.title`)}
      text={t(`empty.${view}.text`)}
      action={view === 'all' ? start : null}
    />
  );
}

const LibraryNote = onDemand(() =>
  import('@/components/features/bookmarks/library-note').then((module) => module.LibraryNote),
);

/** The library of the current space: all of it, or one view of it. */
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
        // The small shell shows the title, and the tools stand beside the filters.
        className="max-md:sr-only"
        title={t(view === 'trash' ? 'trash' : 'title')}
        detail={<Count total={total} />}
        actions={
          <span className="flex items-center gap-1.5 max-md:hidden">
            <ViewMenu />
            <BookmarkSortMenu value={sort} />
            <Button variant="primary" onClick={() => openEditor()}>
              <Icon name="i-plus" />
              {t('add')}
            </Button>
          </span>
        }
      />
      <div className="mt-3 flex items-center gap-2">
        <PillLinks
          label={t('views')}
          current={view}
          className="pill-row-beside min-w-0 flex-1"
          items={libraryViews.map((key) => ({
            key,
            label: t(`view.${key}`),
            href: viewHref(key),
          }))}
        />
        <span className="flex flex-none gap-1.5 md:hidden">
          <ViewMenu />
          <BookmarkSortMenu value={sort} compact />
        </span>
      </div>
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

/** Number of bookmarks in the view, and the name of the space. */
function Count({ total }: { total: number | undefined }) {
  const t = useTranslations('Bookmarks');
  const { data: space } = useQuery({
    ...spaceQueries.list(),
    select: ({ content }) => content.find((one) => one.isCurrent)?.name,
  });
  if (total === undefined || space === undefined) return null;
  return t('countIn', { count: total, space: isolate(space) });
}
