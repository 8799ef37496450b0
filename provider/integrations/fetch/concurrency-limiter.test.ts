import { describe, expect, it } from 'vitest';
import { createConcurrencyLimiter } from '@/provider/integrations/fetch/concurrency-limiter';

const noTimeout = new AbortController().signal;

/** Asks for a slot and tells whether it has been granted yet. */
function ask(enter: ReturnType<typeof createConcurrencyLimiter>, key: string, signal = noTimeout) {
  const asked = { given: false, slot: enter(key, signal) };
  asked.slot.then(
    () => void (asked.given = true),
    () => undefined,
  );
  return asked;
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('createConcurrencyLimiter', () => {
  it('lets so many in at once per key, and the next as one leaves, in the order they came', async () => {
    const enter = createConcurrencyLimiter(2);
    const asked = [1, 2, 3, 4].map(() => ask(enter, 'a'));
    const other = ask(enter, 'b');
    await settle();
    expect(asked.map(({ given }) => given)).toEqual([true, true, false, false]);
    expect(other.given).toBe(true);

    (await asked[1]?.slot)?.();
    await settle();
    expect(asked.map(({ given }) => given)).toEqual([true, true, true, false]);
  });

  it('frees a slot once, however often it is released', async () => {
    const enter = createConcurrencyLimiter(1);
    const release = await enter('a', noTimeout);
    release();
    const second = ask(enter, 'a');
    release();
    const third = ask(enter, 'a');
    await settle();
    expect([second.given, third.given]).toEqual([true, false]);
  });

  it('stops waiting when its signal aborts, and passes the slot to the one behind', async () => {
    const enter = createConcurrencyLimiter(1);
    const release = await enter('a', noTimeout);
    const leaving = new AbortController();
    const leavingEarly = ask(enter, 'a', leaving.signal);
    const behind = ask(enter, 'a');
    leaving.abort();
    await expect(leavingEarly.slot).rejects.toMatchObject({ reason: 'busy' });
    await expect(enter('a', AbortSignal.abort())).rejects.toMatchObject({ reason: 'busy' });
    release();
    await settle();
    expect(behind.given).toBe(true);
  });
});
