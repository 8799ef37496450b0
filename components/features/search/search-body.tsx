'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { LockedNotice } from '@/components/features/search/local/locked-notice';
import { NameOptions } from '@/components/features/search/name-options';
import type { SearchListProps } from '@/components/features/search/option-props';
import { SearchResults } from '@/components/features/search/search-results';
import { SearchSkeleton } from '@/components/features/search/search-skeleton';
import { SearchStart } from '@/components/features/search/search-start';
import type { Search } from '@/components/features/search/use-search';
import { WayOptions } from '@/components/features/search/way-options';
import { Button } from '@/components/ui/button';
import type { Plan } from '@/lib/contract/schemas/account';

interface SearchBodyProps extends SearchListProps {
  search: Search;
  isStart: boolean;
  plan: Plan;
  /** A link leads elsewhere. */
  onLeave: () => void;
  onForget: () => void;
}

/** What stands under the field: a start, names, placeholders, results, or why there are none and what to do. */
export function SearchBody({ search, isStart, plan, onLeave, onForget, ...list }: SearchBodyProps) {
  const t = useTranslations('Search');
  const { total = 0 } = search.result?.pagination ?? {};
  const isFound = list.options.some(({ kind }) => kind !== 'way');
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    scroller.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [list.active]);

  const content = () => {
    if (isStart) return <SearchStart plan={plan} onLeave={onLeave} onForget={onForget} {...list} />;
    if (search.isCompleting) return <NameOptions {...list} />;
    if (search.isPending) return <SearchSkeleton label={t('pending')} />;
    if (search.isError) return <Failed onRetry={search.retry} />;
    return isFound ? (
      <SearchResults search={search} total={total} {...list} />
    ) : (
      <Nothing search={search} {...list} />
    );
  };
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain md:max-h-[60dvh]">
      {content()}
      <p role="status" className="sr-only">
        {search.isCurrent && search.isAsked && !search.isCompleting ? t('found', { count: total }) : null}
      </p>
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('Search');
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-4 py-10 text-center">
      {t('failed')}
      <Button onClick={onRetry}>{t('retry')}</Button>
    </div>
  );
}

function Nothing({ search, ...list }: { search: Search } & SearchListProps) {
  const t = useTranslations('Search');
  return (
    <div className="px-4 pt-8 pb-4">
      <p className="line-clamp-2 text-center font-serif text-panel font-semibold text-balance wrap-anywhere">
        {t('nothing', { query: search.query })}
      </p>
      <p className="mt-1 mb-5 text-center text-muted-foreground">{t('nothingHint')}</p>
      <div role="listbox" id={list.id} aria-label={t('ways.label')}>
        <WayOptions {...list} />
      </div>
      <LockedNotice className="mt-4 text-center" />
    </div>
  );
}
