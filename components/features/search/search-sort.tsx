'use client';

import { useTranslations } from 'next-intl';
import { SortMenu } from '@/components/common/sort-menu';
import { editedQuery } from '@/components/features/search/query-text';
import type { PageSearch } from '@/components/features/search/use-page-search';
import { querySorts } from '@/lib/domain/query/query';

/** The order of the results, which stands in the query. */
export function SearchSort({ page }: { page: PageSearch }) {
  const t = useTranslations('Search');
  const { sort, withSort } = editedQuery(page.query);
  const value = sort ?? 'relevance';
  return (
    <SortMenu
      label={t('sort.label')}
      value={value}
      options={() => querySorts.map((one) => ({ value: one, label: t(`sort.${one}`) }))}
      shown={t(`sortShort.${value}`)}
      onChange={(chosen) => page.change(withSort(chosen === 'relevance' ? null : chosen))}
    />
  );
}
