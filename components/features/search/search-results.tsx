'use client';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { useMemo, type ReactNode } from 'react';
import { useRowDates } from '@/components/common/row-dates';
import { bookmarkAddress, bookmarkTitle, isLocked, maskedText } from '@/components/entities/bookmark-text';
import { CollectionChip, collectionName, SpaceName } from '@/components/entities/collection-chip';
import { CollectionIcon } from '@/components/entities/collection-icon';
import { Favicon, LockTile } from '@/components/entities/favicon';
import { useDecrypted } from '@/components/entities/use-decrypted';
import { AlternativeOptions } from '@/components/features/search/alternatives';
import { foundWords, hasHitLine, HitLine, marked, MarkedText } from '@/components/features/search/hit-line';
import {
  optionKey,
  optionProps,
  type FoundSpace,
  type OptionProps,
  type SearchListProps,
  type SearchOption,
} from '@/components/features/search/search-option';
import type { Search } from '@/components/features/search/use-search';
import { countsOf } from '@/lib/api/closeness';
import type { SearchMatch } from '@/lib/contract/search';
import { collectionQueries } from '@/lib/api/collections';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { CollectionSummary } from '@/lib/contract/collections';
import { isLiveUrl } from '@/lib/domain/live-url';
import { parseQuery } from '@/lib/domain/query/parse';
import { cn } from '@/lib/utils/cn';
import { isolate } from '@/lib/utils/isolate';
import { decryptedRow } from '@/lib/vault/decrypted';

interface BookmarkOptionProps {
  bookmark: Bookmark;
  match: SearchMatch | undefined;
  space: FoundSpace | undefined;
  /** Words of the library that the query was matched to. */
  words: readonly string[];
  date: string;
  isActive: boolean;
  isLast: boolean;
  props: OptionProps;
}

/** A bookmark in the results: looks like a row of a list, and is selected like an option. */
function BookmarkOption({
  bookmark: row,
  match,
  space,
  words: found,
  date,
  isActive,
  isLast,
  props,
}: BookmarkOptionProps) {
  const t = useTranslations('Search');
  useDecrypted();
  const bookmark = decryptedRow(row);
  const { data: ownDefault } = useQuery(collectionQueries.defaultUuid());
  const hidden = space?.defaultCollection ?? ownDefault;
  const collection = bookmark.collections.find(({ uuid }) => uuid !== hidden);
  // Requesting the icon of an encrypted bookmark would reveal its site.
  const hasIcon = isLiveUrl(bookmark.url) && !bookmark.encrypted;
  const hasWhy = hasHitLine(bookmark, match);
  const words = marked(found, match);
  return (
    <div
      {...props}
      className={cn(
        'row cursor-pointer touch:px-2 touch:after:right-2 touch:after:left-12',
        isActive && 'row-selected',
        isLast && 'after:opacity-0',
        hasWhy && 'h-auto py-2',
      )}
    >
      {isLocked(bookmark) ? (
        <LockTile />
      ) : (
        <Favicon host={bookmark.domain} url={hasIcon ? bookmark.url : null} />
      )}
      <span className="row-text">
        <OptionText bookmark={bookmark} words={words} />
        {hasWhy ? (
          <span className="row-address">
            <HitLine {...{ bookmark, match, words }} />
          </span>
        ) : null}
      </span>
      {bookmark.encrypted ? <span className="chip chip-encrypted">{t('encrypted')}</span> : null}
      <SpaceName name={space?.name} />
      {collection ? (
        <CollectionChip name={collection.name} color={collection.color} icon={collection.icon} />
      ) : null}
      {bookmark.favorite ? <span aria-hidden="true" className="icon i-solid-star text-primary" /> : null}
      <span className="row-date">{date}</span>
    </div>
  );
}

function OptionText({ bookmark, words }: Pick<BookmarkOptionProps, 'bookmark' | 'words'>) {
  if (isLocked(bookmark)) {
    const masked = maskedText(bookmark.uuid);
    return (
      <>
        <span className="row-title">{masked.title}</span>
        <span className="row-address">{masked.url}</span>
      </>
    );
  }
  const { host, path } = bookmarkAddress(bookmark);
  return (
    <>
      <span dir="auto" className="row-title">
        <MarkedText text={bookmarkTitle(bookmark)} words={words} />
      </span>
      <span className="row-address">
        <MarkedText text={host} words={words} />
        <span className="row-path">
          <MarkedText text={path} words={words} />
        </span>
      </span>
    </>
  );
}

interface CollectionOptionProps {
  collection: CollectionSummary;
  space: FoundSpace | undefined;
  uncategorized: string;
  isActive: boolean;
  props: OptionProps;
}

