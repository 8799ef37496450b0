import { describe, expect, test, vi } from 'vitest';
import type { OperationId } from '@/lib/contract/index';
import { limits } from '@/lib/contract/limits';
import { encryptionBytes, pageBytes } from '@/provider/pagination';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const { call, request, signUp, db } = await createTestProvider();

const count = 12;
const longest = (index: number) => ({
  title: `Longest row ${String(index).padStart(2, '0')}`,
  url: `https://long.example/${index}/`.padEnd(limits.urlLength, 'x'),
  description: '😀'.repeat(limits.descriptionLength),
});
const rowBytes = limits.urlLength + 4 * limits.descriptionLength;
/** Maximum size of a page: one row, if it is larger than the budget. */
const maxBytes = Math.max(pageBytes, rowBytes) + 10_000;

async function fill(person: TestAccount): Promise<{ collection: string; uuids: string[] }> {
  const made = await call('collections.create', { body: { name: 'Long', security: 1 } }, person);
  const collection = made.body.uuid;
  const uuids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const body = { ...longest(index), collections: [collection] };
    uuids.push((await call('bookmarks.create', { body }, person)).body.uuid);
  }
  return { collection, uuids };
}

const person = await signUp();
const { collection, uuids } = await fill(person);

interface Row {
  uuid: string;
  url: string;
  path: string;
}

interface Page {
  content?: Row[];
  bookmarks?: Row[];
  pagination: { total: number; next: string | null };
}

async function read(path: string): Promise<{ page: Page; bytes: number }> {
  const answer = await request(path, { headers: { authorization: `Bearer ${person.token}` } });
  expect(answer.status).toBe(200);
  const text = await answer.text();
  return { page: JSON.parse(text) as Page, bytes: Buffer.byteLength(text) };
}

const slug = 'long';
const lists: Partial<Record<OperationId, string>> = {
  'bookmarks.list': '/v1/bookmarks/list?size=200',
  'collections.details': `/v1/collections/${collection}/details?size=200`,
  'search.find': '/v1/search?q=longest&size=200',
  'collections.public': `/v1/collections/public/${collection}/${slug}?size=200`,
};

describe.each([
  ...Object.entries(lists),
  ['bookmarks.list by title', '/v1/bookmarks/list?size=200&sortField=title'],
  ['bookmarks.list by title from Z to A', '/v1/bookmarks/list?size=200&sortField=title&sortOrder=DESC'],
  ['bookmarks.list of one domain', '/v1/bookmarks/list?size=200&domain=long.example'],
])('a page of %s', (_name, path) => {
  test('ends at the byte budget, and by cursor every row is returned once', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const { page, bytes }: { page: Page; bytes: number } = await read(
        cursor === null ? path : `${path}&cursor=${encodeURIComponent(cursor)}`,
      );
      const rows = page.content ?? page.bookmarks ?? [];
      expect(rows.length).toBeGreaterThan(0);
      expect(bytes).toBeLessThan(maxBytes);
      expect(page.pagination.total).toBe(count);
      seen.push(...rows.map(({ uuid }) => uuid));
      cursor = page.pagination.next;
      pages += 1;
    } while (cursor !== null);
    expect(seen.toSorted()).toEqual(uuids.toSorted());
    expect(pages).toBeGreaterThan(2);
  });
});

test('a numbered page that ends early continues after its last row', async () => {
  const { page } = await read('/v1/bookmarks/list?size=6&page=2');
  const shown = page.content ?? [];
  expect(shown).toHaveLength(1);
  let { next } = page.pagination;
  while (shown.length < 6 && next !== null) {
    const rest = await read(`/v1/bookmarks/list?size=${6 - shown.length}&cursor=${encodeURIComponent(next)}`);
    shown.push(...(rest.page.content ?? []));
    next = rest.page.pagination.next;
  }
  expect(shown.map(({ uuid }) => uuid)).toEqual(uuids.slice(0, 6).toReversed());
});

test('a page of short rows has the requested size', async () => {
  const other = await signUp();
  for (let index = 0; index < 21; index += 1) {
    await call('bookmarks.create', { body: { url: `https://short.example/${index}` } }, other);
  }
  const { body } = await call('bookmarks.list', { query: { size: 20 } }, other);
  expect(body.content).toHaveLength(20);
  expect(body.pagination.next).not.toBeNull();
});

