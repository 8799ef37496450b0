import { fakeBrowser } from '@/extension/testing/fake-browser';
import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { sampleBookmark, samplePagination } from '@/lib/api/testing/samples';
import { setConnectionState } from '@/extension/lib/connection';
import { applyChange, findSaved, syncLibrary } from '@/extension/lib/library';
import { eraseCopy, readAll, readState } from '@/extension/lib/library-store';
import { searchLibrary } from '@/extension/lib/search-library';
import { reply, startServer } from '@/extension/testing/test-server';

beforeEach(async () => {
  fakeBrowser.reset();
  await eraseCopy();
});

interface Change {
  readonly uuid: string;
  readonly bookmark: Bookmark | null;
  readonly space: string | null;
}

/** Starts a service with two spaces, a page per bookmark, and a change feed whose cursor is a position. */
async function serve(account = 'ada') {
  const spaces: Record<string, Bookmark[]> = { home: [], work: [] };
  const changes: Change[] = [];
  const requests: string[] = [];
  const state = { expired: 0, onList: (): void => undefined };
  const server = await startServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://service');
    const space = String(request.headers['space-id']);
    requests.push(`${pathname.slice('/v1/'.length)} ${space} ${searchParams.get('since') ?? ''}`.trim());
    if (pathname === '/v1/spaces/list') {
      return reply(response, 200, { content: Object.keys(spaces).map((uuid) => ({ uuid })) });
    }
    if (pathname === '/v1/bookmarks/changes') {
      const since = searchParams.get('since');
      const start = since === null ? changes.length : Number(since);
      if (start < state.expired) return reply(response, 410, { code: 'CHANGES_EXPIRED', message: '' });
      const content = changes.slice(start, start + 1);
      const next = start + content.length;
      return reply(response, 200, { content, next: String(next), hasMore: next < changes.length });
    }
    state.onList();
    const at = Number(searchParams.get('cursor') ?? 0);
    const rows = spaces[space] ?? [];
    const next = at + 1 < rows.length ? String(at + 1) : null;
    return reply(response, 200, {
      content: rows.slice(at, at + 1),
      pagination: samplePagination(rows.length, { next }),
    });
  });
  const { origin } = server;
  const connection = { origin, token: 'mwp_1', account: { uuid: account }, space: 'home' } as never;
  await setConnectionState({ status: 'connected', connection });
  return { ...server, spaces, changes, requests, state };
}

const uuids = async () => (await readAll()).map(({ uuid }) => uuid).sort();

test('the first copy has all readable bookmarks of all spaces', async () => {
  const { spaces } = await serve();
  spaces['home'] = [sampleBookmark('a'), sampleBookmark('b'), sampleBookmark('secret', { encrypted: true })];
  spaces['work'] = [sampleBookmark('c')];
  await syncLibrary();
  expect(await uuids()).toEqual(['a', 'b', 'c']);
  expect((await readAll()).find(({ uuid }) => uuid === 'c')?.space).toBe('work');
  expect(await readState()).toMatchObject({ account: 'ada', cursor: '0' });
});

test('later only changes are read, page by page', async () => {
  const { spaces, changes, requests } = await serve();
  spaces['home'] = [sampleBookmark('a'), sampleBookmark('b'), sampleBookmark('c')];
  await syncLibrary();
  requests.length = 0;
  changes.push(
    { uuid: 'a', bookmark: sampleBookmark('a', { title: 'Renamed' }), space: 'work' },
    { uuid: 'b', bookmark: sampleBookmark('b', { deletedAt: '2026-01-02T00:00:00.000Z' }), space: 'home' },
    { uuid: 'c', bookmark: null, space: null },
    { uuid: 'd', bookmark: sampleBookmark('d'), space: 'home' },
    { uuid: 'e', bookmark: sampleBookmark('e', { encrypted: true }), space: 'home' },
  );
  await syncLibrary();
  expect(await uuids()).toEqual(['a', 'd']);
  expect(await searchLibrary('renamed', 5)).toMatchObject([{ uuid: 'a', space: 'work' }]);
  expect(requests).toEqual(['0', '1', '2', '3', '4'].map((since) => `bookmarks/changes home ${since}`));
  requests.length = 0;
  await syncLibrary(60_000);
  expect(requests).toEqual([]);
});

