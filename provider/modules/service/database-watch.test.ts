import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProviderDeps } from '@/provider/deps';
import { watchDatabase } from '@/provider/modules/service/database-watch';

type Watched = Parameters<typeof watchDatabase>[0];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A pool with one idle connection, which answers only while `answers` is true. */
class FakePool extends EventEmitter {
  answers = false;
  idleCount = 1;
  ended = false;
  options = {};
  query = (): Promise<unknown> => (this.answers ? Promise.resolve({}) : new Promise(() => undefined));
}

function setUp() {
  const pool = new FakePool();
  const db = { $client: pool } as unknown as ProviderDeps['db'];
  const log = { warn: vi.fn() } as unknown as Watched['log'];
  const middleware = watchDatabase({ db, log, clock: () => new Date() });
  /** Starts a request that waits for the database; returns its failure. */
  const begin = () => {
    const request = { failure: null as unknown };
    const never = () => new Promise<void>(() => undefined);
    Promise.resolve(middleware({} as never, never)).catch((failure: unknown) => {
      request.failure = failure;
    });
    return request;
  };
  const client = { end: vi.fn() };
  pool.emit('connect', client);
  return { pool, begin, client };
}

test('a request waits on while the database answers others, however late the probe is', async () => {
  const { pool, begin } = setUp();
  const request = begin();
  await vi.advanceTimersByTimeAsync(3_000);
  pool.emit('release', undefined);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(request.failure).toBeNull();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(request.failure).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

test('connections are given up after 30 seconds without a response', async () => {
  const { begin, client } = setUp();
  begin();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(client.end).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(client.end).toHaveBeenCalled();
});

test('connections are kept if the database has answered between two late probes', async () => {
  const { pool, begin, client } = setUp();
  begin();
  await vi.advanceTimersByTimeAsync(5_000);
  pool.answers = true;
  await vi.advanceTimersByTimeAsync(40_000);
  pool.answers = false;
  const request = begin();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(request.failure).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(client.end).not.toHaveBeenCalled();
});
