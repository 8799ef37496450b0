import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { z } from 'zod';
import { causesOf } from '@/lib/observability/describe-error';
import { installQueues } from '@/provider/jobs/queues';

// Any fixed number: it only has to be the same in every process that migrates the database.
const lockKey = 724_031_566;

/** Extensions that the migrations require. All of them are trusted: the owner of a database may create them. */
export const EXTENSIONS = ['unaccent', 'pg_trgm', 'btree_gin', 'fuzzystrmatch'] as const;

/** Timeout for a server that accepts the connection but does not respond. */
const CONNECTION_TIMEOUT_MS = 30_000;

/** Folder next to this file; the build copies it next to its bundles (tooling/launch/build.mjs). */
export const migrationsFolder = (): string => path.join(import.meta.dirname, 'migrations');

const journalSchema = z.looseObject({
  entries: z.array(z.looseObject({ tag: z.string(), when: z.number() })),
});

const journalFile = (folder: string): string => path.join(folder, 'meta/_journal.json');

const readJournal = (folder: string) =>
  journalSchema.parse(JSON.parse(fs.readFileSync(journalFile(folder), 'utf8')));

/** Returns the migrations of a folder in the order of application: their names, and the time that identifies them. */
export const listMigrations = (folder = migrationsFolder()): { tag: string; when: number }[] =>
  readJournal(folder).entries;

export interface MigrateOptions {
  folder?: string;
  /** Last migration to apply: a backup of an earlier release is restored into the schema of that release. */
  last?: string | undefined;
}

/**
 * Applies the missing migrations to the database at `databaseUrl`, in one transaction. Processes that start at the same
 * time are serialized by an advisory lock.
 */
export async function migrate(
  databaseUrl: string,
  { folder = migrationsFolder(), last }: MigrateOptions = {},
): Promise<void> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    const apply = (from: string) => applyMigrations(drizzle({ client }), { migrationsFolder: from });
    const applied = last === undefined ? apply(folder) : withMigrationsUntil(folder, last, apply);
    await applied.catch((error: unknown) => {
      // The message of Drizzle's error is the statement, so the root cause is used.
      const reason = [...causesOf(error)].at(-1)?.message ?? 'unknown error';
      throw new Error(`A migration failed: ${reason}`, { cause: error });
    });
    if (last === undefined) await installQueues(databaseUrl);
  } finally {
    await client.end();
  }
}

/**
 * Drizzle applies a folder as a whole, so an earlier schema is created from a copy of the folder with a shorter
 * journal.
 */
async function withMigrationsUntil(
  folder: string,
  last: string,
  apply: (folder: string) => Promise<void>,
): Promise<void> {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'markwell-migrations-'));
  try {
    fs.cpSync(folder, copy, { recursive: true });
    const journal = readJournal(copy);
    const end = journal.entries.findIndex(({ tag }) => tag === last) + 1;
    fs.writeFileSync(
      journalFile(copy),
      JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }),
    );
    await apply(copy);
  } finally {
    fs.rmSync(copy, { recursive: true });
  }
}
