import { verify } from '@node-rs/argon2';
import { describe, expect, test, vi } from 'vitest';
import { hashPassword, verifyPassword } from '@/provider/services/passwords';

vi.mock('@node-rs/argon2', { spy: true });

const password = 'sol e mar no verão 🌊';
const hash = await hashPassword(password);
const parameters = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

describe('passwords', () => {
  test('are hashed with Argon2id and the agreed parameters, differently each time', async () => {
    expect(hash).toMatch(parameters);
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

  // Response times must not reveal which addresses have an account.
  test('cost the same to verify without an account as with one', async () => {
    vi.mocked(verify).mockClear();
    await verifyPassword('wrong', null);
    expect(verify).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(parameters), 'wrong');
  });
});
