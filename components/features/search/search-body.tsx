'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { SearchResults } from '@/components/features/search/search-results';
import { SearchSkeleton } from '@/components/features/search/search-skeleton';
import { SearchStart } from '@/components/features/search/search-start';
import type { SearchListProps } from '@/components/features/search/option-props';
import type { Search } from '@/components/features/search/use-search';
import { Button } from '@/components/ui/button';
import type { Plan } from '@/lib/contract/schemas/account';

interface SearchBodyProps extends SearchListProps {
  search: Search;
  isStart: boolean;
  plan: Plan;
  onForget: () => void;
}

/** What stands under the field: a start, placeholders, results, or why there are none. */
export function SearchBody({ search, isStart, plan, onForget, ...list }: SearchBodyProps) {
  const t = useTranslations('Search');
  const { total = 0 } = search.result?.pagination ?? {};
  const isEmpty = search.result !== undefined && list.options.length === 0;
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    scroller.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [list.active]);

  const content = () => {
    if (isStart) return <SearchStart plan={plan} onForget={onForget} {...list} />;
    if (search.isPending && !search.isTypingFilter) return <SearchSkeleton label={t('pending')} />;
    if (search.isError) {
      return (
        <div role="alert" className="flex flex-col items-center gap-3 px-4 py-10 text-center">
          {t('failed')}
          <Button onClick={search.retry}>{t('retry')}</Button>
        </div>
      );
    }
    if (isEmpty || (search.isTypingFilter && list.options.length === 0)) {
      return (
        <div className="px-4 py-10 text-center">
          <p className="font-serif text-panel font-semibold">
            {search.isTypingFilter ? t('noCollection') : t('nothing', { query: search.query })}
          </p>
          {search.isTypingFilter ? null : <p className="mt-1 text-muted-foreground">{t('nothingHint')}</p>}
        </div>
      );
    }
    return <SearchResults search={search} total={total} {...list} />;
  };
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain md:max-h-[60dvh]">
      {content()}
      <p role="status" className="sr-only">
        {search.isCurrent && search.isAsked ? t('found', { count: total }) : null}
      </p>
    </div>
  );
}