/** A collection in the results: a card that links to it. */
function CollectionOption({ collection, space, uncategorized, isActive, props }: CollectionOptionProps) {
  const { number } = useFormatter();
  return (
    <div
      {...props}
      className={cn(
        'flex h-10.5 cursor-pointer items-center gap-3 rounded-md border bg-card px-4 hover:border-input touch:min-h-11',
        isActive && 'border-primary/40 bg-accent',
      )}
    >
      <CollectionIcon collection={collection} />
      <span dir="auto" className="min-w-0 flex-1 truncate text-left">
        {collectionName(collection, uncategorized)}
      </span>
      <SpaceName name={space?.name} />
      <span className="text-second text-muted-foreground tabular-nums">{number(collection.count)}</span>
    </div>
  );
}

interface SearchResultsProps extends SearchListProps {
  search: Search;
  result: NonNullable<Search['result']>;
}

/** The results, in groups; for arrow keys they are one list. */
export function SearchResults({ search, result, ...list }: SearchResultsProps) {
  const t = useTranslations('Search');
  const dates = useRowDates();
  const placed = list.options.map((option, index) => ({
    option,
    index,
    props: optionProps(list, option, index),
  }));
  const of = (kind: SearchOption['kind']) => placed.filter(({ option }) => option.kind === kind);
  const words = useMemo(() => foundWords(result.query.words, parseQuery(result.query.text).query), [result]);
  const { full, isEstimated } = countsOf(result);
  const rowsOf = (isClosest: boolean) =>
    placed.flatMap(({ option, index, props }) =>
      option.kind === 'bookmark' && option.isClosest === isClosest ? [{ option, index, props }] : [],
    );
  const [matching, closest] = [rowsOf(false), rowsOf(true)];
  const rows = (bookmarks: typeof matching) =>
    bookmarks.map(({ option, index, props }, place) => (
      <BookmarkOption
        key={optionKey(option)}
        bookmark={option.bookmark}
        match={option.match}
        space={option.space}
        words={words}
        date={dates.short(option.bookmark.createdAt)}
        isActive={index === list.active}
        isLast={place === bookmarks.length - 1}
        props={props}
      />
    ));
  const all = of('all').map(({ index, props }) => (
    <div key="all" {...props} className={cn(viewAllClass, index === list.active && 'bg-accent')}>
      {t('viewAll')}
    </div>
  ));
  const isNone = matching.length + closest.length === 0;
  return (
    <div
      role="listbox"
      id={list.id}
      aria-label={t('results')}
      className={cn('px-2 pt-3 pb-3', !search.isCurrent && !search.isOffline && 'opacity-60')}
    >
      {isNone ? <NoBookmark query={search.query} /> : null}
      <AlternativeOptions {...list} />
      <Group
        label={t(isEstimated ? 'bookmarksAbout' : 'bookmarks', { shown: matching.length, total: full })}
        aside={all}
      >
        {rows(matching)}
      </Group>
      <Group label={t('closest')} isLine aside={matching.length === 0 ? all : null}>
        {rows(closest)}
      </Group>
      <Group label={t('collections')} className="grid gap-2 px-2 md:grid-cols-2">
        {of('collection').map(({ option, index, props }) =>
          option.kind === 'collection' ? (
            <CollectionOption
              key={optionKey(option)}
              collection={option.collection}
              space={option.space}
              uncategorized={t('uncategorized')}
              isActive={index === list.active}
              props={props}
            />
          ) : null,
        )}
      </Group>
    </div>
  );
}

/** Only collections were found; the status announces it to screen readers. */
function NoBookmark({ query }: { query: string }) {
  const t = useTranslations('Search');
  return (
    <p aria-hidden="true" className="line-clamp-2 px-2 pb-2 font-medium wrap-anywhere">
      {t('nothing', { query: isolate(query) })}
    </p>
  );
}

const viewAllClass = 'cursor-pointer rounded-sm px-2 font-medium text-primary hover:underline touch:hit';

interface GroupProps {
  label: string;
  /** Shown at the right of the label. */
  aside?: ReactNode;
  /** Whether a line separates it from the group above. */
  isLine?: boolean;
  className?: string;
  children: readonly ReactNode[];
}

/** A named group of the list; nothing if it is empty. */
function Group({ label, aside, isLine = false, className, children }: GroupProps) {
  if (children.length === 0) return null;
  return (
    <div role="group" aria-label={label} className="mb-3 last:mb-0">
      <div className="flex h-7 items-center justify-between gap-3 pl-2 text-caption font-medium text-muted-foreground">
        <span aria-hidden="true">{label}</span>
        {isLine ? <span aria-hidden="true" className="mr-2 h-px flex-1 bg-border" /> : null}
        {aside}
      </div>
      <div role="none" className={className}>
        {children}
      </div>
    </div>
  );
}
