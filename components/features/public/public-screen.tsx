import { useTranslations } from 'next-intl';
import { EmptyState } from '@/components/common/empty-state';
import type { RowDates } from '@/components/common/row-dates';
import { bookmarkAddress, bookmarkTitle } from '@/components/entities/bookmark-text';
import { CollectionCover } from '@/components/entities/collection-cover';
import { CollectionIcon } from '@/components/entities/collection-icon';
import { nameParts } from '@/components/entities/initials';
import { UserAvatar } from '@/components/entities/user-avatar';
import { CopyLink, FeedsMenu } from '@/components/features/public/public-controls';
import { PublicCards } from '@/components/features/public/public-cards';
import { PublicBadge, PublicFrame } from '@/components/features/public/public-frame';
import { type PublicRow, PublicRows } from '@/components/features/public/public-rows';
import { buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { fieldClass } from '@/components/ui/input';
import type { PublicBookmark, PublicCollectionPage } from '@/lib/contract/public';
import { isGrid } from '@/lib/domain/list-view';
import { isLiveUrl } from '@/lib/domain/live-url';
import {
  feeds,
  pageNumbers,
  publicCoverPath,
  publicFilePath,
  publicPath,
  type PublicView,
} from '@/lib/domain/public-address';
import { cn } from '@/lib/utils/cn';
import { isolate } from '@/lib/utils/isolate';

export interface PublicScreenProps extends PublicCollectionPage {
  view: PublicView;
  /** Public origin of the application, for the copied link. */
  origin: string;
  dates: RowDates;
}

/** A page of a public collection. Complete as HTML: scripts only add copying, the theme and closing a menu. */
export function PublicScreen(props: PublicScreenProps) {
  const { collection, bookmarks, pagination, view } = props;
  const description = collection.description.trim();
  return (
    <PublicFrame
      badge={<PublicBadge />}
      isWide={isGrid(collection.layout)}
      pathIn={(lang) => publicPath(collection, { ...view, lang })}
    >
      <CollectionCover
        collection={collection}
        sizes="240px"
        className="mt-8.5 -mb-3 h-40 w-60 rounded-xl max-md:mt-6 max-md:h-32 max-md:w-48"
        source={(width) =>
          publicCoverPath(
            collection,
            collection.cover?.bookmark ?? null,
            collection.cover?.version ?? '',
            width,
          )
        }
      />
      <h1
        dir="auto"
        className="mt-8.5 font-serif text-public font-semibold tracking-[-0.02em] text-balance max-md:mt-6 max-md:text-[2rem]/9.5"
      >
        {collection.icon === null ? null : <CollectionIcon collection={collection} size="public" />}
        {collection.name}
      </h1>
      {description !== '' && (
        <p
          dir="auto"
          className="mt-2 max-w-138 font-serif-text text-[1.125rem]/7 tracking-normal text-pretty whitespace-pre-line text-muted-foreground max-md:text-[1.0625rem]/6.5"
        >
          {description}
        </p>
      )}
      <Facts {...props} />
      {(collection.count > 0 || view.q !== '') && <SearchForm {...props} />}
      {bookmarks.length === 0 ? <Nothing {...props} /> : <Rows {...props} />}
      {pagination.pages > 1 && (
        <PublicPages
          current={view.page}
          count={pagination.pages}
          pathTo={(page) => publicPath(collection, { ...view, page })}
        />
      )}
    </PublicFrame>
  );
}

function Facts({ collection, owner, origin, dates }: PublicScreenProps) {
  const t = useTranslations('Public');
  const quiet = cn(
    buttonVariants({ variant: 'outline' }),
    'text-small! text-muted-foreground hover:text-foreground',
  );
  return (
    <div className="mt-4.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 text-small text-muted-foreground">
      <div className="flex items-center gap-2.5">
        <UserAvatar person={{ ...nameParts(owner.name), avatar: null }} />
        <ul className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5 [&>li:not(:last-child)]:after:ml-2.5 [&>li:not(:last-child)]:after:content-['·'] max-[30rem]:[&>li:last-child]:basis-full max-[30rem]:[&>li:nth-child(2)]:after:content-none!">
          <li>
            <bdi>{owner.name}</bdi>
          </li>
          <li>{t('links', { count: collection.count })}</li>
          <li>
            <time dateTime={collection.updatedAt} title={dates.full(collection.updatedAt)}>
              {t('updated', { date: dates.day(collection.updatedAt) })}
            </time>
          </li>
        </ul>
      </div>
      {/* The menu is as wide as both buttons together, so that it fits however they wrap. */}
      <div className="relative flex items-center gap-1.5 print:hidden">
        <FeedsMenu>
          <summary
            aria-label={t('feeds')}
            title={t('feeds')}
            className={cn(quiet, 'w-8 cursor-pointer list-none px-0! [&::-webkit-details-marker]:hidden')}
          >
            <Icon name="i-rss" />
          </summary>
          <ul className="absolute inset-x-0 top-full z-20 mt-1.5 rounded-lg border bg-popover p-1 text-popover-foreground shadow-float">
            {feeds.map(({ name, file, type }) => (
              <li key={file}>
                <a
                  href={publicFilePath(collection, file)}
                  type={type}
                  className="block rounded-md px-2.5 py-2 text-body hover:bg-muted touch:py-3"
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </FeedsMenu>
        <CopyLink
          url={`${origin}${publicPath(collection)}`}
          labels={{ copy: t('copy'), copied: t('copied'), copiedStatus: t('copiedStatus') }}
          className={cn(quiet, 'noscript:invisible')}
        />
      </div>
    </div>
  );
}

function SearchForm({ collection, view }: PublicScreenProps) {
  const t = useTranslations('Public');
  return (
    <form role="search" action={publicPath(collection)} className="relative mt-5.5 max-w-180 print:hidden">
      <input
        type="search"
        name="q"
        dir="auto"
        defaultValue={view.q}
        maxLength={200}
        placeholder={t('search')}
        aria-label={t('search')}
        enterKeyHint="search"
        autoComplete="off"
        className={cn(fieldClass, 'h-9 appearance-none pr-3 pl-8.5 touch:h-11 touch:pl-9.5')}
      />
      {view.lang && <input type="hidden" name="lang" value={view.lang} />}
      <button
        aria-label={t('searchButton')}
        className="absolute inset-y-0 left-0 grid w-9 place-items-center rounded-md text-muted-foreground touch:w-10"
      >
        <Icon name="i-search" />
      </button>
    </form>
  );
}

function Rows({ collection, bookmarks, pagination, view, dates }: PublicScreenProps) {
  const t = useTranslations('Public');
  return (
    <>
      {view.q !== '' && (
        <div className="mt-3.5 flex flex-wrap justify-between gap-x-4 gap-y-1 text-small text-muted-foreground">
          <p role="status">{t('found', { count: pagination.total, query: isolate(view.q) })}</p>
          <a
            href={publicPath(collection, { lang: view.lang })}
            className="font-medium text-primary underline-offset-4 touch:hit hover:text-primary-hover hover:underline"
          >
            {t('showAll')}
          </a>
        </div>
      )}
      {isGrid(collection.layout) ? (
        <PublicCards label={t('list')} {...{ collection, bookmarks, dates }} />
      ) : (
        <PublicRows
          label={t('list')}
          collection={collection.uuid}
          layout={collection.layout}
          hasDates={collection.parts.includes('date')}
          rows={bookmarks.map((bookmark) => rowOf(bookmark, dates))}
        />
      )}
    </>
  );
}

/** Returns what a row shows; texts and rules that the browser would need as well are applied here. */
function rowOf(bookmark: PublicBookmark, dates: RowDates): PublicRow {
  const { url, domain, createdAt } = bookmark;
  const live = isLiveUrl(url);
  return {
    ...bookmarkAddress(bookmark),
    title: bookmarkTitle(bookmark),
    url: live ? url : null,
    domain,
    createdAt,
    short: dates.short(createdAt),
    full: dates.full(createdAt),
  };
}

function Nothing({ collection, owner, view }: PublicScreenProps) {
  const t = useTranslations('Public');
  if (view.q === '') {
    return (
      <div role="status">
        <EmptyState
          icon="i-bookmark"
          title={t('emptyTitle')}
          text={t('emptyText', { name: isolate(owner.name) })}
        />
      </div>
    );
  }
  return (
    <div role="status">
      <EmptyState
        icon="i-search-x"
        title={t('nothingTitle', { query: isolate(view.q) })}
        text={t('nothingText')}
        action={
          <a href={publicPath(collection, { lang: view.lang })} className={buttonVariants()}>
            {t('showAll')}
          </a>
        }
      />
    </div>
  );
}

interface PublicPagesProps {
  current: number;
  count: number;
  pathTo: (page: number) => string;
}

const number =
  'grid h-9 min-w-9 place-items-center rounded-md px-1.5 text-muted-foreground touch:h-11 ' +
  'hover:bg-muted hover:text-foreground aria-[current]:bg-muted aria-[current]:font-semibold aria-[current]:text-foreground';

/** Links to the other pages of a list; small screens show the position instead of the numbers. */
function PublicPages({ current, count, pathTo }: PublicPagesProps) {
  const t = useTranslations('Public');
  return (
    <nav
      aria-label={t('pages')}
      className="mt-3.5 flex items-center justify-between gap-2 tabular-nums print:hidden"
    >
      {current > 1 ? (
        <a rel="prev" href={pathTo(current - 1)} className={buttonVariants()}>
          <Icon name="i-chevron-left" />
          {t('newer')}
        </a>
      ) : (
        <span />
      )}
      <ol className="flex items-center gap-0.5 max-md:hidden">
        {pageNumbers(current, count).map((page, index) =>
          page === null ? (
            <li key={`gap-${index}`} aria-hidden="true" className="px-1.5 text-muted-foreground">
              …
            </li>
          ) : (
            <li key={page}>
              <a
                href={pathTo(page)}
                aria-current={page === current ? 'page' : undefined}
                aria-label={t('page', { page })}
                className={number}
              >
                {page}
              </a>
            </li>
          ),
        )}
      </ol>
      <p className="whitespace-nowrap text-muted-foreground md:hidden">
        <span className="sr-only">{t('pageOf', { page: current, pages: count })}</span>
        <span aria-hidden="true">{`${current} / ${count}`}</span>
      </p>
      {current < count ? (
        <a rel="next" href={pathTo(current + 1)} className={buttonVariants()}>
          {t('older')}
          <Icon name="i-chevron-right" />
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
}
