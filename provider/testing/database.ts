import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, expect, inject, onTestFinished } from 'vitest';
import { openDatabase, type Database, type DatabaseOptions } from '@/provider/db/client';
import { databaseUrl } from '@/provider/testing/global-setup';

/** Creates a migrated database for the calling test file, which is dropped after it. */
export async function createTestDatabase(
  options: Pick<DatabaseOptions, 'storageQuotaBytes'> = {},
): Promise<{ db: Database; url: string }> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = new Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name} template ${inject('templateName')}`);
  const url = databaseUrl(server, name);
  const db = openDatabase({ url, ...options });
  afterAll(async () => {
    await db.$client.end();
    await dropDatabase(admin, name);
    await admin.end();
  });
  return { db, url };
}

/**
 * Drops a database. A pool counts as ended before its connections are closed, and a connection that a forced drop
 * terminates then emits an unhandled error. A plain drop waits for them, up to five seconds.
 */
async function dropDatabase(admin: Client, name: string): Promise<void> {
  await admin.query(`drop database ${name}`).catch(() => admin.query(`drop database ${name} with (force)`));
}

/** Opens another connection to the database, whose locks can block a call. It is closed after the test. */
export async function createOutsider(databaseUrl: string): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Resolves when exactly this many connections wait for a lock. */
export const untilBlocked = (client: Client, count = 1): Promise<void> =>
  expect
    .poll(
      async () => {
        const { rowCount } = await client.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        );
        return rowCount;
      },
      { timeout: 20_000 },
    )
    .toBe(count);

/**
 * Returns every table of the database, in any schema, with a row that contains the text: in any column,
 * case-insensitive, also as the bytes of a binary value or as base64.
 */
export async function tablesWith({ $client }: Database, text: string): Promise<string[]> {
  const { rows } = await $client.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  const bytes = Buffer.from(text);
  const forms = [
    text.toLowerCase(),
    bytes.toString('hex'),
    bytes.toString('base64').replace(/.{0,2}=*$/, ''),
  ];
  const found: string[] = [];
  for (const { schema, name } of rows) {
    const { rowCount } = await $client.query(
      `select 1 from "${schema}"."${name}" t
       where lower(t::text) like any ($1::text[]) or t::text like '%' || $2 || '%' limit 1`,
      [forms.slice(0, 2).map((form) => `%${form}%`), forms[2]],
    );
    if (rowCount) found.push(schema === 'public' ? name : `${schema}.${name}`);
  }
  return found.sort();
}
