import { verify } from '@node-rs/argon2';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { hashPassword, isCommonPassword, verifyPassword } from '@/provider/modules/auth/passwords';

describe('isCommonPassword', () => {
  test.each([
    'password',
    'Password1',
    'PASSWORD123!',
    'P@ssw0rd',
    'Pa$$w0rd2026',
    '123password',
    'senha123',
    'Senha@2026',
    '12345678',
    '87654321',
    '1234567890',
    '00000000',
    'qwertyuiop',
    'Qwerty123456',
    '1q2w3e4r',
    '1qaz2wsx',
    'abcdefgh',
    'abc12345',
    'abcabcabc',
    '12341234',
    'iloveyou1',
    'football',
    'flamengo10',
    'Princess!!',
    'trustno1',
    'letmein123',
    'welcome2024',
    'admin@123',
    'changeme!',
    'sunshine77',
    'correcthorsebatterystaple',
    'Markwell1',
  ])('refuses %s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  test.each([
    'correct horse battery staple',
    'tr0ub4dor&3x',
    'mauve-otter-42',
    'sol e mar no verão',
    '7Hq!zpLw',
    'кошка на окне',
    'passionfruit soup',
  ])('lets %s pass', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  test('takes no longer for a long hostile text', () => {
    const before = process.threadCpuUsage();
    for (const text of ['a'.repeat(255) + '!', '1'.repeat(256), 'ab'.repeat(127) + 'c', '@'.repeat(256)]) {
      isCommonPassword(text);
    }
    expect(process.threadCpuUsage(before).user).toBeLessThan(100_000);
  });

  test('accepts nearly every random password', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', minLength: 12, maxLength: 64 }), (password) => {
        fc.pre(new Set(password).size > 6);
        expect(isCommonPassword(password)).toBe(false);
      }),
    );
  });
});

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
  test('take the same time to verify without an account as with one', async () => {
    vi.mocked(verify).mockClear();
    await verifyPassword('wrong', null);
    expect(verify).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(parameters), 'wrong');
  });
});
