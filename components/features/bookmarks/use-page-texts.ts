import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { transportOf } from '@/lib/api/query-client';
import type { Bookmark, PageTexts } from '@/lib/contract/bookmarks';
import { serviceLimits } from '@/lib/contract/service-limits';

/** Reads what pages say now, a few per call; rejects when a call fails. */
async function readPages(
  client: QueryClient,
  uuids: readonly string[],
  signal: AbortSignal,
  onRead: (pages: readonly PageTexts[]) => void,
): Promise<void> {
  for (let start = 0; start < uuids.length; start += serviceLimits.pagesRead) {
    const body = { uuids: uuids.slice(start, start + serviceLimits.pagesRead) };
    const { content } = await transportOf(client)('bookmarks.readMetadata', { body }, { signal });
    onRead(content);
  }
}

/**
 * Reads what the pages of bookmarks say now, until all are read, one call fails or the component is unmounted. `retry`
 * continues with the rest.
 */
export function usePageTexts(bookmarks: readonly Bookmark[]) {
  const client = useQueryClient();
  const [texts, setTexts] = useState<ReadonlyMap<string, PageTexts>>(new Map());
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(1);
  const unread = useEffectEvent(() => bookmarks.map(({ uuid }) => uuid).filter((uuid) => !texts.has(uuid)));
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const add = (pages: readonly PageTexts[]) =>
      setTexts((known) => new Map([...known, ...pages.map((page) => [page.uuid, page] as const)]));
    readPages(client, unread(), signal, add).catch((error: unknown) => {
      if (!signal.aborted) setFailure(error);
    });
    return () => controller.abort();
  }, [client, attempt]);
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
