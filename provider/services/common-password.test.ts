import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCommonPassword } from '@/provider/services/common-password';

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
    const started = performance.now();
    for (const text of ['a'.repeat(255) + '!', '1'.repeat(256), 'ab'.repeat(127) + 'c', '@'.repeat(256)]) {
      isCommonPassword(text);
    }
    expect(performance.now() - started).toBeLessThan(100);
  });

  test('lets nearly every random password pass', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', minLength: 12, maxLength: 64 }), (password) => {
        fc.pre(new Set(password).size > 6);
        expect(isCommonPassword(password)).toBe(false);
      }),
    );
  });
});
