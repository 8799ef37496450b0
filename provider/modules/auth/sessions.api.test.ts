import { describe, expect, test } from 'vitest';
import { createProvider } from '@/provider/index';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const { call, signUp, clock, logged, deps } = await createTestProvider();

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const refresh = (refreshToken: string): ReturnType<typeof call<'auth.refresh'>> =>
  call('auth.refresh', { body: { refreshToken } });

const isSignedIn = async (token: string): Promise<boolean> =>
  (await call('account.get', {}, { token })).status === 200;

/** Returns the tokens after one more exchange. */
async function nextTokens(refreshToken: string): Promise<{ token: string; refreshToken: string }> {
  const { tokens } = (await refresh(refreshToken)).body;
  return { token: tokens.access.token, refreshToken: tokens.refresh.token };
}

describe('a refresh token', () => {
  test('is exchanged for a new pair, with the account', async () => {
    const person = await signUp();
    const { body } = await refresh(person.refreshToken);
    expect(body).toMatchObject({ status: 'ok', account: { uuid: person.accountId } });
    expect(body.tokens.refresh.token).not.toBe(person.refreshToken);
    expect(await isSignedIn(body.tokens.access.token)).toBe(true);
  });

  // Guarantee: a copied token cannot be used for long: its second use ends the session for both holders.
  test('used a second time ends the session, and invalidates all its tokens', async () => {
    const person = await signUp();
    const second = await nextTokens(person.refreshToken);
    const third = await nextTokens(second.refreshToken);
    const stolen = await refresh(person.refreshToken);
    expect(stolen.status).toBe(401);
    expect(stolen.problem.code).toBe('REFRESH_FAILED');
    expect((await refresh(third.refreshToken)).status).toBe(401);
    for (const { token } of [person, second, third]) expect(await isSignedIn(token)).toBe(false);
    expect(logged.at(-1)).toMatchObject({
      level: 'warn',
      message: 'refresh token used twice, session ended',
    });
  });

  test('used twice concurrently, by two processes, returns the same new one', async () => {
    const person = await signUp();
    const other = createProvider(deps);
    const elsewhere = other.fetch(
      new Request('http://provider.test/v1/auth/refresh', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refreshToken: person.refreshToken }),
      }),
    );
    const [here, there] = [await refresh(person.refreshToken), await elsewhere];
    const { tokens } = (await there.json()) as typeof here.body;
    expect(tokens.refresh).toEqual(here.body.tokens.refresh);
    const next = await nextTokens(tokens.refresh.token);
    expect(await isSignedIn(next.token)).toBe(true);
  });

  test('used again a minute later ends the session', async () => {
    const person = await signUp();
    const { token } = await nextTokens(person.refreshToken);
    clock.advance(minuteMs - 1_000);
    expect((await refresh(person.refreshToken)).status).toBe(200);
    clock.advance(2_000);
    const stolen = await refresh(person.refreshToken);
    clock.advance(-minuteMs - 1_000);
    expect(stolen.status).toBe(401);
    expect(await isSignedIn(token)).toBe(false);
  });

  test('that was forged ends no session', async () => {
    const person = await signUp();
    const invented = person.refreshToken.slice(0, 40) + 'AAAA' + person.refreshToken.slice(44);
    for (const token of [invented, 'x', person.token, `mwr_${'A'.repeat(86)}`]) {
      expect((await refresh(token)).problem.code).toBe('REFRESH_FAILED');
    }
    expect(await isSignedIn(person.token)).toBe(true);
    expect((await refresh(person.refreshToken)).status).toBe(200);
  });

  test('is not an access token', async () => {
    const person = await signUp();
    expect(await isSignedIn(person.refreshToken)).toBe(false);
  });

  test('affects only its own session', async () => {
    const person = await signUp();
    const { email, password } = person;
    const elsewhere = (await call('auth.login', { body: { email, password } })).body.tokens;
    const second = await nextTokens(person.refreshToken);
    await nextTokens(second.refreshToken);
    expect((await refresh(person.refreshToken)).status).toBe(401);
    expect(await isSignedIn(elsewhere.access.token)).toBe(true);
  });
});

describe('signing out', () => {
  test('ends the session immediately', async () => {
    const person = await signUp();
    expect((await call('auth.logout', {}, person)).status).toBe(204);
    expect(await isSignedIn(person.token)).toBe(false);
    expect((await refresh(person.refreshToken)).status).toBe(401);
    expect((await call('auth.logout', {}, person)).status).toBe(401);
  });

  test('works regardless of the space in the header', async () => {
    const person = await signUp();
    const confused = { ...person, spaceId: 'not a space' };
    expect((await call('auth.logout', {}, confused)).status).toBe(204);
  });
});

describe('time', () => {
  const passing = async (ms: number, work: (person: TestAccount) => Promise<void>): Promise<void> => {
    const person = await signUp();
    clock.advance(ms);
    try {
      await work(person);
    } finally {
      clock.advance(-ms);
    }
  };

  test('expires an access token after fifteen minutes, not the session', () =>
    passing(15 * minuteMs + 1_000, async (person) => {
      expect(await isSignedIn(person.token)).toBe(false);
      expect(await isSignedIn((await nextTokens(person.refreshToken)).token)).toBe(true);
    }));

  test('ends a session that was not used for thirty days', () =>
    passing(30 * dayMs + 1_000, async (person) => {
      expect((await refresh(person.refreshToken)).status).toBe(401);
    }));

  test('ends a session after half a year regardless of its use', async () => {
    const person = await signUp();
    let { refreshToken } = person;
    let days = 0;
    try {
      for (; days < 175; days += 25) {
        clock.advance(25 * dayMs);
        ({ refreshToken } = await nextTokens(refreshToken));
      }
      clock.advance(25 * dayMs);
      days += 25;
      expect((await refresh(refreshToken)).status).toBe(401);
    } finally {
      clock.advance(-days * dayMs);
    }
  });
});
