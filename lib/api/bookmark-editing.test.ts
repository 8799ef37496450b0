import { MutationObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { bookmarkEditing, editBookmark } from '@/lib/api/bookmark-editing';
import { collectionQueries } from '@/lib/api/collections';
import { ApiProblem } from '@/lib/api/problem';
import { makeQueryClient, type Transport } from '@/lib/api/query-client';
import { sampleBookmark, sampleCollection } from '@/lib/api/testing/samples';
import type { Input } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/bookmarks';

type Body = Input<'bookmarks.update'>['body'];

const collections = ['default', 'read', 'work'].map((uuid) => ({ ...sampleCollection(uuid), smart: false }));
const opened = sampleBookmark('a', { title: 'Before', tags: 'one,two' });
const later = '2026-02-02T00:00:00.000Z';
const change = (bookmark: Bookmark, body: Body) => editBookmark(bookmark, body, collections, later);

/** Saves `mine` in a form that was opened before `theirs` was saved; returns the requests and the stored bookmark. */
async function save(mine: Body, theirs: Partial<Bookmark>, { force = false, bookmark = opened } = {}) {
  let stored: Bookmark = { ...bookmark, updatedAt: later, ...theirs };
  const sent: Body[] = [];
  const transport = ((_: string, { body }: { body: Body }) => {
    sent.push(body);
    if (body.updatedAt !== undefined && body.updatedAt !== stored.updatedAt)
      return Promise.reject(new ApiProblem(409, { code: 'OUTDATED', ...{ bookmark: stored } }));
    stored = change(stored, body);
    return Promise.resolve(stored);
  }) as unknown as Transport;
  const client = makeQueryClient(transport);
  client.setQueryData(collectionQueries.simplified().queryKey, { content: collections });
  const saved = await new MutationObserver(client, bookmarkEditing.update())
    .mutate({
      params: { uuid: bookmark.uuid },
      body: { updatedAt: bookmark.updatedAt, ...mine },
      bookmark,
      force,
    })
    .catch((failure: unknown) => failure);
  return { saved, stored, sent };
}

const uuids = (bookmark: Bookmark) => bookmark.collections.map(({ uuid }) => uuid);
const code = (result: unknown) => (result instanceof ApiProblem ? result.code : null);

test('tags and collections that another device added or removed since are kept', async () => {
  const mine = { tags: 'one,two,mine', collections: ['default', 'read'] };
  const theirs = change(opened, { tags: 'two,theirs', collections: ['work'] });
  const { saved, stored } = await save(mine, theirs);
  expect(saved).toEqual(stored);
  expect(stored.tags).toBe('two,mine,theirs');
  expect(uuids(stored)).toEqual(['read', 'work']);
});

test('a tag that is removed here stays removed, and one added on both sides is kept once', async () => {
  const { stored } = await save({ tags: 'two,Rust' }, { tags: 'one,two,rust' });
  expect(stored.tags).toBe('two,Rust');
});

test('an edit of an unchanged bookmark is one request', async () => {
  const { stored, sent } = await save({ tags: 'two' }, { updatedAt: opened.updatedAt });
  expect([stored.tags, sent.length]).toEqual(['two', 1]);
});

test('a change of other fields is no conflict', async () => {
  const { stored } = await save({ description: 'Mine' }, { favorite: true, title: 'Fetched', visits: 3 });
  expect(stored).toMatchObject({ description: 'Mine', favorite: true, title: 'Fetched', visits: 3 });
});

test.each([
  ['title', { title: 'Mine' }, { title: 'Theirs' }],
  ['trash', { title: 'Mine' }, { deletedAt: later }],
])('a conflict about the %s is saved only on request', async (_, mine, theirs) => {
  const refused = await save(mine, theirs);
  expect([code(refused.saved), refused.sent.length]).toEqual(['OUTDATED', 1]);
  const forced = await save(
    { ...mine, tags: 'one,two,mine' },
    { ...theirs, tags: 'theirs' },
    { force: true },
  );
  expect(forced.stored).toMatchObject({ title: 'Mine', tags: 'mine,theirs' });
});

test('a bookmark that changes again in between is not overwritten', async () => {
  const outdated = (updatedAt: string) =>
    new ApiProblem(409, { code: 'OUTDATED', ...{ bookmark: { ...opened, updatedAt } } });
  const answers = [outdated(later), outdated('2026-02-03T00:00:00.000Z')];
  const client = makeQueryClient(() => Promise.reject(answers.shift() ?? new Error('sent too often')));
  const mutation = new MutationObserver(client, bookmarkEditing.update());
  const edit = {
    params: { uuid: 'a' },
    body: { title: 'Mine', updatedAt: opened.updatedAt },
    bookmark: opened,
    force: false,
  };
  await expect(mutation.mutate(edit)).rejects.toMatchObject({ code: 'OUTDATED' });
  expect(answers).toEqual([]);
});

test('an envelope is sent as the form made it', async () => {
  const bookmark = sampleBookmark('a', { encrypted: true, cipher: 'mw1.old', title: null, url: null });
  const body = { encrypted: true, cipher: 'mw1.new', updatedAt: bookmark.updatedAt };
  const { saved, sent } = await save(body, { favorite: true }, { bookmark });
  expect([code(saved), sent]).toEqual(['OUTDATED', [body]]);
});
