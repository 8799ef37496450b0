import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseEnv } from '@/lib/env/parse-env';
import { openDatabase } from '@/provider/db/client';
import { seed } from '@/provider/seed/seed';
import { createTestDatabase } from '@/provider/testing/database';
import { backUpInstallation, restoreInstallation } from '@/server/backup';
import { startDatabase } from '@/server/database';
import { freePort } from '@/tooling/test/free-port';

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'markwell-installations-'));
// The embedded database runs as another user if the tests run as root.
fs.chmodSync(home, 0o711);
afterAll(() => fs.rmSync(home, { recursive: true, force: true }));

/** Returns the environment of an installation on a database server. */
const onServer = (DATABASE_URL: string) =>
  parseEnv({
    DATA_DIR: path.join(home, 'elsewhere'),
    DATABASE_URL,
    SESSION_SECRET: 'qL8v0Zr4cJ2xW7tY1nB5mK9dF3hG6sPa',
  });

test('an installation moves from the embedded database to DATABASE_URL, row by row', async () => {
  const embedded = parseEnv({ DATA_DIR: path.join(home, 'data') });
  const running = await startDatabase(embedded);
  await seed(running.url);
  const folder = path.join(home, 'running');
  const manifest = await backUpInstallation(embedded, folder);
  await running.close();
  const stopped = await backUpInstallation(embedded, path.join(home, 'stopped'));
  expect(stopped).toEqual({ ...manifest, createdAt: stopped.createdAt });

  const { url } = await createTestDatabase();
  await restoreInstallation(onServer(url), folder);
  const moved = await backUpInstallation(onServer(url), path.join(home, 'moved'));
  // Cursors into the events of the backup expire: provider/db/backup.api.test.ts.
  const withoutStreams = ({ tables, ...rest }: typeof manifest) => ({
    ...rest,
    tables: tables.filter(({ name }) => name !== 'event_streams'),
  });
  expect(withoutStreams(moved)).toEqual({ ...withoutStreams(manifest), createdAt: moved.createdAt });
});

test('a database without accounts accepts a backup', async () => {
  const { url } = await createTestDatabase();
  const folder = path.join(home, 'empty');
  await backUpInstallation(onServer(url), folder);
  const db = openDatabase({ url });
  afterAll(() => db.$client.end());
  await db.$client.query(`insert into error_counts (day, kind, count) values (current_date, 'job', 1)`);
  await restoreInstallation(onServer(url), folder);
  expect((await db.$client.query('select from error_counts')).rows).toEqual([]);
});

test('a folder without a backup is not reported as an error of DATABASE_URL', async () => {
  const folder = path.join(home, 'nothing');
  const env = onServer(`postgres://user@127.0.0.1:${await freePort()}/markwell`);
  await expect(restoreInstallation(env, folder)).rejects.toThrow(
    new Error(`${folder} is not a backup: it has no manifest.json.`),
  );
});
