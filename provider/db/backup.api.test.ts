import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backUp, type BackupManifest, manifestFile, tableFile } from '@/provider/db/backup';
import { openDatabase } from '@/provider/db/client';
import { listMigrations, migrate, migrationsFolder } from '@/provider/db/migrate';
import { restore } from '@/provider/db/restore';
import { createProvider } from '@/provider/index';
import { createBlobStore } from '@/provider/integrations/blobs/create-blob-store';
import { seed } from '@/provider/seed/seed';
import { wrongIn } from '@/provider/testing/account-data';
import { storeText, textOf } from '@/provider/testing/blobs';
import { createTestDatabase } from '@/provider/testing/database';
import { createTestProvider } from '@/provider/testing/test-provider';

const source = await createTestProvider();
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'markwell-backup-'));
const folder = path.join(home, 'backup');
let manifest: BackupManifest;
let login: { email: string; password: string };

beforeAll(async () => {
  login = await seed(source.databaseUrl);
  await source.db.$client.query(
    `insert into favicons values ('odd.example', 'image/png', '\\x00ff0a5c', e'a\\tb\\\\n\\nc', now()), ('none.example', null, null, null, now())`,
  );
  await source.db.$client.query('insert into erasures default values');
  manifest = await backUp(source.databaseUrl, folder);
});

afterAll(() => fs.rmSync(home, { recursive: true }));

const emptyDatabase = async (): Promise<string> => (await createTestDatabase()).url;

/** Creates a database without tables. */
async function newDatabase(): Promise<string> {
  const url = await emptyDatabase();
  await run(
    url,
    'drop schema public, drizzle cascade; create schema public; drop schema if exists schedule cascade',
  );
  return url;
}

async function run<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

function copyOfBackup(name: string): string {
  const copy = path.join(home, name);
  fs.cpSync(folder, copy, { recursive: true });
  return copy;
}

test('a backup holds every table, readable only for its owner', async () => {
  const tables = await run<{ name: string }>(
    source.databaseUrl,
    `select table_name::text as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  expect(manifest.tables.map(({ name }) => name).sort()).toEqual(tables.map(({ name }) => name).sort());
  expect(manifest.tables.find(({ name }) => name === 'bookmarks')?.rows).toBe(503);
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
  for (const file of fs.readdirSync(folder)) {
    expect(fs.statSync(path.join(folder, file)).mode & 0o777, file).toBe(0o600);
  }
  await expect(backUp(source.databaseUrl, folder)).rejects.toThrow(`${folder} exists.`);
});

interface StreamRow {
  account_id: string;
  generation: string;
}

test('a restored library is equal row by row, and sequences continue', async () => {
  const url = await emptyDatabase();
  await restore(url, folder);
  const again = await backUp(url, path.join(home, 'again'));
  // Cursors into the events of the backup expire.
  const withoutStreams = ({ tables, ...rest }: typeof manifest) => ({
    ...rest,
    tables: tables.filter(({ name }) => name !== 'event_streams'),
  });
  expect(withoutStreams(again)).toEqual({ ...withoutStreams(manifest), createdAt: again.createdAt });
  const streams = 'select account_id, last_number, expired_through, generation from event_streams order by 1';
  const [found, restored] = [
    await run<StreamRow>(source.databaseUrl, streams),
    await run<StreamRow>(url, streams),
  ];
  const numbers = (rows: StreamRow[]) => rows.map(({ generation: _, ...row }) => row);
  expect(numbers(restored)).toEqual(numbers(found));
  expect(restored.map(({ generation }) => generation)).not.toEqual(found.map(({ generation }) => generation));

  const db = openDatabase({ url });
  afterAll(() => db.$client.end());
  const provider = createProvider({ ...source.deps, db });
  const send = async (pathname: string, body: object, token = ''): Promise<Record<string, unknown>> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await provider.fetch(new Request(`http://provider.test/v1${pathname}`, init));
    expect(response.ok, pathname).toBe(true);
    return (await response.json()) as Record<string, unknown>;
  };
  const { tokens } = (await send('/auth/login', { email: login.email, password: login.password })) as {
    tokens: { access: { token: string } };
  };
  const page = { title: 'After the restore', url: 'https://restored.example/', tags: 'restored' };
  await send('/bookmarks/create', page, tokens.access.token);
  const spaces = await run<{ id: string }>(url, 'select id from spaces');
  expect(spaces.length).toBeGreaterThan(2);
  for (const { id } of spaces) expect(await wrongIn(db, id)).toEqual([]);
  // The sequence continues after its last value.
  const before = await run<{ id: string }>(source.databaseUrl, 'select max(id) as id from erasures');
  const after = await run<{ id: string }>(url, 'insert into erasures default values returning id');
  expect(Number(after[0]?.id)).toBe(Number(before[0]?.id) + 1);
});