test('a change during the first copy is not lost', async () => {
  const { spaces, changes, state } = await serve();
  spaces['home'] = [sampleBookmark('a')];
  spaces['work'] = [sampleBookmark('b')];
  state.onList = () => {
    if (changes.length === 0) changes.push({ uuid: 'a', bookmark: null, space: null });
  };
  await syncLibrary();
  expect(await uuids()).toEqual(['b']);
});

test('a copy that is too old is read again, without what was deleted in the meantime', async () => {
  const { spaces, changes, state } = await serve();
  spaces['home'] = [sampleBookmark('a'), sampleBookmark('b')];
  await syncLibrary();
  changes.push({ uuid: 'x', bookmark: null, space: null });
  state.expired = 1;
  spaces['home'] = [sampleBookmark('b'), sampleBookmark('c')];
  await syncLibrary();
  expect(await uuids()).toEqual(['b', 'c']);
});

test('an interrupted copy stays searchable, and is completed later', async () => {
  const server = await serve();
  server.spaces['home'] = [sampleBookmark('a')];
  server.spaces['work'] = [sampleBookmark('b')];
  const isBroken = { now: true };
  const { fetch } = globalThis;
  globalThis.fetch = (url, init) =>
    isBroken.now && new Headers(init?.headers).get('space-id') === 'work'
      ? Promise.reject(new TypeError('cut'))
      : fetch(url, init);
  await expect(syncLibrary()).rejects.toMatchObject({ name: 'NetworkFailure' });
  expect(await uuids()).toEqual(['a']);
  expect(await readState()).toMatchObject({ cursor: null });
  isBroken.now = false;
  await syncLibrary();
  globalThis.fetch = fetch;
  expect(await uuids()).toEqual(['a', 'b']);
});

test('another account begins with nothing of the one before', async () => {
  const first = await serve();
  first.spaces['home'] = [sampleBookmark('a')];
  await syncLibrary();
  const other = await serve('bob');
  expect(await findSaved('https://example.com/a')).toEqual([]);
  other.spaces['home'] = [sampleBookmark('b')];
  await syncLibrary();
  expect(await uuids()).toEqual(['b']);
});

test('a page is found by any address of it, and its mark does not contain the address', async () => {
  const { spaces } = await serve();
  spaces['home'] = [sampleBookmark('a', { url: 'https://www.example.com/page/?utm_source=mail&b=2&a=1' })];
  await syncLibrary();
  const found = async (url: string) => (await findSaved(url)).map(({ uuid }) => uuid);
  expect(await found('http://example.com/page?a=1&b=2')).toEqual(['a']);
  expect(await found('https://example.com/page?a=1')).toEqual([]);
  const [stored] = (await readAll()) as unknown as { mark: string }[];
  expect(stored?.mark).toMatch(/^[\da-f]{32}$/);
});

test('a save of this device is found before the feed reports it, and a deleted one no longer', async () => {
  await serve();
  await syncLibrary();
  const url = 'https://new.example/';
  await applyChange('n', sampleBookmark('n', { url }), 'home');
  expect(await findSaved(url)).toMatchObject([{ uuid: 'n' }]);
  await applyChange('n', null, 'home');
  expect(await findSaved(url)).toEqual([]);
});

test('suggestions contain all words, those that begin words of the title first', async () => {
  const { spaces } = await serve();
  spaces['home'] = [
    sampleBookmark('host', { title: 'Other', url: 'https://rust-lang.org/learn', age: 1 }),
    sampleBookmark('tag', { title: 'Guide', tags: 'rust,learn', age: 2 }),
    sampleBookmark('inside', { title: 'Trust and relearn', age: 3 }),
    sampleBookmark('older', { title: 'Learn Rust', age: 5 }),
    sampleBookmark('newer', { title: 'Rust, a course to learn', age: 4 }),
    sampleBookmark('half', { title: 'Rust', age: 0 }),
    sampleBookmark('accents', { title: 'Coração', age: 9 }),
  ];
  await syncLibrary();
  const find = async (text: string, limit = 9) => (await searchLibrary(text, limit)).map(({ uuid }) => uuid);
  expect(await find('RUST learn')).toEqual(['newer', 'older', 'inside', 'tag', 'host']);
  expect(await find('rust learn', 2)).toEqual(['newer', 'older']);
  expect(await find('coracao')).toEqual(['accents']);
  expect(await find('  ')).toEqual([]);
});
