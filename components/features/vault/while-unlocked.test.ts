import { MutationObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followLibrary } from '@/components/features/vault/while-unlocked';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { Import } from '@/lib/contract/imports';
import { bookmarkBulk } from '@/lib/api/bookmark-bulk';
import { bookmarkMutations, bookmarkQueries } from '@/lib/api/bookmarks';
import { importQueries } from '@/lib/api/imports';
import { makeQueryClient, type Transport } from '@/lib/api/query-client';
import { sampleBookmark, samplePagination } from '@/lib/api/testing/samples';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const page = (content: Bookmark[]) => ({ content, pagination: samplePagination(content.length) });

/** A client with one list, followed by a vault that records its calls. */
function setUp(reply: unknown = {}) {
  const client = makeQueryClient((() => Promise.resolve(reply)) as Transport);
  const [kept, later] = [sampleBookmark('kept'), sampleBookmark('later')];
  const list = bookmarkQueries.page({}, 1).queryKey;
  client.setQueryData(list, page([kept]));
  const vaultCalls: string[] = [];
  const stop = followLibrary(client, {
    decryptBookmarks: (bookmarks) => {
      vaultCalls.push(`decrypt ${bookmarks.map(({ uuid }) => uuid).join()}`);
      return Promise.resolve();
    },
    forget: (uuids) => void vaultCalls.push(`forget ${uuids.join()}`),
    refresh: () => {
      vaultCalls.push('refresh');
      return Promise.resolve();
    },
  });
  return { client, list, kept, later, vaultCalls, stop };
}

test('current and later rows of lists are reported, until it is stopped', async () => {
  const { client, list, kept, later, vaultCalls, stop } = setUp();
  expect(vaultCalls).toEqual(['decrypt kept']);
  client.setQueryData(list, page([kept, later]));
  await vi.advanceTimersByTimeAsync(10);
  expect(vaultCalls).toEqual(['decrypt kept', 'decrypt kept,later']);
  stop();
  client.setQueryData(list, page([kept]));
  await vi.advanceTimersByTimeAsync(10);
  expect(vaultCalls).toHaveLength(2);
});

test('the end of an import is followed by a refresh, and its progress or a dry run is not', async () => {
  const { client, vaultCalls } = setUp();
  const { queryKey } = importQueries.progress('import');
  const report = (status: Import['status'], dryRun: boolean) => {
    client.setQueryData(queryKey, { uuid: 'import', status, dryRun } as Import);
    return vi.advanceTimersByTimeAsync(2_000);
  };
  await report('running', false);
  await report('done', true);
  expect(vaultCalls).not.toContain('refresh');
  await report('done', false);
  expect(vaultCalls).toContain('refresh');
});

test('a permanently deleted one is dropped, one in the trash is not, and the response of a write is used', async () => {
  const { client, kept, vaultCalls } = setUp(sampleBookmark('answered'));
  const remove = new MutationObserver(client, bookmarkMutations.delete());
  await remove.mutate({ params: { uuid: 'kept' }, bookmark: kept });
  expect(vaultCalls.at(-1)).toBe('decrypt kept');
  expect(vaultCalls).not.toContain('forget kept');
  await remove.mutate({ params: { uuid: 'kept' }, query: { permanent: true }, bookmark: kept });
  expect(vaultCalls).toContain('forget kept');
  const star = new MutationObserver(client, bookmarkMutations.favorite());
  await star.mutate({ params: { uuid: 'kept' }, body: { favorite: true }, bookmark: kept });
  expect(vaultCalls).toContain('decrypt answered');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(vaultCalls).not.toContain('refresh');
});

test('after changes to many, all are fetched again once', async () => {
  const { client, vaultCalls } = setUp({ affected: 2, undo: null });
  const bulk = new MutationObserver(client, bookmarkBulk.change());
  const change = {
    body: { action: 'favorite', uuids: ['kept', 'other'], favorite: true },
    loaded: [],
  } as const;
  await bulk.mutate(change as never);
  await bulk.mutate(change as never);
  expect(vaultCalls).not.toContain('refresh');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(vaultCalls.filter((one) => one === 'refresh')).toHaveLength(1);
});
