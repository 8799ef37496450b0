import { Client, DatabaseError } from 'pg';
import type { Visitor } from '@/bench/lib/app';
import { readTables } from '@/provider/db/backup';
import { hashPersonalToken } from '@/provider/modules/account/personal-tokens';

interface Copied {
  table: string;
  /** Which rows are those of the account. */
  column: string;
  key: 'accountId' | 'spaceId';
  /** Columns with an id that the copy of account `n` has for itself. */
  ids: readonly string[];
}

const copied: readonly Copied[] = [
  { table: 'accounts', column: 'id', key: 'accountId', ids: ['id', 'current_space_id'] },
  { table: 'spaces', column: 'account_id', key: 'accountId', ids: ['id', 'account_id'] },
  { table: 'collections', column: 'account_id', key: 'accountId', ids: ['id', 'space_id', 'account_id'] },
  { table: 'bookmarks', column: 'account_id', key: 'accountId', ids: ['id', 'space_id', 'account_id'] },
  {
    table: 'bookmark_collections',
    column: 'account_id',
    key: 'accountId',
    ids: ['account_id', 'bookmark_id', 'collection_id', 'space_id'],
  },
  { table: 'tags', column: 'space_id', key: 'spaceId', ids: ['space_id'] },
  { table: 'space_words', column: 'space_id', key: 'spaceId', ids: ['space_id'] },
];

const copyFunction = `create or replace function bench_copy_of(id uuid, n int) returns uuid language sql immutable as
  $$ select overlay(md5(id::text || n) placing left(replace(id::text, '-', ''), 12) from 1)::uuid $$`;

/** Each is one transaction. */
const accountsAtOnce = 25;

/**
 * Copies an account with its library so many times, within the database. Counters and words are copied too, so triggers
 * rest; ids keep the time that they begin with.
 */
export async function copyTenant(databaseUrl: string, template: Visitor, count: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(copyFunction);
    const indexes = await dropIndexes(client);
    const tables = new Map((await readTables(client)).map(({ name, columns }) => [name, columns]));
    for (let first = 1; first <= count; first += accountsAtOnce) {
      const last = Math.min(count, first + accountsAtOnce - 1);
      await beginAlone(client);
      for (const { table } of copied) await client.query(`alter table ${table} disable trigger user`);
      for (const { table, column, key, ids } of copied) {
        const columns = tables.get(table) ?? [];
        const values = columns.map((name) => {
          if (ids.includes(name)) return `bench_copy_of(${name}, n)`;
          return ['email', 'email_key'].includes(name) ? `'tenant-' || n || '@bench.example'` : name;
        });
        await client.query(
          `insert into ${table} (${columns.join(', ')})
           select ${values.join(', ')} from generate_series(${first}, ${last}) n, ${table} where ${column} = $1`,
          [template[key]],
        );
      }
      await client.query('set constraints all immediate');
      for (const { table } of copied) await client.query(`alter table ${table} enable trigger user`);
      await client.query('commit');
    }
    await client.query(`set maintenance_work_mem = '512MB'`);
    for (const definition of indexes) await client.query(definition);
    await client.query(`vacuum analyze ${copied.map(({ table }) => table).join(', ')}`);
  } finally {
    await client.end();
  }
}

/** Begins a transaction that alone writes to the copied tables. Jobs of the app lock them in another order. */
async function beginAlone(client: Client): Promise<void> {
  const names = copied.map(({ table }) => table).join(', ');
  for (;;) {
    await client.query(`begin; set local gin_pending_list_limit = '64MB'`);
    try {
      await client.query(`lock table ${names} in share row exclusive mode`);
      return;
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== '40P01') throw error;
      await client.query('rollback');
    }
  }
}

/** Takes away the indexes that no key needs, and answers their definitions: to build them at the end is far faster. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid::regclass::text = any ($1) and not indisunique`,
    [copied.map(({ table }) => table)],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Gives accounts a token each; `0` is the account itself, any other number its copy. */
export async function addTokens(
  databaseUrl: string,
  { accountId }: Visitor,
  copies: readonly number[],
): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(copyFunction);
    const tokens = copies.map((copy) => `mwp_bench-${accountId}-${copy}`);
    await client.query(
      `insert into personal_tokens (id, account_id, name, scope, hash, created_at)
       select gen_random_uuid(), case n when 0 then $1::uuid else bench_copy_of($1, n) end, 'bench', 'write', hash, now()
       from unnest($2::text[], $3::int[]) t (hash, n)`,
      [accountId, tokens.map(hashPersonalToken), copies],
    );
    return tokens;
  } finally {
    await client.end();
  }
}
