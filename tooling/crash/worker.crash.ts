import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AdminHealth } from '@/lib/contract/admin';
import type { Import } from '@/lib/contract/imports';
import { findLastSocketDir, socketUrl } from '@/server/postgres/socket';
import { workerArguments } from '@/server/worker-arguments.mjs';
import { serverEnv } from '@/tooling/launch/build.mjs';
import { freePort } from '@/tooling/test/free-port';
import { makeDataDir, startServer, type TestServer } from '@/tooling/test/start-server';
import { type Client, signIn } from './client';
import { findWorker, isAlive } from './processes';

const ENTRIES = 200;
/** The job of a killed worker is run again when its heartbeat has expired, after a pause. */
const RECOVERY = { timeout: 100_000 };

let dataDir = '';
let port = 0;
let server: TestServer;
let client: Client;

beforeEach(async () => {
  dataDir = makeDataDir('worker');
  port = await freePort();
});

afterEach(async () => {
  await server.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}): Promise<void> {
  server = await startServer({ dataDir, port, env: { RATE_LIMIT_SCALE: '1000', PAGE_TEXTS: 'off', ...env } });
}

const databaseUrl = (): string => socketUrl(findLastSocketDir(path.join(dataDir, 'postgres/data')) ?? '');

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const database = new pg.Client(databaseUrl());
  await database.connect();
  const { rows } = await database.query<Row>(text).finally(() => database.end());
  return rows;
}

async function get<T>(target: string): Promise<T> {
  const response = await fetch(server.url + target, { headers: { cookie: client.cookie() } });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

/** Sends a file of bookmarks; returns the id of the import. */
async function sendImport(): Promise<string> {
  const links = Array.from(
    { length: ENTRIES },
    (_, index) => `<DT><A HREF="https://${index}.example/">${index}</A>`,
  );
  const response = await fetch(`${server.url}/v1/bookmarks/import`, {
    method: 'POST',
    headers: { cookie: client.cookie(), origin: server.url, 'content-type': 'text/html' },
    body: `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL>${links.join('')}</DL>`,
  });
  expect(response.status).toBe(202);
  return ((await response.json()) as { uuid: string }).uuid;
}

const readImport = (uuid: string): Promise<Import> => get(`/v1/bookmarks/import/${uuid}`);
const statusOf = async (uuid: string) => (await readImport(uuid)).status;

/** Keeps the next import from ending; the result lets it continue. */
async function holdImports(): Promise<() => Promise<void>> {
  const holder = new pg.Client(databaseUrl());
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('begin; lock table bookmark_collections in share mode');
  return () => holder.end();
}

async function expectImportedOnce(uuid: string): Promise<void> {
  expect(await readImport(uuid)).toMatchObject({ status: 'done', created: ENTRIES, duplicates: 0 });
  expect(await client.listAll()).toHaveLength(ENTRIES);
}

test('a worker that is killed during an import: the app answers, and the import is done once after the restart', async () => {
  await start();
  client = await signIn(server.url);
  const release = await holdImports();
  const uuid = await sendImport();
  await expect.poll(() => statusOf(uuid)).toBe('running');
  const killed = findWorker(server.pid) ?? 0;
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => isAlive(killed)).toBe(false);
  expect(await get('/v1/spaces/list')).toMatchObject({ content: [{ counts: { bookmarks: 0 } }] });
  await release();
  await expect.poll(() => findWorker(server.pid)).not.toBeNull();
  expect(findWorker(server.pid)).not.toBe(killed);
  await expect.poll(() => statusOf(uuid), RECOVERY).toBe('done');
  await expectImportedOnce(uuid);
});

test('on shutdown a running import ends first, and the worker with the app', async () => {
  await start();
  client = await signIn(server.url);
  const release = await holdImports();
  const uuid = await sendImport();
  await expect.poll(() => statusOf(uuid)).toBe('running');
  const worker = findWorker(server.pid) ?? 0;
  const stopped = server.stop();
  // The app accepts no connections any more.
  await expect
    .poll(() =>
      fetch(server.url).then(
        () => true,
        () => false,
      ),
    )
    .toBe(false);
  await release();
  expect(await stopped).toBe(0);
  expect(isAlive(worker)).toBe(false);
  await start();
  await expectImportedOnce(uuid);
  const jobs = await query(
    `select state::text, retry_count from schedule.job where name = 'imports' and singleton_key = '${uuid}'`,
  );
  expect(jobs).toEqual([{ state: 'completed', retry_count: 0 }]);
});

test('a killed app leaves no worker', async () => {
  await start();
  await expect.poll(() => findWorker(server.pid)).not.toBeNull();
  const worker = findWorker(server.pid) ?? 0;
  await server.kill();
  await expect.poll(() => isAlive(worker)).toBe(false);
  await start();
});

test('without a worker the app answers and says so, and a worker alone does the work', async () => {
  await start({ WORKER: 'off' });
  client = await signIn(server.url);
  const uuid = await sendImport();
  expect(findWorker(server.pid)).toBeNull();
  const running = async () => (await get<AdminHealth>('/v1/admin/health')).workers.running;
  expect(await running()).toBe(0);
  expect(await statusOf(uuid)).toBe('queued');

  const worker = spawn(process.execPath, workerArguments(path.resolve('.next/serve/worker.mjs')), {
    env: {
      ...process.env,
      ...serverEnv,
      WORKER: 'alone',
      DATA_DIR: path.join(dataDir, 'worker'),
      DATABASE_URL: databaseUrl(),
      SESSION_SECRET: fs.readFileSync(path.join(dataDir, 'secret'), 'utf8').trim(),
      PAGE_TEXTS: 'off',
    },
    stdio: 'inherit',
  });
  await expect.poll(() => statusOf(uuid)).toBe('done');
  await expectImportedOnce(uuid);
  expect(await running()).toBe(1);
  worker.kill('SIGTERM');
  expect(await once(worker, 'exit')).toEqual([0, null]);
  expect(await running()).toBe(0);
});
