import fs from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Client } from 'pg';
import { from } from 'pg-copy-streams';
import {
  type BackupManifest,
  blobsFolder,
  connectForBackup,
  type Content,
  copyOut,
  measure,
  readManifest,
  readMigrations,
  readTables,
  tableFile,
  type TableShape,
} from '@/provider/db/backup';
import { listMigrations, migrate, migrationsFolder } from '@/provider/db/migrate';
import { stageBlob, type BlobStore } from '@/provider/integrations/blobs/blob-store';
import { noBlobs } from '@/provider/integrations/blobs/create-blob-store';

/** Tables that may have rows in an unused database: scan positions of jobs, and counters of requests and errors, workers. */
const OPERATIONAL_TABLES = [
  'cleanup_runs',
  'copy_progress',
  'cover_progress',
  'error_counts',
  'link_hosts',
  'link_progress',
  'page_progress',
  'rate_limits',
  'workers',
];

/** Returns the manifest of a backup that this release can restore. Does not access the database. */
export function readRestorable(folder: string, migrationFiles = migrationsFolder()): BackupManifest {
  const manifest = readManifest(folder);
  const known = listMigrations(migrationFiles);
  const unknown = manifest.migrations.find((name) => known.every(({ tag }) => tag !== name));
  if (unknown !== undefined) {
    throw new Error(`The backup is from a newer release: this one does not know the migration ${unknown}.`);
  }
  return manifest;
}

/**
 * Creates the schema of the backup if the database has no tables, so that a backup of an earlier release can be
 * restored too.
 */
export async function prepareRestore(
  databaseUrl: string,
  folder: string,
  migrationFiles = migrationsFolder(),
): Promise<void> {
  const { migrations } = readRestorable(folder, migrationFiles);
  const client = await connectForBackup(databaseUrl);
  try {
    if ((await readTables(client)).length > 0) return;
  } finally {
    await client.end();
  }
  await migrate(databaseUrl, { folder: migrationFiles, last: migrations.at(-1) });
}

export interface RestoreOptions {
  migrationFiles?: string;
  /** Receives the files of the backup. */
  blobs?: BlobStore;
}

/**
 * Loads a backup into an empty database, in one transaction that is committed only when every table has exactly the
 * content of the backup, and every file is stored. Then migrates the database to the newest schema.
 */
export async function restore(
  databaseUrl: string,
  folder: string,
  { migrationFiles = migrationsFolder(), blobs = noBlobs }: RestoreOptions = {},
): Promise<BackupManifest> {
  const manifest = readManifest(folder);
  await prepareRestore(databaseUrl, folder, migrationFiles);
  const client = await connectForBackup(databaseUrl);
  try {
    await client.query(`begin; set local gin_pending_list_limit = '64MB'`);
    const tables = await readTables(client);
    await requireSameShape(client, manifest, tables);
    await load(client, manifest, tables, folder);
    await expireCursors(client, tables);
    await putBlobs(manifest, folder, blobs);
    await client.query('commit');
    await client.query(`vacuum analyze ${quoted(client, tables).join(', ')}`);
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await client.end();
  }
  await migrate(databaseUrl, { folder: migrationFiles });
  return manifest;
}

/** Stores the files of a backup, whose content must match their names. */
async function putBlobs(manifest: BackupManifest, folder: string, blobs: BlobStore): Promise<void> {
  if (manifest.blobs === null || manifest.blobs.files === 0) return;
  const names = await readdir(blobsFolder(folder)).catch(() => []);
  if (names.length !== manifest.blobs.files) {
    throw new Error(`The backup lacks files: ${names.length} of ${manifest.blobs.files} are there.`);
  }
  for (const hash of names) {
    const content = fs.createReadStream(path.join(blobsFolder(folder), hash));
    const staged = await stageBlob(blobs, content, Infinity);
    try {
      if (staged.hash !== hash) throw new Error(`The file ${hash} is damaged. Nothing was restored.`);
      await blobs.put(staged);
    } finally {
      await rm(staged.file, { force: true });
    }
  }
}

/** The numbers of later events are used again, so cursors of clients into them must expire: see [Note: Events]. */
async function expireCursors(client: Client, tables: readonly TableShape[]): Promise<void> {
  // A backup of a release without events has no such table.
  if (!tables.some(({ name }) => name === 'event_streams')) return;
  await client.query('update event_streams set generation = gen_random_uuid()');
}

const quoted = (client: Client, tables: readonly TableShape[]): string[] =>
  tables.map(({ name }) => client.escapeIdentifier(name));

async function requireSameShape(
  client: Client,
  manifest: BackupManifest,
  tables: readonly TableShape[],
): Promise<void> {
  const shape = (list: readonly Pick<TableShape, 'name' | 'columns'>[]): string =>
    JSON.stringify(list.map(({ name, columns }) => [name, columns]).sort());
  const applied = await readMigrations(client);
  if (JSON.stringify(applied) !== JSON.stringify(manifest.migrations)) {
    throw new Error(
      'The database was migrated by another release than the one of the backup: restore into a database without tables.',
    );
  }
  if (shape(tables) !== shape(manifest.tables)) {
    throw new Error('The manifest is damaged: its tables are not those of its release.');
  }
}

/**
 * User triggers are disabled during the load, because the counters that they maintain are part of the backup. Foreign
 * keys are checked. The table locks block all other access until the end.
 */
async function load(
  client: Client,
  manifest: BackupManifest,
  tables: readonly TableShape[],
  folder: string,
): Promise<void> {
  const names = quoted(client, tables);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await requireEmpty(client, tables);
  await client.query(`truncate ${names.join(', ')}`);
  const expected = new Map(manifest.tables.map((table) => [table.name, table]));
  for (const table of tables) {
    requireEqual(`The file of ${table.name}`, await copyIn(client, table, folder), expected.get(table.name));
  }
  for (const { name, value, isCalled } of manifest.sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, isCalled]);
  }
  await client.query('set constraints all immediate');
  for (const table of tables) {
    requireEqual(
      `The restored table ${table.name}`,
      await copyOut(client, table, []),
      expected.get(table.name),
    );
  }
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
}

async function requireEmpty(client: Client, tables: readonly TableShape[]): Promise<void> {
  for (const { name } of tables) {
    if (OPERATIONAL_TABLES.includes(name)) continue;
    const { rowCount } = await client.query(`select 1 from ${client.escapeIdentifier(name)} limit 1`);
    if (rowCount !== 0) throw new Error(`The database is not empty: there are rows in ${name}.`);
  }
}

async function copyIn(client: Client, { name, columns }: TableShape, folder: string): Promise<Content> {
  const { meter, content } = measure();
  const into = client.query(from(`copy ${client.escapeIdentifier(name)} (${columns.join(', ')}) from stdin`));
  try {
    await pipeline(fs.createReadStream(tableFile(folder, name)), createGunzip(), meter, into);
  } catch (error) {
    throw new Error(`The file of ${name} is damaged or does not fit.`, { cause: error });
  }
  return content();
}

function requireEqual(what: string, actual: Content, expected: Content | undefined): void {
  const isEqual =
    actual.rows === expected?.rows && actual.bytes === expected.bytes && actual.sha256 === expected.sha256;
  if (!isEqual) throw new Error(`${what} does not match the manifest. Nothing was restored.`);
}
