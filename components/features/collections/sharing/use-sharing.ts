'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useCollectionRefusal } from '@/components/features/collections/use-collection-refusal';
import type { Collection } from '@/lib/contract/schemas/collection';
import { collectionMutations } from '@/lib/queries/collections';

export interface Sharing {
  /** As the service has it. */
  readonly collection: Collection;
  readonly isPublic: boolean;
  /** Whether search engines may list it, as it is chosen; of effect once it is public. */
  readonly isListed: boolean;
  readonly setListed: (isListed: boolean) => void;
  readonly publish: () => void;
  readonly unpublish: () => void;
  readonly isPending: boolean;
  /** What was done last, in this dialog. */
  readonly done: 'published' | 'unpublished' | null;
  readonly refusal: string | null;
}

/** Publishing a collection and taking it back. Every change is made at once, and shown everywhere before it is. */
export function useSharing(opened: Collection): Sharing {
  const t = useTranslations('Sharing');
  const refusalOf = useCollectionRefusal();
  const [collection, setCollection] = useState(opened);
  const [isListed, setListed] = useState(opened.listed);
  const [done, setDone] = useState<Sharing['done']>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { mutateAsync: update, isPending } = useMutation(collectionMutations.update());

  const change = async (body: { security?: 0 | 1; listed: boolean }) => {
    setRefusal(null);
    try {
      const saved = await update({ params: { uuid: collection.uuid }, body, collection });
      setCollection(saved);
      setListed(saved.listed);
      if (body.security !== undefined) setDone(body.security === 1 ? 'published' : 'unpublished');
    } catch (failure) {
      setListed(collection.listed);
      setRefusal(refusalOf(failure).form ?? t('failed'));
    }
  };
  const isPublic = collection.security === 1;
  return {
    collection,
    isPublic,
    isListed,
    setListed: (listed) => {
      setListed(listed);
      if (isPublic) void change({ listed });
    },
    publish: () => void change({ security: 1, listed: isListed }),
    unpublish: () => void change({ security: 0, listed: false }),
    isPending,
    done,
    refusal,
  };
}
