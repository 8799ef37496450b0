'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { v7 as newUuid } from 'uuid';
import { palette } from '@/components/common/palette';
import { collectionMutations, collectionQueries } from '@/lib/queries/collections';

/** Makes a collection on the spot and answers its uuid at once; `onFailed` runs when it could not be made. */
export function useCreateCollection(): (name: string, onFailed: () => void) => string {
  const t = useTranslations('BookmarkEditor');
  const { data: count = 0 } = useQuery({
    ...collectionQueries.simplified(),
    select: ({ content }) => content.length,
  });
  const { mutate } = useMutation({
    ...collectionMutations.create(),
    meta: { failure: t('collectionFailed') },
  });
  return (name, onFailed) => {
    const uuid = newUuid();
    const color = palette[count % palette.length] ?? palette[0];
    mutate({ body: { uuid, name, color } }, { onError: onFailed });
    return uuid;
  };
}
