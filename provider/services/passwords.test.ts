import { describe, expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '@/provider/services/passwords';

const password = 'sol e mar no verão 🌊';
const hash = await hashPassword(password);

async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

describe('passwords', () => {
  test('are hashed with Argon2id and the agreed parameters, differently each time', async () => {
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hashPassword(password)).not.toBe(hash);
  });

  test('are verified exactly as typed', async () => {
    expect(await verifyPassword(password, hash)).toBe(true);
    expect(await verifyPassword(`${password} `, hash)).toBe(false);
    expect(await verifyPassword(password.toUpperCase(), hash)).toBe(false);
    expect(await verifyPassword('', hash)).toBe(false);
  });

  test('never match an account that has none', async () => {
    expect(await verifyPassword(password, null)).toBe(false);
  });

  // Whoever measures the answers must not learn which addresses have an account.
  test('take as long to verify without an account as with one', async () => {
    const known: number[] = [];
    const unknown: number[] = [];
    for (let sample = 0; sample < 9; sample += 1) {
      known.push(await elapsedMs(() => verifyPassword('wrong', hash)));
      unknown.push(await elapsedMs(() => verifyPassword('wrong', null)));
    }
    const ratio = median(unknown) / median(known);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });
});