test('names of collections count as bytes of a row', async () => {
  const other = await signUp();
  const collections: string[] = [];
  for (let index = 0; index < limits.collectionsPerBookmark; index += 1) {
    const name = `${index}`.padEnd(limits.collectionNameLength, 'ñ');
    collections.push((await call('collections.create', { body: { name } }, other)).body.uuid);
  }
  for (let index = 0; index < 40; index += 1) {
    await call('bookmarks.create', { body: { url: `https://many.example/${index}`, collections } }, other);
  }
  const { body } = await call('bookmarks.list', { query: { size: 200 } }, other);
  expect(JSON.stringify(body.content).length).toBeLessThan(pageBytes * 1.1);
  expect(body.content.length).toBeLessThan(40);
  expect(body.pagination.next).not.toBeNull();
});

test('groups of duplicates end at a byte budget, and by cursor every group is returned once', async () => {
  const other = await signUp();
  for (let index = 0; index < 20; index += 1) {
    const url = `https://twice.example/${index >> 1}/`.padEnd(limits.urlLength, 'y');
    const body = { url, description: '😀'.repeat(limits.descriptionLength), force: true };
    await call('bookmarks.create', { body }, other);
  }
  let groups = 0;
  let pages = 0;
  let cursor: string | undefined;
  do {
    const query = { size: 50, ...(cursor !== undefined && { cursor }) };
    const { body } = await call('bookmarks.duplicates', { query }, other);
    for (const { bookmarks } of body.content) expect(bookmarks).toHaveLength(2);
    groups += body.content.length;
    pages += 1;
    cursor = body.pagination.next ?? undefined;
  } while (cursor !== undefined);
  expect(groups).toBe(10);
  expect(pages).toBeGreaterThan(2);
});

test.each(Object.values(lists))('%s shortens paths, never urls', async (path) => {
  const { page } = await read(path);
  const [row] = page.content ?? page.bookmarks ?? [];
  expect([row?.url.length, row?.path.length]).toEqual([limits.urlLength, 1_000]);
});

test('readable copies end at a byte budget, and their total is returned', async () => {
  const other = await signUp();
  const copies: string[] = [];
  for (let index = 0; index < 12; index += 1) {
    const body = { ...longest(0), force: true };
    copies.push((await call('bookmarks.create', { body }, other)).body.uuid);
  }
  const { body } = await call('bookmarks.readableCopies', { body: { uuids: copies.slice(0, 1) } }, other);
  expect(body.total).toBe(11);
  expect(body.content.length).toBeGreaterThan(1);
  expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(encryptionBytes + maxBytes);
});

test('suggested groups end at a byte budget', async () => {
  const other = await signUp({ plan: 'pro' });
  for (let index = 0; index < 4; index += 1) {
    await call('bookmarks.create', { body: { ...longest(index), tags: 'astronomy' } }, other);
  }
  const { body } = await call('collections.suggested', {}, other);
  expect(body.content[0]?.bookmarks.length).toBeGreaterThan(0);
  expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(maxBytes);
});

test.each(['json', 'html'] as const)(
  'an export in %s reads as many rows at once as fit the byte budget, and every row once',
  async (format) => {
    const query = vi.spyOn(db.$client, 'query');
    const { body } = await call('bookmarks.export', { query: { format } }, person);
    const text = await body.text();
    const sizes = query.mock.settledResults.flatMap(({ type, value }) => {
      const { rows } =
        type === 'fulfilled' ? (value as unknown as { rows: { description?: string }[] }) : { rows: [] };
      const bytes = rows.map(({ description }) => Buffer.byteLength(description ?? ''));
      return bytes.reduce((sum, one) => sum + one, 0);
    });
    query.mockRestore();
    // One additional row shows that the export continues.
    expect(Math.max(...sizes)).toBeLessThan(2 * maxBytes);
    expect(text.match(/Longest row \d\d/g)?.toSorted()).toEqual(
      Array.from({ length: count }, (_, index) => longest(index).title),
    );
  },
);
