import { MutationObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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
function setUp(reply: unknown = {}, transport = (() => Promise.resolve(reply)) as Transport) {
  const client = makeQueryClient(transport);
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

describe('after a change to a few loaded bookmarks', () => {
  const secret = sampleBookmark('secret', { encrypted: true });

  /** Changes bookmarks and undoes it; `answers` is the response to a read of one of them. */
  async function changeAndUndo(
    loaded: Bookmark[],
    answers: () => Promise<unknown> = () => Promise.resolve(secret),
  ) {
    const reads: string[] = [];
    const replies: Record<string, unknown> = {
      'bookmarks.bulk': { affected: loaded.length, undo: 'change' },
      'bookmarks.undo': { affected: loaded.length, remaining: 0 },
    };
    const transport = (id: string, { params }: { params?: { uuid: string } }) => {
      if (id !== 'bookmarks.details') return Promise.resolve(replies[id]);
      reads.push(params?.uuid ?? '');
      return answers();
    };
    const { client, vaultCalls } = setUp({}, transport as unknown as Transport);
    vaultCalls.length = 0;
    const body = { action: 'delete' as const, uuids: loaded.map(({ uuid }) => uuid) };
    await new MutationObserver(client, bookmarkBulk.change()).mutate({ body, loaded });
    await vi.advanceTimersByTimeAsync(5_000);
    await new MutationObserver(client, bookmarkMutations.undo()).mutate({ params: { uuid: 'change' } });
    await vi.advanceTimersByTimeAsync(5_000);
    return { reads, vaultCalls: vaultCalls.filter((one) => !/ (?:kept)?$/.test(one)) };
  }

  test('and after its undo, only the encrypted ones are read', async () => {
    const { reads, vaultCalls } = await changeAndUndo([sampleBookmark('plain'), secret]);
    expect(reads).toEqual(['secret', 'secret']);
    expect(vaultCalls).toEqual(['decrypt secret', 'decrypt secret']);
  });

  test('nothing is read if none is encrypted', async () => {
    const { reads, vaultCalls } = await changeAndUndo([sampleBookmark('plain')]);
    expect([reads, vaultCalls]).toEqual([[], []]);
  });

  test('one that is gone is dropped', async () => {
    const gone = () => Promise.reject(Object.assign(new Error('gone'), { status: 404 }));
    expect((await changeAndUndo([secret], gone)).vaultCalls).toEqual(['forget secret', 'forget secret']);
  });

  test('all are read if many are encrypted', async () => {
    const many = Array.from({ length: 11 }, (_, at) => sampleBookmark(`secret ${at}`, { encrypted: true }));
    const { reads, vaultCalls } = await changeAndUndo(many);
    expect([reads, vaultCalls]).toEqual([[], ['refresh', 'refresh']]);
  });
});
