import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Client } from 'pg';
import { to } from 'pg-copy-streams';
import { z } from 'zod';
import { listMigrations } from '@/provider/db/migrate';
import { stageBlob, type BlobStore } from '@/provider/integrations/blobs/blob-store';
import { noBlobs } from '@/provider/integrations/blobs/create-blob-store';

/**
 * [Note: Backup] A backup is a folder: `manifest.json`, and one compressed file per table with its rows in the text
 * format of COPY, ordered by the primary key. Equal rows produce equal bytes in every database, so their checksum shows
 * whether a table was restored completely. All tables are streamed from one snapshot while the app runs. The queues of
 * pg-boss are excluded: they are created again at startup, and pending work is stored in the tables.
 *
 * The folder `blobs` has the stored files of the snapshot, each under its hash, unless they are in a bucket, which is
 * backed up by its own means. A file that was deleted meanwhile, because its bookmark was encrypted, is left out.
 */
const manifestSchema = z.strictObject({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** Names of the migrations that created the schema. */
  migrations: z.array(z.string()),
  tables: z.array(
    z.strictObject({
      name: z.string(),
      /** Quoted as in SQL. */
      columns: z.array(z.string()),
      rows: z.int().min(0),
      /** Of the uncompressed rows. */
      bytes: z.int().min(0),
      sha256: z.string(),
    }),
  ),
  /** Of the folder `blobs`; null if the files are in a bucket. */
  blobs: z
    .strictObject({ files: z.int().min(0), bytes: z.int().min(0) })
    .nullable()
    .default(null),
  sequences: z.array(z.strictObject({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
});

export type BackupManifest = z.infer<typeof manifestSchema>;

/** Structure of a table in a backup. */
export interface TableShape {
  readonly name: string;
  /** Without generated columns. */
  readonly columns: readonly string[];
  /** The primary key, as an ORDER BY that does not depend on the locale. */
  readonly key: readonly string[];
  /** Tables that must be loaded first. */
  readonly parents: readonly string[];
}

/** Row count, size and checksum of a table. */
export type Content = Pick<BackupManifest['tables'][number], 'rows' | 'bytes' | 'sha256'>;

export const manifestFile = (folder: string): string => path.join(folder, 'manifest.json');
export const blobsFolder = (folder: string): string => path.join(folder, 'blobs');
export const tableFile = (folder: string, table: string): string => path.join(folder, `${table}.copy.gz`);

/** Settings that make printed values independent of the server configuration. */
const printSettings = `set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'iso_8601'; set bytea_output = 'hex';
  set extra_float_digits = 1; set client_encoding = 'UTF8'; set search_path = public`;

/** Opens a connection for backups. They take longer than the timeouts of a request. */
export async function connectForBackup(databaseUrl: string): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'markwell-backup' });
  await client.connect();
  await client.query(printSettings);
  return client;
}

/**
 * Writes the database, and the files of a store that is a folder, into a new folder. An interrupted backup leaves no
 * folder of that name.
 */
export async function backUp(
  databaseUrl: string,
  folder: string,
  blobs: BlobStore = noBlobs,
): Promise<BackupManifest> {
  if (fs.existsSync(folder)) throw new Error(`${folder} exists.`);
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const client = await connectForBackup(databaseUrl);
  try {
    await client.query('begin isolation level repeatable read, read only');
    const tables: BackupManifest['tables'] = [];
    for (const table of await readTables(client)) {
      const file = fs.createWriteStream(tableFile(unfinished, table.name), { mode: 0o600, flush: true });
      const content = await copyOut(client, table, [createGzip({ level: 4 }), file]);
      tables.push({ name: table.name, columns: [...table.columns], ...content });
    }
    const shape = { migrations: await readMigrations(client), sequences: await readSequences(client) };
    const hashes = blobs.kind === 'files' ? await readHashes(client) : null;
    await client.query('commit');
    const manifest: BackupManifest = {
      format: 1,
      createdAt: new Date().toISOString(),
      tables,
      blobs: hashes && (await copyBlobs(blobs, hashes, blobsFolder(unfinished))),
      ...shape,
    };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeFile(manifestFile(unfinished), text, { mode: 0o600, flush: true });
    await rename(unfinished, folder);
    return manifest;
  } finally {
    await client.end();
  }
}

