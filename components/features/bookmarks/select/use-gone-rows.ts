'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

const leaving: readonly unknown[] = ['bookmarks.delete', 'bookmarks.restore'];

/** Tells of each bookmark that leaves its list by a change of its own, so that it does not stay selected. */
export function useGoneRows(onGone: (uuid: string) => void): void {
  const cache = useQueryClient().getMutationCache();
  const tell = useEffectEvent(onGone);
  useEffect(
    () =>
      cache.subscribe(({ mutation, type }) => {
        if (type !== 'updated' || mutation.state.status !== 'success') return;
        if (!leaving.includes(mutation.options.mutationKey?.[1])) return;
        const { params } = (mutation.state.variables ?? {}) as { params?: { uuid?: string } };
        if (params?.uuid !== undefined) tell(params.uuid);
      }),
    [cache],
  );
}
