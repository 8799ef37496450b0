'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { LazyMenu } from '@/components/common/lazy-menu';
import { buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { BookmarkSort } from '@/lib/contract/schemas/account';
import { bookmarkSorts } from '@/lib/domain/sort';
import { accountMutations } from '@/lib/queries/account';

/** The order of every list of bookmarks; a choice is kept with the account. */
export function SortMenu({ value }: { value: BookmarkSort }) {
  const t = useTranslations('Bookmarks');
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
          options: bookmarkSorts.map((sort) => ({ value: sort, label: t(`sort.${sort}`) })),
          onValueChange: (sort) => mutate({ body: { bookmarkSort: sort as BookmarkSort } }),
        },
      ]}
    >
      <Icon name="i-arrow-down-wide-narrow" />
      <span className="sr-only">{t('sortBy')}: </span>
      {t(`sortShort.${value}`)}
    </LazyMenu>
  );
}
