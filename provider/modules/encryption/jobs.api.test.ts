import { expect, test, vi } from 'vitest';
import { openDatabase } from '@/provider/db/client';
import { eraseRemains } from '@/provider/modules/encryption/jobs';
import { encrypt } from '@/provider/testing/envelopes';
import { createTestProvider } from '@/provider/testing/test-provider';

const { deps, db, databaseUrl, call, signUp, logged } = await createTestProvider();
const words = {
  title: 'Quokkacanary',
  url: 'https://quokkacanary.example/',
  description: 'quokkacanary',
  tags: '',
};

async function saveAndEncrypt(): Promise<void> {
  const person = await signUp();
  const { body } = await call('bookmarks.create', { body: words }, person);
  await db.$client.query('analyze');
  const cipher = encrypt('a passphrase', { account: person.accountId, uuid: body.uuid }, words);
  const params = { uuid: body.uuid };
  await call('bookmarks.update', { params, body: { encrypted: true, cipher } }, person);
}

/** Returns the columns whose statistics contain the text. */
async function statisticsWith(text: string): Promise<string[]> {
  const { rows } = await db.$client.query<{ name: string }>(
    `select tablename || '.' || attname as name from pg_stats
     where concat(most_common_vals, histogram_bounds, most_common_elems) ilike '%' || $1 || '%' order by name`,
    [text],
  );
  return rows.map(({ name }) => name);
}

async function vacuums(): Promise<number | undefined> {
  const { rows } = await db.$client.query<{ runs: number }>(
    `select vacuum_count::int as runs from pg_stat_user_tables where relname = 'bookmarks'`,
  );
  return rows[0]?.runs;
}

test('a run after encryption vacuums and replaces statistics; without encryption it does nothing', async () => {
  await saveAndEncrypt();
  // Searching needs these statistics, so they are replaced rather than never collected.
  expect(await statisticsWith('quokka')).toContain('bookmarks.search');
  await eraseRemains(deps);
  // Nothing remains here, and before PostgreSQL 18 only a superuser can clear the statistics of an empty table.
  const { rows } = await db.$client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  const isClearable = (rows[0]?.version ?? 0) >= 180_000;
  expect(await statisticsWith('quokka')).toEqual(isClearable ? [] : ['space_words.word']);
  expect(await vacuums()).toBe(1);
  await eraseRemains(deps);
  expect(await vacuums()).toBe(1);
});

test('statistics are never collected on content that no plan needs', async () => {
  await saveAndEncrypt();
  const person = await signUp();
  await call('bookmarks.create', { body: { ...words, title: 'Readable' } }, person);
  await db.$client.query('analyze');
  const { rows } = await db.$client.query<{ name: string }>(
    `select attname as name from pg_stats where tablename = 'bookmarks'
       and attname in ('title', 'url', 'path', 'description', 'extra')`,
  );
  expect(rows).toEqual([]);
});

test('without the privilege for checkpoints one line is logged, and the request is completed', async () => {
  await saveAndEncrypt();
  await db.$client.query('grant select, delete on erasures to pg_read_all_settings');
  const restricted = openDatabase({
    url: `${databaseUrl}&options=${encodeURIComponent('-c role=pg_read_all_settings')}`,
  });
  const before = logged.length;
  await eraseRemains({ ...deps, db: restricted });
  await restricted.$client.end();
  expect(logged.slice(before)).toEqual([
    expect.objectContaining({
      level: 'warn',
      message: expect.stringContaining('grant pg_checkpoint') as string,
    }),
  ]);
  expect((await db.$client.query('select from erasures')).rowCount).toBe(0);
});

test('the statement timeout does not apply', async () => {
  await saveAndEncrypt();
  const hasty = openDatabase({ url: databaseUrl, statementTimeoutMs: 500 });
  const lock = await db.$client.connect();
  await lock.query('begin; lock table bookmarks in share update exclusive mode');
  const erased = eraseRemains({ ...deps, db: hasty });
  const isLate = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like 'vacuum%' and clock_timestamp() - query_start > interval '1 second'`;
  await vi.waitFor(async () => expect((await db.$client.query(isLate)).rowCount).toBe(1), {
    timeout: 30_000,
  });
  await lock.query('rollback');
  lock.release();
  await erased;
  await hasty.$client.end();
  expect((await db.$client.query('select from erasures')).rowCount).toBe(0);
});
