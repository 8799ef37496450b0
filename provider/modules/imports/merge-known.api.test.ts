import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { newId } from '@/provider/db/client';
import { importRows } from '@/provider/db/schema/imports';
import { inTransaction, type Transaction } from '@/provider/db/transaction';
import { createWorkTables } from '@/provider/modules/imports/insert';
import { mergeKnown } from '@/provider/modules/imports/merge-known';
import { insertBookmarks } from '@/provider/testing/bookmarks';
import { createTestProvider } from '@/provider/testing/test-provider';

const { signUp, db } = await createTestProvider();

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
    from pg_stat_xact_user_tables where relname in ('import_rows', 'bookmarks')`);
  const countOf = (name: string) => rows.find((row) => row.name === name)?.count ?? 0;
  return { entries: countOf('import_rows'), bookmarks: countOf('bookmarks') };
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
