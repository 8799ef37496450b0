import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrate } from '@/provider/db/migrate';
import { createProvider, openDatabase, type Database } from '@/provider/index';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';
import { signUp } from '@/provider/testing/accounts';
import { startEphemeralPostgres } from '@/tooling/testing/ephemeral-postgres';

// This file starts its own server and stops it for some seconds.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { deps } = await createTestProvider();
let server: Awaited<ReturnType<typeof startEphemeralPostgres>>;
let db: Database;
let person: TestAccount;
let fetchPath: (path: string) => Promise<Response>;

beforeAll(async () => {
  server = await startEphemeralPostgres();
  await migrate(server.url);
  db = openDatabase({ url: server.url, poolSize: 4 });
  const own = { ...deps, db, clock: () => new Date() };
  const provider = createProvider(own);
  person = await signUp(own);
  const headers = { authorization: `Bearer ${person.token}` };
  fetchPath = (path) => provider.fetch(new Request(`http://provider.test${path}`, { headers }));
});

afterAll(async () => {
  await db.$client.end();
  await server.stop();
});

const signal = (pids: readonly number[], name: NodeJS.Signals): void => {
  for (const pid of pids) process.kill(pid, name);
};

/** The server and all its backends. */
async function serverPids(): Promise<number[]> {
  const { rows } = await db.$client.query<{ pid: number }>('select pid from pg_stat_activity');
  return [server.pid, ...rows.map(({ pid }) => pid)];
}

async function timed(path: string): Promise<{ status: number; seconds: number; retry: string | null }> {
  const started = performance.now();
  const response = await fetchPath(path);
  const seconds = (performance.now() - started) / 1000;
  return { status: response.status, seconds, retry: response.headers.get('retry-after') };
}

test('a database that hangs causes 503 within 5 seconds, for health within 2, and requests work again afterwards', async () => {
  const paths = [
    '/v1/account',
    '/v1/bookmarks/list',
    '/v1/spaces/list',
    '/v1/collections/list',
    '/v1/tags/list',
  ];
  expect((await timed('/v1/account')).status).toBe(200);
  const pids = await serverPids();
  signal(pids, 'SIGSTOP');
  try {
    // More requests than the pool has connections.
    const waiting = [...paths, ...paths].map(timed);
    const health = await timed('/v1/health');
    expect(health).toMatchObject({ status: 503, retry: '5' });
    expect(health.seconds).toBeLessThan(2);
    for (const answer of await Promise.all(waiting)) {
      expect(answer).toMatchObject({ status: 503, retry: '5' });
      expect(answer.seconds).toBeLessThan(5);
    }
  } finally {
    signal(pids, 'SIGCONT');
  }
  expect((await timed('/v1/health')).status).toBe(200);
  const after = await Promise.all(Array.from({ length: 8 }, () => timed('/v1/account')));
  expect(after.map(({ status }) => status)).toEqual(Array(8).fill(200));
});

test('a statement that takes longer is not cancelled', async () => {
  const slow = createProvider({
    ...deps,
    db,
    clock: () => new Date(),
    fetchPage: () => Promise.resolve(null),
  });
  const lock = await db.$client.connect();
  await lock.query('begin');
  await lock.query('lock table sessions in access exclusive mode');
  const started = performance.now();
  const request = new Request('http://provider.test/v1/account', {
    headers: { authorization: `Bearer ${person.token}` },
  });
  const response = slow.fetch(request);
  await lock.query('select pg_sleep(5)');
  await lock.query('commit');
  lock.release();
  expect((await response).status).toBe(200);
  expect(performance.now() - started).toBeGreaterThan(5_000);
});
