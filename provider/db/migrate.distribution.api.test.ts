import { expect, test } from 'vitest';
import { createTestDatabase } from '@/provider/testing/database';
import { distributed, undistributed } from '@/provider/testing/distribution';

const { db } = await createTestDatabase();

const read = async <Row extends object>(text: string): Promise<Row[]> =>
  (await db.$client.query<Row>(text, [Object.keys(distributed)])).rows;

test('every table is either distributed or has a reason not to be', async () => {
  const rows = await read<{ name: string }>(
    `select relname::text as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and $1::text[] is not null`,
  );
  const classified = [...Object.keys(distributed), ...Object.values(undistributed).flat()];
  expect(classified.sort()).toEqual(rows.map(({ name }) => name).sort());
});

// Guarantee: the rows of an account can be stored on one server, where all their keys can be enforced.
test('every key of a distributed table begins with the account or the space', async () => {
  const keys = await read<{ table: string; name: string; first: string; isPrimary: boolean }>(
    `select t.relname::text as table, c.relname::text as name, a.attname::text as first, i.indisprimary as "isPrimary"
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
       left join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
     where t.relname = any ($1) and i.indisunique order by c.relname`,
  );
  expect(keys.filter(({ table, first }) => first !== distributed[table])).toEqual([]);
  expect(keys.flatMap(({ table, isPrimary }) => (isPrimary ? [table] : [])).sort()).toEqual(
    Object.keys(distributed).sort(),
  );
});

test('a foreign key between distributed tables has the account on both sides, and none references them from outside', async () => {
  const rows = await read<{ name: string; from: string; to: string; isOwn: boolean; isPaired: boolean }>(
    `select k.conname::text as name, k.conrelid::regclass::text as from, k.confrelid::regclass::text as to,
       k.conrelid::regclass::text = any ($1) as "isOwn",
       exists (select from unnest(k.conkey, k.confkey) p (own, other)
         join pg_attribute o on o.attrelid = k.conrelid and o.attnum = p.own
         join pg_attribute f on f.attrelid = k.confrelid and f.attnum = p.other
         where o.attname = 'account_id' and f.attname = 'account_id') as "isPaired"
     from pg_constraint k where k.contype = 'f' and k.confrelid::regclass::text = any ($1)`,
  );
  expect(rows.length).toBeGreaterThan(5);
  // An account references its current space; docs/operations.md drops this constraint.
  const odd = rows.filter(({ isOwn, isPaired }) => !isOwn || !isPaired).map(({ name }) => name);
  expect(odd).toEqual(['accounts_id_current_space_id_fkey']);
});
