import { describe, expect, test } from 'vitest';
import { isAccountAdministrator, isAdministrator } from '@/provider/policies/administrator';

const nobody = { isAdmin: false, emailKey: 'ada@example.test', emailVerified: false };

describe('an administrator', () => {
  test.each([
    ['is whoever is marked as one', { ...nobody, isAdmin: true }, undefined, true],
    ['is not just anybody', nobody, undefined, false],
    ['is not whoever claims the configured address', nobody, 'ada@example.test', false],
    [
      'is who has proved the configured address',
      { ...nobody, emailVerified: true },
      'Ada@Example.test',
      true,
    ],
    ['is not who has proved another address', { ...nobody, emailVerified: true }, 'bob@example.test', false],
    ['stays one when an address is configured later', { ...nobody, isAdmin: true }, 'bob@example.test', true],
  ])('%s', (_, facts, adminEmail, expected) => {
    expect(isAdministrator(facts, { adminEmail })).toBe(expected);
    const { isAdmin, emailKey, emailVerified } = facts;
    const account = { isAdmin, emailKey, emailVerifiedAt: emailVerified ? new Date(0) : null };
    expect(isAccountAdministrator(account, { adminEmail })).toBe(expected);
  });
});
