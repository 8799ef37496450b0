'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { LazyMenu } from '@/components/common/lazy-menu';
import { buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
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
    <LazyMenu
      label={t('sortBy')}
      labelled
      buttonClassName={buttonVariants({})}
      entries={() => [
        {
          kind: 'choice',
          key: 'sort',
          value,
          options: collectionSorts.map((sort) => ({ value: sort, label: t(`sort.${sort}`) })),
          onValueChange: (sort) => mutate({ body: { collectionSort: sort as CollectionSort } }),
        },
      ]}
    >
      <Icon name="i-arrow-down-wide-narrow" />
      <span className="sr-only">{t('sortBy')}: </span>
      {t(`sortShort.${value}`)}
    </LazyMenu>
  );
}
