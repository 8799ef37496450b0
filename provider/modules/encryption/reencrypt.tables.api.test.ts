import { expect, test } from 'vitest';
import type { Output } from '@/lib/contract/index';
import { newId } from '@/provider/db/client';
import { bookmarkTables } from '@/provider/modules/encryption/reencrypt';
import { envelope } from '@/provider/testing/envelopes';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const { call, signUp, db } = await createTestProvider();

const stored = async (person: TestAccount, uuid: string) =>
  (await call('bookmarks.stored', { params: { uuid } }, person)).body.tables;

type Tables = Output<'bookmarks.stored'>['tables'];

/** Tables without data of bookmarks; the progress tables contain the position of a job. */
const tablesWithoutBookmarks = [
  ...[
    'account_activity',
    'accounts',
    'audit_log',
    'avatars',
    'billing',
    'billing_checkouts',
    'billing_closures',
    'billing_events',
    // Hashes and sizes of files, without the bookmarks that refer to them.
    'blob_releases',
    'blob_usage',
    'blobs',
    'cleanup_runs',
    'connect_codes',
    'email_codes',
    'erasures',
    'error_counts',
    'event_streams',
    'events',
    // The content of a bug report belongs to its sender.
    'feedback',
    'idempotency_keys',
    'identities',
    'mails',
    'payments',
    'personal_tokens',
    // A library that is not imported yet, deleted after a day.
    'product_parts',
    'product_reads',
    'rate_limits',
    // Words of queries, without an account.
    'related_words',
    'sessions',
    'token_calls',
    'workers',
  ],
  ...[
    'change_collections',
    'collections',
    'copy_progress',
    'cover_progress',
    'import_folders',
    'key_changes',
    'link_progress',
    'page_progress',
    'spaces',
  ],
] as const;

const rowsOf = (tables: Tables, name: string): Record<string, string | null>[] =>
  (tables.find((table) => table.name === name)?.rows ?? []).map((row) =>
    Object.fromEntries(row.map(({ column, value }) => [column, value])),
  );

test('every table of the database is either searched or known to have no data of a bookmark', async () => {
  const { rows } = await db.$client.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema', 'schedule') and table_type <> 'VIEW'`,
  );
  // Jobs of pg-boss, in the schema "schedule", contain only ids of rows: routes.canary.api.test.ts searches every table for
  // texts.
  const known = [...Object.keys(bookmarkTables), ...tablesWithoutBookmarks].map((name) => `public.${name}`);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    ['drizzle.__drizzle_migrations', ...known].toSorted(),
  );
});

test('a table that references bookmarks is searched, unless it only has the position of a job', async () => {
  const { rows } = await db.$client.query<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'bookmark_id'`,
  );
  const names = rows.map(({ name }) => name).filter((name) => !name.endsWith('_progress'));
  expect(Object.keys(bookmarkTables)).toEqual(expect.arrayContaining(names));
});

test('for an encrypted bookmark there is its row, byte for byte, and its collections', async () => {
  const person = await signUp();
  const body = { encrypted: true, cipher: envelope('key'), hint: 'The usual' };
  const { uuid } = (await call('bookmarks.create', { body }, person)).body;
  const tables = await stored(person, uuid);
  expect(tables.map(({ name }) => name)).toEqual(['bookmarks', 'bookmark_collections']);
  const [row] = rowsOf(tables, 'bookmarks');
  expect(row).toMatchObject({
    id: uuid,
    account_id: person.accountId,
    cipher: body.cipher,
    hint: 'The usual',
    encrypted: 't',
    title: null,
    url: null,
    search: null,
    tags: '{}',
    visits: '0',
  });
  expect(row?.['created_at']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/);
  const { rows } = await db.$client.query<{ column_name: string }>(
    `select column_name from information_schema.columns where table_name = 'bookmarks' order by ordinal_position`,
  );
  expect(Object.keys(row ?? {})).toEqual(rows.map(({ column_name }) => column_name));
});

test('for a readable one there is all derived and related data', async () => {
  const [person, other] = [await signUp(), await signUp()];
  const url = 'https://stored.example/page';
  const make = { url, title: 'Stored words', tags: 'a, b', description: 'Long' };
  const { uuid } = (await call('bookmarks.create', { body: make }, person)).body;
  await call('bookmarks.create', { body: make }, other);
  await call('bookmarks.bulk', { body: { action: 'tag', tags: 'c', uuids: [uuid] } }, person);
  await db.$client.query(
    `insert into favicons (host, fetched_at) values ('stored.example', now()), ('other.example', now())`,
  );
  await db.$client.query(
    `insert into link_checks (account_id, bookmark_id, host, due_at) values ($2, $1, 'stored.example', now())`,
    [uuid, person.accountId],
  );
  const line = { line: 1, reasons: ['duplicate_in_library'], title: 'x', url: `${url}?utm_source=x` };
  for (const { accountId, spaceId } of [person, other]) {
    await db.$client.query(
      `insert into imports (id, account_id, space_id, status, dry_run, rows, created_at)
       values ($1, $2, $3, 'done', false, $4, now()), ($5, $2, $3, 'done', false, '[]', now())`,
      [newId(), accountId, spaceId, JSON.stringify([line]), newId()],
    );
  }
  const tables = await stored(person, uuid);
  const counts = Object.fromEntries(tables.map(({ name, rows }) => [name, rows.length]));
  expect(counts).toEqual({
    bookmarks: 1,
    bookmark_collections: 1,
    tags: 3,
    space_words: 5,
    link_checks: 1,
    favicons: 1,
    changes: 1,
    change_rows: 1,
    imports: 1,
  });
  expect(rowsOf(tables, 'space_words').map(({ word }) => word)).toEqual(
    expect.arrayContaining(['stored', 'words', 'long', 'page']),
  );
  expect(rowsOf(tables, 'tags').every((row) => row['space_id'] === person.spaceId)).toBe(true);
  expect(rowsOf(tables, 'imports')[0]).toMatchObject({ account_id: person.accountId });
});

test('there is no row of another account', async () => {
  const [person, other] = [await signUp(), await signUp()];
  const { uuid } = (await call('bookmarks.create', { body: { url: 'https://a.example/' } }, other)).body;
  expect((await call('bookmarks.stored', { params: { uuid } }, person)).status).toBe(404);
});
