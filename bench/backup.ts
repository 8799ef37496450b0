import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { fillSpace } from '@/bench/data/fill';
import { startProvider } from '@/bench/lib/provider-client';
import { atMost, record, section } from '@/bench/lib/report';
import { backUp, type BackupManifest } from '@/provider/db/backup';
import { openDatabase } from '@/provider/db/client';
import { migrate } from '@/provider/db/migrate';
import { restore } from '@/provider/db/restore';
import { signUp } from '@/provider/testing/accounts';
import { type RunningPostgres, startPostgres } from '@/server/postgres/start-postgres';

const checksums = ({ tables }: BackupManifest): Map<string, string> =>
  new Map(tables.map(({ name, sha256 }) => [name, sha256]));

const inSeconds = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
  const start = performance.now();
  return [await work(), (performance.now() - start) / 1_000];
};

/** Starts a PostgreSQL server with the settings of an installation. */
function startServer(home: string, name: string): Promise<RunningPostgres> {
  const dataDir = path.join(home, name);
  fs.mkdirSync(dataDir, { mode: 0o711 });
  return startPostgres({ dataDir, log: () => undefined });
}

async function fillLibrary(databaseUrl: string): Promise<void> {
  await migrate(databaseUrl);
  const db = openDatabase({ url: databaseUrl });
  const account = await signUp(startProvider(db).deps);
  await db.$client.end();
  await fillSpace(databaseUrl, { ...account, bookmarks: 100_000, pages: 0.2 });
}

/** Backs up 100,000 bookmarks from one server and restores them on another. */
export async function backup(): Promise<void> {
  section('Backup and restore of 100,000 bookmarks');
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'markwell-backup-'));
  // As root, PostgreSQL runs as another user, and would store its data outside of this folder.
  fs.chmodSync(home, 0o711);
  const source = await startServer(home, 'source');
  const server = await startServer(home, 'target');
  try {
    await fillLibrary(source.url);
    const folder = path.join(home, 'backup');
    const [manifest, backupTook] = await inSeconds(() => backUp(source.url, folder));
    const sizes = fs.readdirSync(folder).map((file) => fs.statSync(path.join(folder, file)).size);
    const [, restoreTook] = await inSeconds(() => restore(server.url, folder));
    const again = await backUp(server.url, path.join(home, 'again'));
    const expected = checksums(again);
    const different = [...checksums(manifest)].filter(([name, sha256]) => expected.get(name) !== sha256);
    record({ name: 'rows of bookmarks', value: await countBookmarks(server.url), unit: '' });
    record({ name: 'backup', value: backupTook, unit: 's' });
    record({ name: 'size', value: sizes.reduce((sum, size) => sum + size, 0) / 1e6, unit: 'MB' });
    record({ name: 'restore, with the check of every row', value: restoreTook, unit: 's' });
    atMost('tables with another checksum after the restore', different.length, 0, '');
  } finally {
    await source.stop();
    await server.stop();
    fs.rmSync(home, { recursive: true, force: true });
  }
}

async function countBookmarks(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from bookmarks');
  await client.end();
  return rows[0]?.n ?? 0;
}
