import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadPage, timeoutMs } from '@/lib/offline/load-page';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const page = new Response('page');
const after = (ms: number) => () => new Promise<Response>((resolve) => setTimeout(() => resolve(page), ms));
const never = () => new Promise<Response>(() => undefined);

/** Returns the result of a navigation after a minute, and the number of reachability checks. */
async function visit(load: () => Promise<Response>, isReachable = false) {
  const probe = vi.fn(() => Promise.resolve(isReachable));
  let outcome: unknown = 'waiting';
  loadPage(load, probe).then(
    (response) => (outcome = response === page ? 'page' : response),
    (error: unknown) => (outcome = (error as Error).message),
  );
  await vi.advanceTimersByTimeAsync(timeoutMs - 1);
  const early = outcome;
  await vi.advanceTimersByTimeAsync(60_000);
  return { early, outcome, probes: probe.mock.calls.length };
}

test('a page that arrives in time is shown, without checking the server', async () => {
  expect(await visit(after(100))).toEqual({ early: 'page', outcome: 'page', probes: 0 });
});

test('a failing network rejects immediately', async () => {
  const failed = { early: 'Failed to fetch', outcome: 'Failed to fetch', probes: 0 };
  expect(await visit(() => Promise.reject(new TypeError('Failed to fetch')))).toEqual(failed);
});

// Guarantee: an installed app opens on a stalled connection, and never abandons a page that is merely slow.
test('a stalled network rejects after five seconds', async () => {
  expect(await visit(never)).toEqual({ early: 'waiting', outcome: 'the network hangs', probes: 1 });
});

test('a slow but reachable server is awaited', async () => {
  expect(await visit(after(30_000), true)).toEqual({ early: 'waiting', outcome: 'page', probes: 1 });
});
