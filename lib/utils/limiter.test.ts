import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Busy, Limiter } from '@/lib/utils/limiter';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

/** Whether a promise is still pending. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const late = Symbol('late');
  await vi.advanceTimersByTimeAsync(0);
  return (await Promise.race([promise.catch(() => undefined), Promise.resolve(late)])) === late;
}

/** Work that ends on demand, and the names of the work that has started. */
function createWork(limiter: Limiter) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (account: string, name: string): Promise<void> =>
    limiter.run(account, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { begun, ask, end };
}

test('a limited number runs at a time, the others in turn', async () => {
  const { begun, ask, end } = createWork(new Limiter({ total: 3, perKey: 2 }));
  const all = ['1', '2', '3', '4'].map((name) => ask('a', name));
  expect(begun).toEqual(['1', '2']);
  await end('2');
  expect(begun).toEqual(['1', '2', '3']);
  await end('1');
  await end('3');
  await end('4');
  await Promise.all(all);
  expect(begun).toEqual(['1', '2', '3', '4']);
});

test('a key with all slots but one leaves the last to others', async () => {
  const { begun, ask, end } = createWork(new Limiter({ total: 2, perKey: 1 }));
  const all = ['a1', 'a2', 'b1', 'a3'].map((name) => ask(name.slice(0, 1), name));
  expect(begun).toEqual(['a1', 'b1']);
  await end('b1');
  expect(begun).toEqual(['a1', 'b1']);
  await end('a1');
  await end('a2');
  await end('a3');
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('keys are served round-robin, however many waiters one has', async () => {
  const { begun, ask, end } = createWork(new Limiter({ total: 1 }));
  const all = ['a1', 'a2', 'a3', 'b1', 'a4', 'c1', 'b2'].map((name) => ask(name.slice(0, 1), name));
  for (let step = 0; step < all.length; step += 1) await end(begun.at(-1) ?? '');
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('failed work releases its slot too', async () => {
  const limiter = new Limiter({ total: 1 });
  const failing = limiter.run('a', () => Promise.reject(new Error('no')));
  const waiting = limiter.run('a', () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('no');
  expect(await waiting).toBe('done');
  expect(await limiter.run('b', () => Promise.resolve('again'))).toBe('again');
});

test('tasks of a key start up to its capacity, and the others in order of arrival', async () => {
  const limiter = new Limiter({ perKey: 2, waiting: 10, waitMs: 1_000 });
  const first = await limiter.take('a');
  await limiter.take('a');
  const order: string[] = [];
  const third = limiter.take('a').then((release) => (order.push('third'), release));
  const fourth = limiter.take('a').then((release) => (order.push('fourth'), release));
  expect(await isPending(third)).toBe(true);
  first();
  first();
  (await third)();
  await fourth;
  expect(order).toEqual(['third', 'fourth']);
});

test('taking rejects when the queue is full, and after a timeout', async () => {
  const limiter = new Limiter({ perKey: 1, waiting: 1, waitMs: 1_000 });
  const release = await limiter.take('a');
  const waiting = expect(limiter.take('a')).rejects.toThrow(Busy);
  await expect(limiter.take('a')).rejects.toThrow(Busy);
  await vi.advanceTimersByTimeAsync(1_000);
  await waiting;
  release();
  await limiter.take('a');
});

test('keys are separate', async () => {
  const limiter = new Limiter({ perKey: 1, waiting: 0, waitMs: 1_000 });
  await limiter.take('a');
  await limiter.take('b');
  await expect(limiter.take('a')).rejects.toThrow(Busy);
});

test('light tasks do not overtake a heavier waiting one of their key', async () => {
  const limiter = new Limiter({ total: 10, waiting: 10, waitMs: 1_000 });
  await limiter.take('', 6);
  const heavy = expect(limiter.take('', 8)).rejects.toThrow(Busy);
  await vi.advanceTimersByTimeAsync(500);
  const light = limiter.take('', 2);
  expect(await isPending(light)).toBe(true);
  await vi.advanceTimersByTimeAsync(500);
  await heavy;
  await light;
});

test('an aborted signal ends the wait, and passes the slot to the next one', async () => {
  const limiter = new Limiter({ perKey: 1 });
  const release = await limiter.take('a');
  const leaving = new AbortController();
  const left = expect(limiter.take('a', 1, leaving.signal)).rejects.toThrow(Busy);
  const behind = limiter.take('a');
  leaving.abort();
  await left;
  await expect(limiter.take('b', 1, AbortSignal.abort())).rejects.toThrow(Busy);
  release();
  await behind;
});

test('a waiter that leaves makes room for the lighter one behind it', async () => {
  const limiter = new Limiter({ total: 10 });
  await limiter.take('', 6);
  const leaving = new AbortController();
  const heavy = expect(limiter.take('', 8, leaving.signal)).rejects.toThrow(Busy);
  const light = limiter.take('', 2);
  leaving.abort();
  await heavy;
  await light;
});

test('trying takes what is free, and nothing while others of the key wait', async () => {
  const limiter = new Limiter({ perKey: 2 });
  const release = limiter.tryTake('a', 2);
  expect(limiter.tryTake('a')).toBeNull();
  const waiting = limiter.take('a', 2);
  release?.();
  expect(limiter.tryTake('a')).toBeNull();
  (await waiting)();
  expect(limiter.tryTake('a')).not.toBeNull();
});
