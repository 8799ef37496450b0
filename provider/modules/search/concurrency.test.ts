import { expect, test } from 'vitest';
import { ConcurrencyLimiter } from '@/provider/modules/search/concurrency';

/** Work that ends on demand, and the names of the work that has started. */
function createWork(limiter: ConcurrencyLimiter) {
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
  const { begun, ask, end } = createWork(new ConcurrencyLimiter(3));
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

test('an account with all slots but one leaves the last to others', async () => {
  const { begun, ask, end } = createWork(new ConcurrencyLimiter(2));
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

test('accounts are served round-robin, however many searches one has', async () => {
  const { begun, ask, end } = createWork(new ConcurrencyLimiter(1));
  const all = ['a1', 'a2', 'a3', 'b1', 'a4', 'c1', 'b2'].map((name) => ask(name.slice(0, 1), name));
  for (let step = 0; step < all.length; step += 1) await end(begun.at(-1) ?? '');
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('failed work releases its slot too', async () => {
  const limiter = new ConcurrencyLimiter(1);
  const failing = limiter.run('a', () => Promise.reject(new Error('no')));
  const waiting = limiter.run('a', () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('no');
  expect(await waiting).toBe('done');
  expect(await limiter.run('b', () => Promise.resolve('again'))).toBe('again');
});