test('changes during a backup are not partially included', async () => {
  const target = path.join(home, 'meanwhile');
  const { token } = await source.signUp();
  let isOver = false as boolean;
  const backup = backUp(source.databaseUrl, target).finally(() => (isOver = true));
  for (let index = 0; !isOver; index += 1) {
    const body = { title: `Page ${index}`, url: `https://meanwhile.example/${index}`, tags: 'a,b' };
    await source.call('bookmarks.create', { body }, { token });
  }
  await backup;
  const { db, url } = await createTestDatabase();
  await restore(url, target);
  for (const { id } of await run<{ id: string }>(url, 'select id from spaces')) {
    expect(await wrongIn(db, id)).toEqual([]);
  }
});

describe('a damaged backup is rejected, and nothing is restored', () => {
  const change = (backup: string, table: string, edit: (rows: string) => string): void => {
    const file = tableFile(backup, table);
    fs.writeFileSync(file, gzipSync(edit(gunzipSync(fs.readFileSync(file)).toString())));
  };
  const damages: [string, (backup: string) => void, RegExp][] = [
    [
      'another value',
      (backup) => change(backup, 'accounts', (rows) => rows.replace('demo@', 'demi@')),
      /accounts/,
    ],
    ['a missing row', (backup) => change(backup, 'tags', (rows) => rows.replace(/^.*\n/, '')), /tags/],
    ['a row twice', (backup) => change(backup, 'favicons', (rows) => rows + rows), /favicons is damaged/],
    [
      'an end that is missing',
      (backup) => fs.truncateSync(tableFile(backup, 'bookmarks'), 2_000),
      /bookmarks is damaged/,
    ],
    ['a missing file', (backup) => fs.rmSync(tableFile(backup, 'spaces')), /spaces is damaged/],
    [
      'a manifest that ends early',
      (backup) => fs.truncateSync(manifestFile(backup), 200),
      /manifest.json is damaged/,
    ],
    ['no manifest', (backup) => fs.rmSync(manifestFile(backup)), /has no manifest/],
  ];
  test.each(damages)('%s', async (name, damage, message) => {
    const backup = copyOfBackup(name.replaceAll(' ', '-'));
    damage(backup);
    const url = await emptyDatabase();
    await expect(restore(url, backup)).rejects.toThrow(message);
    expect(await run(url, 'select id from accounts')).toEqual([]);
    expect(await run(url, `select 1 from pg_trigger where not tgisinternal and tgenabled <> 'O'`)).toEqual(
      [],
    );
  });
});

test('a value that the database stores differently than sent is detected', async () => {
  const url = await emptyDatabase();
  await run(url, 'alter table favicons alter column fetched_at type timestamptz(0)');
  await expect(restore(url, folder)).rejects.toThrow(/The restored table favicons does not match/);
  expect(await run(url, 'select id from accounts')).toEqual([]);
});

test('a database with rows is rejected', async () => {
  await expect(restore(source.databaseUrl, folder)).rejects.toThrow(/not empty: there are rows in accounts/);
});

test('a backup of a newer release is rejected', async () => {
  const backup = copyOfBackup('newer');
  const newer = { ...manifest, migrations: [...manifest.migrations, '9999-later'] };
  fs.writeFileSync(manifestFile(backup), JSON.stringify(newer));
  await expect(restore(await emptyDatabase(), backup)).rejects.toThrow(/newer release.*9999-later/);
});

