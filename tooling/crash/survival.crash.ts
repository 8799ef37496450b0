import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverArguments } from '@/tooling/launch/build.mjs';
import { freePort } from '@/tooling/test/free-port';
import { makeDataDir, startServer, type TestServer } from '@/tooling/test/start-server';
import { type Client, signIn, TAGS } from './client';
import { type Load, startLoad } from './load';
import { killBackend, killDatabase } from './processes';

const KILLS = 20;
const AT_ONCE = 6;
/** A start takes about two seconds on two idle cores; the limit allows for a busy machine. */
const RECOVERY_TIMEOUT_MS = 25_000;

const dataDir = makeDataDir('crash');
const logFile = path.join(dataDir, 'server.log');
let port = 0;
let server: TestServer;
let client: Client;

beforeAll(async () => {
  port = await freePort();
  server = await start();
  client = await signIn(server.url);
});

afterAll(async () => {
  await server.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

function start(): Promise<TestServer> {
  return startServer({ dataDir, port, logFile, env: { RATE_LIMIT_SCALE: '1000', PAGE_TEXTS: 'off' } });
}

const kills: Record<string, () => Promise<void>> = {
  'the app': async () => {
    await server.kill();
    server = await start();
  },
  'a process of the database': async () => {
    while (!killBackend(dataDir)) await wait(5);
  },
  'the whole database': async () => killDatabase(dataDir),
};

test(`acknowledged bookmarks survive ${KILLS} kills under load, and none is incomplete`, async () => {
  const load = startLoad(client, AT_ONCE);
  const victims = Object.entries(kills);
  for (let round = 0; round < KILLS; round += 1) {
    const [name, kill] = victims[round % victims.length]!;
    await wait(50 + Math.random() * 400);
    const before = Date.now();
    await kill();
    await load.untilCreated();
    expect(Date.now() - before, `recovery from the end of ${name}`).toBeLessThan(RECOVERY_TIMEOUT_MS);
  }
  await load.end();
  expectKnownStatuses(load);
  await expectNothingLost();
});

test('SIGTERM under load completes pending requests, ends in time, and the server starts again', async () => {
  const load = startLoad(client, AT_ONCE);
  await load.untilCreated();
  const before = Date.now();
  const code = await server.stop();
  expect([code, Date.now() - before < RECOVERY_TIMEOUT_MS]).toEqual([0, true]);
  await load.end();
  // Only successes and refused connections: no accepted request failed.
  expect([...load.statuses.keys()].filter((status) => status !== 201 && status !== 'none')).toEqual([]);
  server = await start();
  await expectNothingLost();
});

test('a second process on the same DATA_DIR exits with the pid of the first', async () => {
  const { code, output } = await runServer({ DATA_DIR: dataDir, PORT: String(await freePort()) });
  expect(code).toBe(1);
  expect(output).toContain(`${dataDir} is in use by process ${server.pid}.`);
  await expectNothingLost();
});

test('a port in use and an invalid setting end the start with one line', async () => {
  const other = makeDataDir('crash-other');
  const taken = await runServer({ DATA_DIR: other, PORT: String(port) });
  expect(taken).toEqual({ code: 1, output: `Port ${port} is taken. Stop what uses it, or set PORT.\n` });
  const invalid = await runServer({ DATA_DIR: other, PORT: 'abc' });
  expect(invalid).toEqual({ code: 1, output: 'PORT must be a number\n' });
  fs.rmSync(other, { recursive: true, force: true });
});

/** While a process is down the status is 503, never an unexpected error. */
function expectKnownStatuses(load: Load): void {
  const statuses = [...load.statuses.keys()];
  expect(statuses.filter((status) => ![201, 503, 'none'].includes(status))).toEqual([]);
}

async function expectNothingLost(): Promise<void> {
  const listed = await client.listAll();
  const byUuid = new Map(listed.map((bookmark) => [bookmark.uuid, bookmark]));
  const lost = client.acknowledged.filter(({ uuid, url, title }) => {
    const found = byUuid.get(uuid);
    return found?.url !== url || found.title !== title;
  });
  expect(lost).toEqual([]);
  const incomplete = listed.filter(({ tags, collections }) => tags !== TAGS || collections.length !== 1);
  expect(incomplete).toEqual([]);
  expect((await client.counts()).bookmarks).toBe(listed.length);
}

async function runServer(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, serverArguments, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}
