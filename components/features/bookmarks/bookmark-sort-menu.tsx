'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { SortMenu } from '@/components/common/sort-menu';
import type { BookmarkSort } from '@/lib/contract/account';
import { bookmarkSorts } from '@/lib/contract/sorts';
import { accountMutations } from '@/lib/api/account';

interface BookmarkSortMenuProps {
  value: BookmarkSort;
  /** Shows only the icon. */
  compact?: boolean;
}

/** The order of every list of bookmarks, which is saved in the account. */
export function BookmarkSortMenu({ value, compact = false }: BookmarkSortMenuProps) {
  const t = useTranslations('Bookmarks');
  const { mutate } = useMutation({
    ...accountMutations.updatePreferences(),
    meta: { failure: t('sortFailed') },
  });
  return (
    <SortMenu
      label={t('sortBy')}
      value={value}
      options={() => bookmarkSorts.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
      shown={t(`sortShort.${value}`)}
      onChange={(bookmarkSort) => mutate({ body: { bookmarkSort } })}
      compact={compact}
    />
  );
}
