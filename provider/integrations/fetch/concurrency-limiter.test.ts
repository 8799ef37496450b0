import { describe, expect, it } from 'vitest';
import { createConcurrencyLimiter } from '@/provider/integrations/fetch/concurrency-limiter';

const noTimeout = new AbortController().signal;

/** Requests a slot and records whether it has been granted. */
function requestSlot(enter: ReturnType<typeof createConcurrencyLimiter>, key: string, signal = noTimeout) {
  const request = { given: false, slot: enter(key, signal) };
  request.slot.then(
    () => void (request.given = true),
    () => undefined,
  );
  return request;
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('createConcurrencyLimiter', () => {
  it('limits concurrency per key, and admits the next one in order of arrival', async () => {
    const enter = createConcurrencyLimiter(2);
    const request = [1, 2, 3, 4].map(() => requestSlot(enter, 'a'));
    const other = requestSlot(enter, 'b');
    await settle();
    expect(request.map(({ given }) => given)).toEqual([true, true, false, false]);
    expect(other.given).toBe(true);

    (await request[1]?.slot)?.();
    await settle();
    expect(request.map(({ given }) => given)).toEqual([true, true, true, false]);
  });

  it('frees a slot once, however often it is released', async () => {
    const enter = createConcurrencyLimiter(1);
    const release = await enter('a', noTimeout);
    release();
    const second = requestSlot(enter, 'a');
    release();
    const third = requestSlot(enter, 'a');
    await settle();
    expect([second.given, third.given]).toEqual([true, false]);
  });

  it('stops waiting when its signal aborts, and passes the slot to the next one', async () => {
    const enter = createConcurrencyLimiter(1);
    const release = await enter('a', noTimeout);
    const leaving = new AbortController();
    const leavingEarly = requestSlot(enter, 'a', leaving.signal);
    const behind = requestSlot(enter, 'a');
    leaving.abort();
    await expect(leavingEarly.slot).rejects.toMatchObject({ reason: 'busy' });
    await expect(enter('a', AbortSignal.abort())).rejects.toMatchObject({ reason: 'busy' });
    release();
    await settle();
    expect(behind.given).toBe(true);
  });
});
