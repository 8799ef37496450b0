import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkEveryMs, readSession, watchSession, type SessionState } from '@/lib/api/session';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function watch(state: SessionState | Error) {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const });
  const read = vi.fn(() => (state instanceof Error ? Promise.reject(state) : Promise.resolve(state)));
  const onOver = vi.fn();
  const onAlive = vi.fn();
  const stop = watchSession({ read, onOver, onAlive, page });
  return { page, read, onOver, onAlive, stop };
}

test('the session is checked every five minutes, and its end is reported', async () => {
  const { read, onOver } = watch('over');
  await vi.advanceTimersByTimeAsync(checkEveryMs - 1);
  expect(read).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onOver).toHaveBeenCalledTimes(1);
});

test('listeners are notified at each check while the session lasts', async () => {
  const { onOver, onAlive } = watch('alive');
  await vi.advanceTimersByTimeAsync(3 * checkEveryMs);
  expect(onAlive).toHaveBeenCalledTimes(3);
  expect(onOver).not.toHaveBeenCalled();
});

// Guarantee: a network failure never signs out.
test.each(['unknown', new Error('no network')] as const)('%s does not end the session', async (state) => {
  const { onOver, onAlive } = watch(state);
  await vi.advanceTimersByTimeAsync(checkEveryMs);
  expect(onOver).not.toHaveBeenCalled();
  expect(onAlive).not.toHaveBeenCalled();
});

test('a tab checks when it becomes visible after a long time, but not after a moment', () => {
  const { page, read } = watch('alive');
  vi.setSystemTime(Date.now() + checkEveryMs - 1);
  page.dispatchEvent(new Event('visibilitychange'));
  expect(read).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() + 1);
  page.dispatchEvent(new Event('visibilitychange'));
  expect(read).toHaveBeenCalledTimes(1);
});

test('a stopped watch does not check any more', async () => {
  const { page, read, stop } = watch('over');
  stop();
  await vi.advanceTimersByTimeAsync(2 * checkEveryMs);
  page.dispatchEvent(new Event('visibilitychange'));
  expect(read).not.toHaveBeenCalled();
});

test.each<[string, () => Promise<Response>, SessionState]>([
  [
    'a session',
    () => Promise.resolve(Response.json({ session: { expires: '2026-12-01T00:00:00Z' } })),
    'alive',
  ],
  ['no session', () => Promise.resolve(Response.json({ session: null })), 'over'],
  ['a server that stumbles', () => Promise.resolve(new Response('', { status: 503 })), 'unknown'],
  ['no network', () => Promise.reject(new TypeError('failed to fetch')), 'unknown'],
])('%s is read from the cookie only', async (_, answer, state) => {
  const asked = vi.fn(answer);
  vi.stubGlobal('fetch', asked);
  expect(await readSession()).toBe(state);
  expect(asked).toHaveBeenCalledWith('/session', { cache: 'no-store' });
});