/** Returns the hashes of all stored files; none for a release without files. */
async function readHashes(client: Client): Promise<string[]> {
  const { rows: tables } = await client.query(`select where to_regclass('public.blobs') is not null`);
  if (tables.length === 0) return [];
  const { rows } = await client.query<{ hash: string }>('select hash from blobs order by hash');
  return rows.map(({ hash }) => hash);
}

/** Copies files into a folder, which the first one creates. Throws if one is damaged. */
async function copyBlobs(
  blobs: Pick<BlobStore, 'get'>,
  hashes: readonly string[],
  folder: string,
): Promise<BackupManifest['blobs']> {
  const copied = { files: 0, bytes: 0 };
  for (const hash of hashes) {
    const content = await blobs.get(hash);
    if (content === null) continue;
    const staged = await stageBlob({ incoming: folder }, content, Infinity);
    if (staged.hash !== hash) throw new Error(`The stored file ${hash} is damaged.`);
    await rename(staged.file, path.join(folder, hash));
    copied.files += 1;
    copied.bytes += staged.size;
  }
  return copied;
}

export function readManifest(folder: string): BackupManifest {
  const file = manifestFile(folder);
  if (!fs.existsSync(file)) throw new Error(`${folder} is not a backup: it has no manifest.json.`);
  try {
    return manifestSchema.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(`${file} is damaged, or of another release.`, { cause: error });
  }
}

/** Returns all tables of the application, parents first. */
export async function readTables(client: Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    select c.relname::text as name,
      array(select quote_ident(attname) from pg_attribute a
        where a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attname) as columns,
      array(select quote_ident(attname) || case when attcollation <> 0 then ' collate "C"' else '' end
        from pg_index i cross join unnest(i.indkey) with ordinality k (attnum, position)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary order by k.position) as key,
      array(select distinct confrelid::regclass::text from pg_constraint
        where conrelid = c.oid and contype = 'f' and not condeferrable and confrelid <> c.oid) as parents
    from pg_class c
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
    order by relname`);
  return parentsFirst(rows);
}

function parentsFirst(tables: readonly TableShape[]): TableShape[] {
  const ordered = new Set<TableShape>();
  while (ordered.size < tables.length) {
    const placed = new Set([...ordered].map(({ name }) => name));
    const ready = tables.filter(
      (table) => !ordered.has(table) && table.parents.every((parent) => placed.has(parent)),
    );
    if (ready.length === 0) throw new Error('tables refer to each other in a circle');
    for (const table of ready) ordered.add(table);
  }
  return [...ordered];
}

/** Returns the names of the applied migrations, or their times if they are unknown to this release. */
export async function readMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ when: string }>(
    'select created_at::text as "when" from drizzle.__drizzle_migrations order by created_at',
  );
  const names = new Map(listMigrations().map(({ tag, when }) => [String(when), tag]));
  return rows.map(({ when }) => names.get(when) ?? when);
}

async function readSequences(client: Client): Promise<BackupManifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relkind = 'S' and relnamespace = 'public'::regnamespace order by relname`,
  );
  const sequences: BackupManifest['sequences'] = [];
  for (const { name } of rows) {
    const state = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${name}`,
    );
    for (const { value, isCalled } of state.rows) sequences.push({ name, value, isCalled });
  }
  return sequences;
}

/** Copies the rows of a table through streams, and measures them. */
export async function copyOut(
  client: Client,
  { name, columns, key }: TableShape,
  [first, ...others]: [NodeJS.ReadWriteStream, ...NodeJS.WritableStream[]] | [],
): Promise<Content> {
  const rows = client.query(
    to(
      `copy (select ${columns.join(', ')} from ${client.escapeIdentifier(name)} order by ${key.join(', ')}) to stdout`,
    ),
  );
  const { meter, content } = measure();
  const end = first ? [first, ...others] : [new Writable({ write: (_chunk, _encoding, done) => done() })];
  await pipeline([rows, meter, ...end]);
  return content();
}

/** Creates a stream that passes rows through and counts them; a newline inside of a value is escaped. */
export function measure(): { meter: Transform; content: () => Content } {
  const hash = createHash('sha256');
  let rows = 0;
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows += 1;
      done(null, chunk);
    },
  });
  return { meter, content: () => ({ rows, bytes, sha256: hash.digest('hex') }) };
}
