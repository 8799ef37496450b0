import { describe, expect, test } from 'vitest';
import { issueRefreshToken, readRefreshToken } from '@/provider/modules/auth/sessions';

const secret = 'a secret that only this test knows';
const sessionId = '0198c2a4-7a10-7c3e-8f00-1234567890ab';
const session = { accountId: '0198c2a4-7a10-7c3e-8f00-ba0987654321', sessionId };

describe('a refresh token', () => {
  test('contains its session, and its hash reveals nothing about it', () => {
    const issued = issueRefreshToken(secret, session);
    expect(readRefreshToken(secret, issued.token)).toEqual(issued);
    expect(issued.sessionId).toBe(sessionId);
    expect(issued.token).not.toContain(issued.hash);
  });

  test('is different each time', () => {
    const tokens = Array.from({ length: 50 }, () => issueRefreshToken(secret, session).token);
    expect(new Set(tokens).size).toBe(50);
  });

  test.each(['', 'mwr_', 'x', 'mwr_x', `mwr_${'A'.repeat(86)}`, '\0', 'mwr_é', 'A'.repeat(10_000)])(
    'is not read from %j',
    (invented) => {
      expect(readRefreshToken(secret, invented)).toBeNull();
    },
  );

  test('cannot be changed, nor created with another secret', () => {
    const { token } = issueRefreshToken(secret, session);
    for (let index = 4; index < token.length - 1; index += 1) {
      const changed = token.slice(0, index) + (token[index] === 'A' ? 'B' : 'A') + token.slice(index + 1);
      expect(readRefreshToken(secret, changed)).toBeNull();
    }
    expect(readRefreshToken('another secret', token)).toBeNull();
  });
});
