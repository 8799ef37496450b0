import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { newId } from '@/provider/db/client';
import { importRows } from '@/provider/db/schema/imports';
import { inTransaction, type Transaction } from '@/provider/db/transaction';
import { createWorkTables } from '@/provider/modules/imports/insert';
import { mergeKnown } from '@/provider/modules/imports/merge-known';
import { insertBookmarks } from '@/provider/testing/bookmarks';
import { createImporter, file, link } from '@/provider/testing/imports';
import { createTestProvider } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { signUp, db } = tested;
const { importFile } = createImporter(tested);

const entries = 2_000;
const samples = Array.from({ length: entries }, (_entry, index) => ({
  title: `${index}`,
  url: `https://many.example/${index}`,
  collections: [],
}));

/** Returns the number of rows of these tables that the connection has read. */
async function countReads(tx: Transaction) {
  const { rows } = await tx.$client.query<{ name: string; count: number }>(`
    select relname as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as count
    from pg_stat_xact_user_tables where relname in ('import_rows', 'bookmarks', 'collections')`);
  const countOf = (name: string) => rows.find((row) => row.name === name)?.count ?? 0;
  return {
    entries: countOf('import_rows'),
    bookmarks: countOf('bookmarks'),
    collections: countOf('collections'),
  };
}

test.each([
  ['one', 1],
  ['all', 2_000],
])('entries are read once where the library knew %s of them', async (_, known) => {
  const [person, other] = [await signUp(), await signUp()];
  const { accountId } = person;
  const importId = newId();
  await insertBookmarks(db, other, samples);
  // The planner has statistics of the table, but not of the account.
  await db.execute(sql`analyze bookmarks`);
  const ids = await insertBookmarks(db, person, samples);
  await db.insert(importRows).values(
    samples.map(({ title, url }, position) => ({
      accountId,
      importId,
      position,
      line: position,
      bookmarkId: newId(),
      url,
      domain: 'many.example',
      path: `/${position}`,
      title,
      titleKey: title,
      search: '',
      description: 'Longer than before',
      tags: [],
      favorite: false,
      highlighted: false,
      orderKey: `a${position}`,
      reasons: [],
    })),
  );
  await db.execute(sql`analyze import_rows`);
  await inTransaction(db, async (tx) => {
    await createWorkTables(tx.$client, person);
    await tx.$client.query(
      'insert into import_known select position - 1, id from unnest($1::uuid[]) with ordinality u (id, position)',
      [ids.slice(0, known)],
    );
    const record = { id: importId, accountId, spaceId: person.spaceId, dryRun: true, createdAt: new Date() };
    const before = await countReads(tx);
    expect(await mergeKnown(tx.$client, record)).toMatchObject({ descriptions: known });
    const after = await countReads(tx);
    expect(after.entries - before.entries).toBeLessThanOrEqual(entries);
    expect(after.bookmarks - before.bookmarks).toBeLessThanOrEqual(entries);
  });
});

test('counting an import looks up the collections that it fills by their key', async () => {
  const [person, other] = [await signUp(), await signUp()];
  const folder = (index: number): string =>
    `<DT><H3>Folder ${index}</H3><DL>${link(`https://many.example/${index}`)}</DL>`;
  const folders = Array.from({ length: 300 }, (_entry, index) => folder(index));
  await importFile(other, file(...folders));
  // The planner has statistics of the tables, but not of the account.
  await db.execute(sql`analyze collections, bookmark_collections`);
  await importFile(person, file(...folders));
  const { uuid } = await importFile(
    person,
    file(...folders.slice(0, 100).map((text) => text.replace('/many', '/few'))),
  );
  await inTransaction(db, async (tx) => {
    const before = await countReads(tx);
    await tx.$client.query('select mw_count_import($1, $2)', [person.accountId, uuid]);
    const after = await countReads(tx);
    // All are read once, to count those that the import has created, and the 100 that it fills once more.
    expect(after.collections - before.collections).toBeLessThan(300 + 100 + 10);
  });
});
