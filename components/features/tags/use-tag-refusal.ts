'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { notify } from '@/components/common/notify';
import { ApiProblem } from '@/lib/api/problem';
import { tagQueries } from '@/lib/api/tags';

/** Tells why a tag is as it was; one that is gone leaves the list too. */
export function useTagRefusal(): (
  key: 'renameFailed' | 'deleteFailed',
  name: string,
  failure: unknown,
) => void {
  const t = useTranslations('Tags');
  const client = useQueryClient();
  return (key, name, failure) => {
    const isGone = failure instanceof ApiProblem && failure.code === 'NOT_FOUND';
    if (isGone) void client.invalidateQueries({ queryKey: tagQueries.list().queryKey });
    notify({ message: t(isGone ? 'gone' : key, { name }), tone: 'bad' });
  };
}
