import { expect, test } from 'vitest';
import type { ImportHighlight } from '@/lib/formats/entry';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const { call, signUp, importsIdle, db } = await createTestProvider();

/** A file of wallabag, whose format has annotations. */
const fileOf = (pages: Record<string, readonly ImportHighlight[]>): string =>
  JSON.stringify(
    Object.entries(pages).map(([url, highlights]) => ({
      ...{ url, title: url, is_archived: 0, is_starred: 0, created_at: '2024-05-01T10:00:00+0200', tags: [] },
      annotations: highlights.map(({ quote, note = '' }) => ({ quote, text: note })),
    })),
  );

async function importFile(person: TestAccount, file: string, dryRun = false): Promise<string> {
  const { body } = await call(
    'bookmarks.import',
    { query: { dryRun }, body: file },
    { ...person, headers: { 'content-type': 'application/json' } },
  );
  await importsIdle();
  return body.uuid;
}

const annotationsOf = async (person: TestAccount): Promise<unknown[]> => {
  const { body } = await call('highlights.list', { query: { sortOrder: 'ASC' } }, person);
  return body.content.map(({ quote, note, page }) => [page.url, quote, note]);
};

const page = 'https://pages.example/a';
const other = 'https://pages.example/b';

test('highlights of a file become annotations in their order, and stay out of the notes', async () => {
  const person = await signUp();
  const first = { quote: ' Ninety "days"\nis the rule ', note: 'Set an alarm\\' };
  await importFile(
    person,
    fileOf({ [page]: [first, { quote: 'Second' }, { quote: 'Second' }], [other]: [] }),
    true,
  );
  expect(await annotationsOf(person)).toEqual([]);
  await importFile(
    person,
    fileOf({ [page]: [first, { quote: 'Second' }, { quote: 'Second' }], [other]: [] }),
  );
  expect(await annotationsOf(person)).toEqual([
    [page, 'Ninety "days"\nis the rule', 'Set an alarm\\'],
    [page, 'Second', ''],
  ]);
  const { content } = (await call('bookmarks.list', {}, person)).body;
  expect(content.map(({ notes }) => notes)).toEqual(['', '']);
});

test('a known bookmark keeps its annotations and gets the new ones; undoing the import removes those', async () => {
  const person = await signUp();
  const { uuid } = (await call('bookmarks.create', { body: { url: page, title: 'Mine' } }, person)).body;
  await call('highlights.create', { params: { uuid }, body: { quote: 'Mine', note: 'Kept' } }, person);
  const id = await importFile(
    person,
    fileOf({ [page]: [{ quote: 'Mine' }, { quote: 'Theirs' }], [other]: [{ quote: 'New' }] }),
  );
  expect(await annotationsOf(person)).toEqual([
    [other, 'New', ''],
    [page, 'Theirs', ''],
    [page, 'Mine', 'Kept'],
  ]);
  const { rows: indexed } = await db.$client.query(
    `select h.quote, h.search::text as words from highlights h where account_id = $1 and import_id = $2 order by 1`,
    [person.accountId, id],
  );
  expect(indexed).toEqual([
    { quote: 'New', words: `'new'` },
    { quote: 'Theirs', words: `'theirs'` },
  ]);
  await call('bookmarks.undoImport', { params: { uuid: id } }, person);
  expect(await annotationsOf(person)).toEqual([[page, 'Mine', 'Kept']]);
  const { rows } = await db.$client.query<{ bytes: number }>(
    `select bytes - (select sum(stored_bytes) from highlights where account_id = $1) as bytes
     from blob_usage where account_id = $1`,
    [person.accountId],
  );
  expect(Number(rows[0]?.bytes)).toBe(0);
});
