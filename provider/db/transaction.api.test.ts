import { expect, test } from 'vitest';
import type { Executor } from '@/provider/db/client';
import { beginBulkChange, inRetriedTransaction, inTransaction } from '@/provider/db/transaction';
import { createTestDatabase } from '@/provider/testing/database';

const { db } = await createTestDatabase();

test('two transactions that lock the same rows in opposite orders both succeed', async () => {
  await db.$client.query('create table shelves (id int primary key, changes int not null)');
  await db.$client.query('insert into shelves values (1, 0), (2, 0)');
  let waiting = 2;
  const both = Promise.withResolvers<null>();
  let attempts = 0;
  const change = (first: number, second: number) =>
    inRetriedTransaction(db, async (tx) => {
      attempts += 1;
      const update = (id: number) =>
        tx.$client.query('update shelves set changes = changes + 1 where id = $1', [id]);
      await update(first);
      // In the first attempts, each waits until the other one has locked its first row.
      waiting -= 1;
      if (waiting === 0) both.resolve(null);
      await both.promise;
      await update(second);
    });
  await Promise.all([change(1, 2), change(2, 1)]);
  const { rows } = await db.$client.query('select changes from shelves');
  expect(rows).toEqual([{ changes: 2 }, { changes: 2 }]);
  // One of them was retried; on a busy machine it may conflict with the other one again.
  expect(attempts).toBeGreaterThan(2);
});

test('another error is not retried', async () => {
  let attempts = 0;
  const failing = inRetriedTransaction(db, async (tx) => {
    attempts += 1;
    await tx.$client.query('select 1 / 0');
  });
  await expect(failing).rejects.toThrow('division by zero');
  expect(attempts).toBe(1);
});

test('a bulk change may take longer than other statements', async () => {
  const timeout = async ({ $client }: Executor): Promise<unknown> =>
    (await $client.query<Record<string, string>>('show statement_timeout')).rows[0]?.['statement_timeout'];
  const [usual, bulk] = await inTransaction(db, async (tx) => {
    const before = await timeout(tx);
    await beginBulkChange(tx);
    return [before, await timeout(tx)];
  });
  expect([usual, bulk, await timeout(db)]).toEqual(['5min', '1h', '5min']);
});

test('a bulk change, also one that fails, leaves no pending words in any GIN index, which every search would scan', async () => {
  await db.$client.query(
    'create table notes (words text[]); create index notes_idx on notes using gin (words)',
  );
  const write = `insert into notes select array['word' || number] from generate_series(1, 1000) number`;
  const pendingPages = async (): Promise<number> => {
    const { rows } = await db.$client.query<{ pages: number }>(
      `select gin_clean_pending_list('notes_idx')::integer as pages`,
    );
    return rows[0]?.pages ?? 0;
  };
  await inTransaction(db, (tx) => tx.$client.query(write));
  expect(await pendingPages()).toBeGreaterThan(0);
  const bulkChange = (end: () => void) =>
    inTransaction(db, async (tx) => {
      await beginBulkChange(tx);
      await tx.$client.query(write);
      end();
    });
  await bulkChange(() => undefined);
  expect(await pendingPages()).toBe(0);
  const failing = bulkChange(() => {
    throw new Error('the change failed');
  });
  await expect(failing).rejects.toThrow('the change failed');
  expect(await pendingPages()).toBe(0);
});
