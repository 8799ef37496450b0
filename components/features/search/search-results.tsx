'use client';

import { useLocale, useNow, useTimeZone, useTranslations } from 'next-intl';
import { useMemo, type ReactNode } from 'react';
import { createRowDates } from '@/components/common/row-dates';
import { BookmarkOption } from '@/components/features/search/bookmark-option';
import { CollectionOption } from '@/components/features/search/collection-option';
import { optionProps, type SearchListProps } from '@/components/features/search/option-props';
import { optionKey, type SearchOption } from '@/components/features/search/search-option';
import { foundWords } from '@/components/features/search/found-words';
import type { Search } from '@/components/features/search/use-search';
import { WayOptions } from '@/components/features/search/way-options';
import { cn } from '@/lib/utils/cn';

interface SearchResultsProps extends SearchListProps {
  search: Search;
  total: number;
}

/** What was found, in groups; all of it is one list for arrows. */
export function SearchResults({ search, total, ...list }: SearchResultsProps) {
  const t = useTranslations('Search');
  const dates = useDates();
  const placed = list.options.map((option, index) => ({
    option,
    index,
    props: optionProps(list, option, index),
  }));
  const of = (kind: SearchOption['kind']) => placed.filter(({ option }) => option.kind === kind);
  const bookmarks = of('bookmark');
  const words = useMemo(() => foundWords(search.result?.query.words), [search.result]);
  return (
    <div
      role="listbox"
      id={list.id}
      aria-label={t('results')}
      className={cn('px-2 pt-3 pb-3', !search.isCurrent && 'opacity-60')}
    >
      {bookmarks.length === 0 ? <NoBookmark query={search.query} /> : null}
      <WayOptions {...list} />
      <Group
        label={t('bookmarks', { shown: bookmarks.length, total })}
        aside={of('all').map(({ index, props }) => (
          <div key="all" {...props} className={cn(viewAllClass, index === list.active && 'bg-accent')}>
            {t('viewAll')}
          </div>
        ))}
      >
        {bookmarks.map(({ option, index, props }) =>
          option.kind === 'bookmark' ? (
            <BookmarkOption
              key={optionKey(option)}
              bookmark={option.bookmark}
              match={option.match}
              space={option.space}
              words={words}
              date={dates.short(option.bookmark.createdAt)}
              isActive={index === list.active}
              isLast={index === bookmarks.length - 1}
              props={props}
            />
          ) : null,
        )}
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

/** Collections are all that was found; those who cannot see it are told by the status. */
function NoBookmark({ query }: { query: string }) {
  const t = useTranslations('Search');
  return (
    <p aria-hidden="true" className="line-clamp-2 px-2 pb-2 font-medium wrap-anywhere">
      {t('nothing', { query })}
    </p>
  );
}

const viewAllClass = 'cursor-pointer rounded-sm px-2 font-medium text-primary hover:underline touch:hit';

interface GroupProps {
  label: string;
  /** At the right of the label. */
  aside?: ReactNode;
  className?: string;
  children: readonly ReactNode[];
}

/** A named part of the list; nothing where it would be empty. */
function Group({ label, aside, className, children }: GroupProps) {
  if (children.length === 0) return null;
  return (
    <div role="group" aria-label={label} className="mb-3 last:mb-0">
      <div className="flex h-7 items-center justify-between pl-2 text-caption font-medium text-muted-foreground">
        <span aria-hidden="true">{label}</span>
        {aside}
      </div>
      <div role="none" className={className}>
        {children}
      </div>
    </div>
  );
}

function useDates() {
  const locale = useLocale();
  const timeZone = useTimeZone() ?? 'UTC';
  const now = useNow();
  return useMemo(() => createRowDates({ locale, timeZone, now }), [locale, timeZone, now]);
}
