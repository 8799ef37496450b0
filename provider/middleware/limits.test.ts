import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAdmission } from '@/provider/middleware/limits';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const MiB = 1024 * 1024;

/** Whether a promise is still pending. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const late = Symbol('late');
  await vi.advanceTimersByTimeAsync(0);
  return (await Promise.race([promise.catch(() => undefined), Promise.resolve(late)])) === late;
}

describe('bodies', () => {
  const admission = () => createAdmission({ rateLimitScale: 1 });
  const unavailable = { code: 'SERVICE_UNAVAILABLE', detail: { headers: { 'retry-after': '5' } } };

  const account = (key: string) => ({ key, isGuest: false });
  const guest = (key: string) => ({ key, isGuest: true });

  test('of more than a MiB are received one at a time per account, and concurrently for others', async () => {
    const { takeBody } = admission();
    const first = await takeBody(account('a'), 2 * MiB);
    const second = takeBody(account('a'), 2 * MiB);
    await takeBody(account('a'), MiB);
    await takeBody(account('b'), 2 * MiB);
    expect(await isPending(second)).toBe(true);
    first();
    await second;
    const refused = expect(takeBody(account('a'), 2 * MiB)).rejects.toMatchObject(unavailable);
    await vi.advanceTimersByTimeAsync(10_000);
    await refused;
  });

  test('of one account take 6 MiB during receipt, and leave the rest to others', async () => {
    const { takeBody } = admission();
    const all = await Promise.all(Array.from({ length: 6 }, () => takeBody(account('a'), MiB)));
    const seventh = takeBody(account('a'), MiB);
    await takeBody(account('b'), 6 * MiB);
    expect(await isPending(seventh)).toBe(true);
    all[0]?.();
    await seventh;
  });

  test('of all accounts take 24 MiB during receipt, and 6 MiB while they are stored', async () => {
    const { takeBody, takeWork } = admission();
    const received = await Promise.all(['a', 'b', 'c', 'd'].map((key) => takeBody(account(key), 6 * MiB)));
    const next = takeBody(account('e'), 6 * MiB);
    // Small bodies are not counted.
    await takeBody(account('e'), 64 * 1024);
    expect(await isPending(next)).toBe(true);
    received[0]?.();
    await next;
    const stored = await takeWork(6 * MiB);
    const waiting = takeWork(MiB);
    expect(await isPending(waiting)).toBe(true);
    stored();
    await waiting;
  });

  test('release their place to others of the account after a timeout', async () => {
    const { takeBody } = admission();
    const all = await Promise.all(['a', 'b', 'c', 'd'].map((key) => takeBody(account(key), 6 * MiB)));
    const refused = expect(takeBody(account('e'), 6 * MiB)).rejects.toMatchObject(unavailable);
    await vi.advanceTimersByTimeAsync(10_000);
    await refused;
    all.forEach((release) => release());
    await takeBody(account('e'), 6 * MiB);
  });

  // Guarantee: guests cannot delay the bodies of accounts, and one network cannot delay all guests.
  test('of guests take 3 MiB for each network and 9 MiB in total, beside those of accounts', async () => {
    const { takeBody } = admission();
    await takeBody(guest('net 1'), 3 * MiB);
    const sameNetwork = expect(takeBody(guest('net 1'), MiB)).rejects.toMatchObject(unavailable);
    await takeBody(guest('net 2'), 3 * MiB);
    await takeBody(guest('net 3'), 3 * MiB);
    const noCapacity = expect(takeBody(guest('net 4'), MiB)).rejects.toMatchObject(unavailable);
    await Promise.all(['a', 'b', 'c', 'd'].map((key) => takeBody(account(key), 6 * MiB)));
    await vi.advanceTimersByTimeAsync(10_000);
    await sameNetwork;
    await noCapacity;
  });

  test('of responses that are not read take 64 MiB', () => {
    const { takeResponse } = admission();
    const release = takeResponse(60 * MiB);
    expect(() => takeResponse(5 * MiB)).toThrow(expect.objectContaining(unavailable) as Error);
    release();
    takeResponse(5 * MiB);
  });
});
