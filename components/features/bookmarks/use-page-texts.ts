import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { transportOf } from '@/lib/api/query-client';
import type { Bookmark, PageTexts } from '@/lib/contract/bookmarks';
import { serviceLimits } from '@/lib/contract/service-limits';

/**
 * Reads what the pages of bookmarks say now, a few per call, until all are read, one call fails or the component is
 * unmounted. `retry` continues with the rest.
 */
export function usePageTexts(bookmarks: readonly Bookmark[]) {
  const client = useQueryClient();
  const [texts, setTexts] = useState<ReadonlyMap<string, PageTexts>>(new Map());
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(1);
  const read = useEffectEvent(async (signal: AbortSignal) => {
    const waiting = bookmarks.map(({ uuid }) => uuid).filter((uuid) => !texts.has(uuid));
    while (waiting.length > 0) {
      const uuids = waiting.splice(0, serviceLimits.pagesRead);
      const { content } = await transportOf(client)(
        'bookmarks.readMetadata',
        { body: { uuids } },
        { signal },
      );
      setTexts((known) => new Map([...known, ...content.map((page) => [page.uuid, page] as const)]));
    }
  });
  useEffect(() => {
    const controller = new AbortController();
    void read(controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) setFailure(error);
    });
    return () => controller.abort();
  }, [attempt]);
  return {
    texts,
    failure,
    isDone: texts.size >= bookmarks.length,
    retry: () => {
      setFailure(null);
      setAttempt((count) => count + 1);
    },
  };
}
