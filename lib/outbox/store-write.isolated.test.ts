import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import type { OperationId } from '@/lib/contract';
import type { EntryInput } from '@/lib/outbox/entry';
import { planWrite } from '@/lib/outbox/store-write';
import { openStorage } from '@/lib/outbox/storage';
import { makeQueryClient } from '@/lib/api/query-client';
import { collectionQueries } from '@/lib/api/collections';
import { sampleBookmark, sampleCollection } from '@/lib/api/testing/samples';

const client = makeQueryClient(() => Promise.reject(new Error('nothing is sent')));
client.setQueryData(collectionQueries.simplified().queryKey, {
  content: [{ ...sampleCollection('default', { isDefault: true }), smart: false }],
});

const bookmark = sampleBookmark('a', { title: 'Before' });
const encrypted = sampleBookmark('a', {
  encrypted: true,
  cipher: 'mw1.old',
  title: null,
  url: null,
  description: null,
});
const params = { uuid: 'a' };
const plan = (id: OperationId, variables: EntryInput & Record<string, unknown>) =>
  planWrite(id, variables, client);

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

describe('a write that can be stored', () => {
  test.each<[OperationId, EntryInput & Record<string, unknown>, object]>([
    ['bookmarks.create', { body: { uuid: 'a', url: 'x.example' } }, { label: 'https://x.example' }],
    ['bookmarks.update', { params, body: { title: 'After' }, bookmark }, { reply: { title: 'After' } }],
    ['bookmarks.update', { params, body: { highlighted: true }, bookmark }, { label: 'Before' }],
    ['bookmarks.favorite', { params, body: { favorite: true }, bookmark }, { reply: { favorite: true } }],
    ['bookmarks.delete', { params, query: {}, bookmark }, { isErasing: false, reply: {} }],
    ['bookmarks.delete', { params, query: { permanent: true }, bookmark }, { isErasing: true }],
    ['bookmarks.restore', { params, bookmark }, { reply: { deletedAt: null } }],
    [
      'bookmarks.bulk',
      { body: { uuids: ['a'], action: 'move', collection: 'x' }, loaded: [bookmark] },
      { label: 'Before', reply: { affected: 1, undo: null } },
    ],
    ['bookmarks.bulk', { body: { uuids: ['a'], action: 'later', later: true }, loaded: [bookmark] }, {}],
    ['bookmarks.bulk', { body: { uuids: ['a'], action: 'read', read: true }, loaded: [bookmark] }, {}],
  ])('%s', (id, variables, expected) => {
    expect(plan(id, variables)).toMatchObject({ operation: id, records: ['a'], ...expected });
  });

  test('contains the edited version of an edit, field by field', () => {
    const edit = { title: 'After', collections: ['default'] };
    expect(plan('bookmarks.update', { params, body: edit, bookmark })?.edit).toEqual({
      updatedAt: bookmark.updatedAt,
      before: { title: 'Before', collections: 'default', trashed: false },
      after: { title: 'After', collections: 'default', trashed: false },
      // To create it again if it is deleted elsewhere.
      whole: expect.objectContaining({ title: 'After', url: bookmark.url, tags: '' }) as unknown,
    });
  });

  test('overwrites a later version of an encrypted bookmark only if the form requests it', () => {
    const body = { encrypted: true, cipher: 'mw1.new' };
    const bound = { ...body, updatedAt: encrypted.updatedAt };
    expect(plan('bookmarks.update', { params, body: bound, bookmark: encrypted })?.edit).toMatchObject({
      updatedAt: encrypted.updatedAt,
      before: { cipher: 'mw1.old' },
      after: { cipher: 'mw1.new' },
    });
    expect(plan('bookmarks.update', { params, body, bookmark: encrypted })?.edit?.updatedAt).toBeNull();
  });
});

test.each<[string, OperationId, EntryInput & Record<string, unknown>]>([
  ['becomes encrypted', 'bookmarks.update', { params, body: { encrypted: true, cipher: 'mw1.x' }, bookmark }],
  [
    'becomes readable',
    'bookmarks.update',
    { params, body: { encrypted: false, url: 'x' }, bookmark: encrypted },
  ],
  [
    'is in another space',
    'bookmarks.bulk',
    { body: { uuids: ['a'], action: 'move', space: 's' }, loaded: [bookmark] },
  ],
  ['is not loaded', 'bookmarks.bulk', { body: { uuids: ['a', 'b'], action: 'delete' }, loaded: [bookmark] }],
  ['is found by a query', 'bookmarks.bulk', { body: { query: {}, action: 'delete' }, loaded: [] }],
  [
    'is erased with others',
    'bookmarks.bulk',
    { body: { uuids: ['a'], action: 'erase' }, loaded: [bookmark] },
  ],
  ['has no uuid yet', 'bookmarks.create', { body: { url: 'x.example' } }],
  ['is visited', 'bookmarks.visit', { params, bookmark }],
])('a bookmark that %s is not stored', (_, id, variables) => {
  expect(plan(id, variables)).toBeNull();
});

// Guarantee: for an encrypted bookmark the device stores only the request data, without plaintext.
test('an encrypted bookmark is stored as its envelope', async () => {
  const canary = 'a word that only the key can read';
  const storage = await openStorage();
  const writes: [OperationId, EntryInput & Record<string, unknown>][] = [
    ['bookmarks.create', { body: { uuid: 'a', encrypted: true, cipher: 'mw1.x', favorite: true } }],
    ['bookmarks.update', { params, body: { encrypted: true, cipher: 'mw1.y' }, bookmark: encrypted }],
    ['bookmarks.favorite', { params, body: { favorite: true }, bookmark: { ...encrypted, title: canary } }],
    ['bookmarks.delete', { params, bookmark: { ...encrypted, title: canary, url: canary } }],
    [
      'bookmarks.bulk',
      { body: { uuids: ['a'], action: 'delete' }, loaded: [{ ...encrypted, title: canary }] },
    ],
  ];
  for (const [index, [id, variables]] of writes.entries()) {
    const planned = plan(id, variables);
    if (!planned) throw new Error(`${id} does not wait`);
    const { reply: _, isErasing: __, ...entry } = planned;
    const fresh = { state: 'waiting', attempts: 0, retryAt: 0, problem: null, createdAt: 0 } as const;
    await storage.add({ ...entry, ...fresh, id: String(index), account: 'ada', space: 'home' });
  }
  const stored = await storage.list('ada');
  expect(stored.map(({ label }) => label)).toEqual([null, null, null, null, null]);
  expect(JSON.stringify(stored)).not.toContain(canary);
});