/** Creates the migrations of a later release. */
function laterMigrations(): string {
  const later = path.join(home, 'later-migrations');
  fs.cpSync(migrationsFolder(), later, { recursive: true });
  const journal = path.join(later, 'meta/_journal.json');
  const { entries, ...rest } = JSON.parse(fs.readFileSync(journal, 'utf8')) as {
    entries: { tag: string; when: number }[];
  };
  const last = entries.at(-1)!;
  const added = { ...last, tag: '9999_later', when: last.when + 1 };
  fs.writeFileSync(journal, JSON.stringify({ ...rest, entries: [...entries, added] }));
  const sql = `alter table favicons add column later text not null default 'later'`;
  fs.writeFileSync(path.join(later, '9999_later.sql'), sql);
  return later;
}

test('a backup of an earlier release is restored into a database without tables, and migrated', async () => {
  const later = laterMigrations();
  expect(manifest.migrations).toEqual(listMigrations().map(({ tag }) => tag));

  const migrated = await emptyDatabase();
  await migrate(migrated, { folder: later });
  await expect(restore(migrated, folder, { migrationFiles: later })).rejects.toThrow(
    /migrated by another release/,
  );

  const target = await newDatabase();
  await restore(target, folder, { migrationFiles: later });
  expect(await run(target, `select host, later from favicons where host = 'odd.example'`)).toEqual([
    { host: 'odd.example', later: 'later' },
  ]);
  expect(await run(target, 'select id from drizzle.__drizzle_migrations')).toHaveLength(
    listMigrations(later).length,
  );
});

describe('files', () => {
  /** Adds a stored text that nothing refers to, and returns its hash. */
  const addFile = async (text: string): Promise<string> => (await storeText(source.deps, text)).hash;
  const storeIn = (name: string) => createBlobStore({ folder: path.join(home, name), s3: null });

  test('are a part of the backup, and of the restored installation', async () => {
    const hashes = [await addFile('one file'), await addFile('another')];
    const target = path.join(home, 'with-files');
    const { blobs } = await backUp(source.databaseUrl, target, source.deps.blobs);
    expect(blobs).toEqual({ files: 2, bytes: 15 });
    expect(fs.readdirSync(path.join(target, 'blobs')).sort()).toEqual([...hashes].sort());
    const restored = storeIn('restored');
    await restore(await emptyDatabase(), target, { blobs: restored });
    expect(await textOf({ ...source.deps, blobs: restored }, hashes[0] ?? '')).toBe('one file');
    expect(await textOf({ ...source.deps, blobs: restored }, hashes[1] ?? '')).toBe('another');
  });

  test('of a bucket are not copied', async () => {
    const bucket = { ...source.deps.blobs, kind: 's3' as const };
    const { blobs } = await backUp(source.databaseUrl, path.join(home, 'bucket'), bucket);
    expect(blobs).toBeNull();
    expect(fs.existsSync(path.join(home, 'bucket/blobs'))).toBe(false);
  });

  test('that were deleted meanwhile are left out, and damaged ones end the backup', async () => {
    const hash = await addFile('to be damaged');
    await source.deps.blobs.delete(await addFile('deleted meanwhile'));
    const { blobs } = await backUp(source.databaseUrl, path.join(home, 'without-one'), source.deps.blobs);
    expect(blobs?.files).toBe(3);
    const damaged = {
      ...source.deps.blobs,
      get: async (wanted: string) =>
        wanted === hash ? Readable.from([Buffer.from('damaged')]) : source.deps.blobs.get(wanted),
    };
    const target = path.join(home, 'damaged');
    await expect(backUp(source.databaseUrl, target, damaged)).rejects.toThrow(`file ${hash} is damaged`);
    expect(fs.existsSync(target)).toBe(false);
  });

  test.each([
    ['damaged', (file: string) => fs.writeFileSync(file, 'damaged'), /is damaged. Nothing was restored/],
    ['missing', (file: string) => fs.rmSync(file), /lacks files: \d of \d are there/],
  ])('that are %s in a backup restore nothing', async (name, spoil, message) => {
    const hash = await addFile(`in ${name}`);
    const target = path.join(home, `spoilt-${name}`);
    await backUp(source.databaseUrl, target, source.deps.blobs);
    spoil(path.join(target, 'blobs', hash));
    const url = await emptyDatabase();
    await expect(restore(url, target, { blobs: storeIn(name) })).rejects.toThrow(message);
    expect(await run(url, 'select from accounts')).toEqual([]);
  });
});
