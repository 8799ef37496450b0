import { afterAll, describe, expect, test } from 'vitest';
import { createOpenId } from '@/provider/integrations/openid';
import { createTestGoogle, type Callback } from '@/provider/testing/google';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const signIn = await createTestGoogle();
const { google, openId, somebody, comeBack, start, finish, enter, withPassword, identitiesOf } = signIn;
const { call, db, clock, logged, mailsTo } = signIn.tested;

afterAll(() => signIn.close());

describe('signing up with Google', () => {
  test('creates an account with a verified address and no password, and the next sign-in opens it', async () => {
    const person = somebody();
    const { body } = await enter(person);
    expect(body.account).toMatchObject({
      email: person.email,
      firstName: 'Grace',
      lastName: 'Hopper',
      emailVerified: true,
      hasPassword: false,
      oauth: [{ provider: 'google', email: person.email }],
    });
    const token = body.tokens.access.token;
    expect((await call('account.get', {}, { token })).body.uuid).toBe(body.account.uuid);
    expect((await enter(person)).body.account.uuid).toBe(body.account.uuid);
    expect((await mailsTo(person.email ?? '')).map(({ code }) => code)).toEqual([]);
  });

  test('identifies the user by the issuer’s subject, not by the address', async () => {
    const person = somebody();
    const { account } = (await enter(person)).body;
    expect((await enter({ ...person, email: 'moved@mail.test' })).body.account).toMatchObject({
      uuid: account.uuid,
      email: person.email,
    });
    // The address now belongs to another person.
    const answer = await enter(somebody({ email: person.email ?? '' }));
    expect([answer.status, answer.problem.code]).toEqual([409, 'DIFFERENT_PROVIDER']);
  });

  test('uses PKCE, state and nonce, new ones each time', async () => {
    const [one, two] = [(await call('auth.startGoogle', {})).body, (await call('auth.startGoogle', {})).body];
    const asked = new URL(one.url).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      client_id: openId.clientId,
      redirect_uri: openId.redirectUri,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(asked.get(name)).toMatch(/^[\w-]{43}$/);
      expect(asked.get(name)).not.toBe(new URL(two.url).searchParams.get(name));
      expect(one.flow).not.toContain(asked.get(name) ?? '');
    }
  });

  test('works without names', async () => {
    const person = somebody();
    delete person.given_name;
    delete person.family_name;
    expect((await enter(person)).body.account).toMatchObject({ firstName: person.sub, lastName: '' });
  });

  test('twice concurrently creates one account', async () => {
    const person = somebody();
    const [one, two] = [await start(person), await start(person)];
    const answers = await Promise.all([finish(one), finish(two)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    const { rows } = await db.$client.query('select 1 from accounts where email = $1', [person.email]);
    expect(rows).toHaveLength(1);
  });
});

// Guarantee: an address gives access to an account only when it is verified on both sides.
describe('an account with a password', () => {
  test.each([true, 'true'])(
    'is opened, and linked, when the issuer sends %j and its own address is verified',
    async (claim) => {
      const person = somebody({ email_verified: claim });
      const account = await withPassword(person);
      expect((await enter(person)).body.account.uuid).toBe(account.accountId);
      expect(await identitiesOf(account.accountId)).toEqual([person.sub]);
    },
  );

  test.each([false, 'false', undefined, 'verified', 1, null])(
    'is not opened when the issuer sends %j',
    async (claim) => {
      const person = somebody({ email_verified: claim });
      const account = await withPassword(person);
      const answer = await enter(person);
      expect([answer.status, answer.problem.code]).toEqual([409, 'EMAIL_IN_USE']);
      expect(await identitiesOf(account.accountId)).toEqual([]);
    },
  );

  test.each([false, 'false', undefined, 'verified', 1, null])(
    'is not created when the issuer sends %j',
    async (claim) => {
      const person = somebody({ email_verified: claim });
      expect((await enter(person)).problem.code).toBe('EMAIL_NOT_VERIFIED');
      const { rows } = await db.$client.query('select 1 from accounts where email = $1', [person.email]);
      expect(rows).toEqual([]);
    },
  );

  describe('that never verified the address of another person', () => {
    const createBookmark = (account: TestAccount) =>
      call('bookmarks.create', { body: { url: 'https://planted.example/' } }, account);

    test('releases it: the owner gets a new, empty account', async () => {
      const person = somebody();
      const account = await withPassword(person, false);
      await createBookmark(account);
      const { body } = await enter(person);
      expect(body.account.uuid).not.toBe(account.accountId);
      expect(body.account).toMatchObject({ email: person.email, emailVerified: true, hasPassword: false });
      const token = body.tokens.access.token;
      expect((await call('bookmarks.list', { query: {} }, { token })).body.pagination.total).toBe(0);
      expect(await identitiesOf(account.accountId)).toEqual([]);
    });

    test('loses its password, sessions and codes', async () => {
      const person = somebody();
      const account = await withPassword(person, false);
      await call('auth.resendVerification', { body: { email: account.email } });
      const code = (await mailsTo(account.email)).at(-1)?.code ?? '';
      await enter(person);
      const login = { email: account.email, password: account.password };
      expect([
        (await call('account.get', {}, account)).status,
        (await call('auth.refresh', { body: { refreshToken: account.refreshToken } })).status,
        (await call('auth.login', { body: login })).status,
        (await call('auth.verifyEmail', { body: { email: account.email, code } })).status,
      ]).toEqual([401, 401, 401, 409]);
      const uuid = `released:${account.accountId}`;
      expect((await call('auth.login', { body: { ...login, email: uuid } })).status).toBe(401);
    });

    test('transfers the administrator rights to the owner, and the new account can be opened again', async () => {
      const person = somebody();
      const account = await withPassword(person, false);
      await db.$client.query('update accounts set is_admin = true where id = $1', [account.accountId]);
      const { body } = await enter(person);
      expect(body.account.isAdmin).toBe(true);
      expect((await enter(person)).body.account.uuid).toBe(body.account.uuid);
    });

    test('releases it once for two concurrent sign-ins', async () => {
      const person = somebody();
      await withPassword(person, false);
      const flows = [await start(person), await start(person)];
      const answers = await Promise.all(flows.map(finish));
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
      const { rows } = await db.$client.query('select 1 from accounts where email = $1', [person.email]);
      expect(rows).toHaveLength(1);
    });

    test('releases it, however often others register the address', async () => {
      const strict = await createTestProvider({ google, config: { rateLimitScale: 1 } });
      const person = { ...somebody(), email: 'often@mail.test' };
      const register = (octet: number) =>
        strict.call(
          'auth.register',
          { body: { firstName: 'Mal', lastName: 'Lory', email: person.email, password: 'correct horse' } },
          { peer: { address: `192.0.2.${octet}` } },
        );
      const statuses: number[] = [];
      for (let count = 1; count <= 6; count += 1) statuses.push((await register(count)).status);
      expect(statuses).toEqual([201, 409, 409, 409, 409, 429]);
      const flow = await comeBack((await strict.call('auth.startGoogle', {})).body, person);
      const { body } = await strict.call('auth.finishGoogle', { body: flow });
      expect(body.account).toMatchObject({ email: person.email, emailVerified: true });
    });

    test('stays closed when it is suspended', async () => {
      const person = somebody();
      const account = await withPassword(person, false);
      await db.$client.query('update accounts set suspended_at = now() where id = $1', [account.accountId]);
      expect((await enter(person)).problem.code).toBe('ACCOUNT_SUSPENDED');
    });
  });

  test('is found by any spelling of its address', async () => {
    const person = somebody();
    const account = await withPassword(person);
    expect((await enter({ ...person, email: person.email?.toUpperCase() ?? '' })).body.account.uuid).toBe(
      account.accountId,
    );
  });

  test('that is suspended stays closed', async () => {
    const person = somebody();
    const account = await withPassword(person);
    await db.$client.query('update accounts set suspended_at = now() where id = $1', [account.accountId]);
    expect((await enter(person)).problem.code).toBe('ACCOUNT_SUSPENDED');
  });
});

describe('the callback', () => {
  const refused = async (change: (came: Callback, other: Callback) => Partial<Callback>): Promise<void> => {
    const [came, other] = [await start(somebody()), await start(somebody())];
    const answer = await finish({ ...came, ...change(came, other) });
    expect([answer.status, answer.problem.code]).toEqual([409, 'OAUTH_FAILED']);
  };

  test.each<[string, (came: Callback, other: Callback) => Partial<Callback>]>([
    ['with another state', (_, { state }) => ({ state })],
    ['with an invented state', () => ({ state: 'x'.repeat(43) })],
    ['with a flow of another browser', (_, { flow }) => ({ flow })],
    ['with a forged flow', ({ flow }) => ({ flow: `${flow.slice(0, -4)}AAAA` })],
    ['without a flow', () => ({ flow: '' })],
    ['with somebody else’s code', (_, { code }) => ({ code })],
    ['with an invented code', () => ({ code: 'garbage' })],
    ['from another issuer', () => ({ iss: 'https://evil.test' })],
  ])('%s is refused', async (_, change) => {
    await refused(change);
  });

  test('is valid once', async () => {
    const came = await start(somebody());
    expect((await finish(came)).status).toBe(200);
    expect((await finish(came)).problem.code).toBe('OAUTH_FAILED');
  });

  test('is valid for ten minutes', async () => {
    const came = await start(somebody());
    clock.advance(10 * 60_000 + 1_000);
    const answer = await finish(came);
    clock.advance(-10 * 60_000 - 1_000);
    expect(answer.problem.code).toBe('OAUTH_FAILED');
  });

  test('without a valid address is rejected', async () => {
    const nameless = somebody();
    delete nameless.email;
    expect((await enter(nameless)).problem.code).toBe('OAUTH_FAILED');
    expect((await enter(somebody({ email: 'a@mail.test\nBcc: b@mail.test' }))).problem.code).toBe(
      'OAUTH_FAILED',
    );
  });

  test('is logged without code, token or address', () => {
    expect(logged.some(({ message }) => message === 'a sign-in with Google failed')).toBe(true);
    expect(JSON.stringify(logged)).not.toMatch(/mail\.test|eyJ|code=/);
  });
});

describe('Google', () => {
  test('that is unavailable is an error that can be retried', async () => {
    const away = createOpenId({ ...openId, issuer: 'http://127.0.0.1:1' });
    const lonely = await createTestProvider({ google: away });
    expect((await lonely.call('auth.startGoogle', {})).problem.code).toBe('OAUTH_FAILED');
    expect((await lonely.call('auth.methods', {})).body).toMatchObject({ password: true, google: true });
  });

  test('is listed with the plan of a new account, and whether Pro can be purchased', async () => {
    const { call } = await createTestProvider({ config: { selfHostedPlan: 'pro', billing: true } });
    expect((await call('auth.methods', {})).body).toMatchObject({ plan: 'pro', billing: true });
  });

  test('that is not configured is not listed', async () => {
    const without = await createTestProvider();
    const person = await without.signUp();
    expect((await without.call('auth.methods', {})).body).toEqual({
      password: true,
      google: false,
      plan: 'free',
      billing: false,
    });
    expect((await without.call('auth.startGoogle', {})).status).toBe(404);
    expect((await without.call('account.linkGoogle', { body: {} }, person)).status).toBe(404);
    expect((await without.call('auth.finishGoogle', { body: { code: 'a', state: 'b' } })).status).toBe(404);
  });

  test('is called at most sixty times a minute for one address', async () => {
    const strict = await createTestProvider({ google, config: { rateLimitScale: 1 } });
    // Far from the boundary of a window.
    strict.clock.freeze(new Date('2026-03-04T05:10:10Z'));
    const peer = { peer: { address: '192.0.2.1' } };
    const statuses = new Set<number>();
    for (let asked = 0; asked < 60; asked += 1)
      statuses.add((await strict.call('auth.startGoogle', {}, peer)).status);
    expect([...statuses]).toEqual([200]);
    expect((await strict.call('auth.startGoogle', {}, peer)).status).toBe(429);
  });
});
