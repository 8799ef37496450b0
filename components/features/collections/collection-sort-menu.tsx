'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { SortMenu } from '@/components/common/sort-menu';
import type { CollectionSort } from '@/lib/contract/schemas/account';
import { collectionSorts } from '@/lib/domain/sort';
import { accountMutations } from '@/lib/queries/account';

/** The order of the list of collections; a choice is kept with the account. */
export function CollectionSortMenu({ value }: { value: CollectionSort }) {
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
