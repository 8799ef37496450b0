import { expect, test } from 'vitest';
import { scopeCases, scopeLibrary } from '@/lib/bookmark/testing/scope-cases';
import { insertBookmarks } from '@/provider/testing/bookmarks';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { createTestProvider } from '@/provider/testing/test-provider';

const { call, signUp, db } = await createTestProvider();
const person = await signUp();

const collections = new Map<string, string>();
for (const name of new Set(scopeLibrary.flatMap((one) => one.collections ?? []))) {
  collections.set(name, (await call('collections.create', { body: { name } }, person)).body.uuid);
}
const { content } = (await call('collections.simplified', {}, person)).body;
const defaultCollection = content.find(({ isDefault }) => isDefault)?.uuid ?? '';

const uuids = await insertBookmarks(
  db,
  person,
  scopeLibrary.map(({ name: _, isTrashed, tags = [], encrypted: _encrypted, order, ...row }) => ({
    ...row,
    tags: [...tags],
    orderKey: order,
    collections: row.collections?.map((name) => collections.get(name) ?? '') ?? [defaultCollection],
    createdAt: new Date(row.createdAt),
    lastAccessedAt: row.lastAccessedAt === undefined ? null : new Date(row.lastAccessedAt),
    readAt: row.readAt === undefined ? null : new Date(row.readAt),
    deletedAt: isTrashed === true ? new Date() : null,
  })),
);
for (const [index, { encrypted }] of scopeLibrary.entries()) {
  const body = { encrypted: true, cipher: sampleEnvelope(index) };
  if (encrypted === true)
    await call('bookmarks.update', { params: { uuid: uuids[index] ?? '' }, body }, person);
}

test.each(scopeCases.map(([query, ...names]) => ({ query, names })))(
  'a list of $query',
  async ({ query, names }) => {
    const named = query.collection === undefined ? {} : { collection: collections.get(query.collection) };
    const { body } = await call('bookmarks.list', { query: { ...query, ...named } }, person);
    expect(body.content.map(({ uuid }) => scopeLibrary[uuids.indexOf(uuid)]?.name)).toEqual(names);
  },
);
