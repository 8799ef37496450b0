import { Client } from 'pg';
import { migrations } from '@/provider/db/migrations/index';

// Any fixed number: it only has to be the same in every process that migrates one database.
const lockKey = 724_031_566;

/** What the migrations need. All of them are trusted: the owner of a database may create them. */
export const EXTENSIONS = ['unaccent', 'pg_trgm', 'btree_gin', 'fuzzystrmatch'] as const;

/** For a server that accepts the connection and does not answer. */
const CONNECTION_TIMEOUT_MS = 30_000;

/**
 * Brings the database at `databaseUrl` to the newest shape. Processes that start together wait for one another on an
 * advisory lock; each migration is one transaction, so a process that dies in the middle leaves nothing half done.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(
      'create table if not exists migrations (id text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ id: string }>('select id from migrations');
    const applied = new Set(rows.map((row) => row.id));
    for (const migration of migrations) {
      if (!applied.has(migration.id)) await apply(client, migration.id, migration.sql);
    }
  } finally {
    await client.end();
  }
}

async function apply(client: Client, id: string, sql: string): Promise<void> {
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into migrations (id) values ($1)', [id]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${id} failed`, { cause: error });
  }
}
