import { Client, DatabaseError } from 'pg';
import type { Visitor } from '@/bench/lib/app';
import { readTables } from '@/provider/db/backup';
import { hashPersonalToken } from '@/provider/modules/auth/personal-tokens';

interface CopiedTable {
  table: string;
  /** Column that identifies the rows of the account. */
  column: string;
  key: 'accountId' | 'spaceId';
  /** Columns with ids that are replaced by ids derived from the number of the copy. */
  ids: readonly string[];
}

const copied: readonly CopiedTable[] = [
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

/** Accounts copied in one transaction. */
const batchSize = 25;

/**
 * Copies an account with its library `count` times in SQL. Counters and words are copied too, so triggers are disabled.
 * The new ids keep the timestamp prefix of the originals.
 */
export async function copyTenant(databaseUrl: string, template: Visitor, count: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(copyFunction);
    const indexes = await dropIndexes(client);
    const tables = new Map((await readTables(client)).map(({ name, columns }) => [name, columns]));
    for (let first = 1; first <= count; first += batchSize) {
      const last = Math.min(count, first + batchSize - 1);
      await beginExclusive(client);
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

/**
 * Begins a transaction that locks the copied tables against other writers. Retries after a deadlock: jobs of the
 * application lock the tables in another order.
 */
async function beginExclusive(client: Client): Promise<void> {
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

/** Drops the indexes that are not unique and returns their definitions: building them at the end is far faster. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid::regclass::text = any ($1) and not indisunique`,
    [copied.map(({ table }) => table)],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Creates a token for each account in `copies`; `0` is the account itself, any other number its copy. */
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
