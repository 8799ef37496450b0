import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { accounts } from '@/provider/db/schema/accounts';
import { createTestProvider } from '@/provider/testing/test-provider';

const { call, signUp, db, clock, logged } = await createTestProvider();

const minuteMs = 60_000;
let people = 0;

const registration = (): { firstName: string; lastName: string; email: string; password: string } => {
  people += 1;
  return {
    firstName: 'Grace',
    lastName: 'Hopper',
    email: `grace-${people}@example.test`,
    password: 'nanosecond wire',
  };
};

const suspend = (accountId: string): Promise<unknown> =>
  db.update(accounts).set({ suspendedAt: new Date() }).where(eq(accounts.id, accountId));

describe('registering', () => {
  test('creates an account with one space and its default collection', async () => {
    const input = registration();
    const { status, body } = await call('auth.register', { body: input });
    expect(status).toBe(201);
    expect(body).toEqual({
      status: 'ok',
      account: expect.objectContaining({
        email: input.email,
        firstName: 'Grace',
        plan: 'free',
        isAdmin: false,
        emailVerified: false,
        hasPassword: true,
        oauth: [],
      }) as unknown,
    });
    const { rows } = await db.$client.query(
      `select s.name as space, s.is_default, s.collection_count, c.name as collection, c.is_default as collection_default
       from spaces s join collections c on c.space_id = s.id where s.id = $1`,
      [body.account.space],
    );
    expect(rows).toEqual([
      {
        space: 'Personal',
        is_default: true,
        collection_count: 1,
        collection: 'Uncategorized',
        collection_default: true,
      },
    ]);
  });

  test('names the first space in the language of the request', async () => {
    const headers = { 'accept-language': 'pt-BR' };
    const { body } = await call('auth.register', { body: registration() }, { headers });
    const { rows } = await db.$client.query('select name from spaces where id = $1', [body.account.space]);
    expect(rows).toEqual([{ name: 'Pessoal' }]);
  });

  test('with a plan in the request does not grant it', async () => {
    const { body } = await call('auth.register', { body: { ...registration(), plan: 'pro' } });
    expect(body.account.plan).toBe('free');
  });

  test('accepts the older field names, and trims the values', async () => {
    const { firstName: _f, lastName: _l, ...rest } = registration();
    const body = { ...rest, firstname: '  Ada ', lastname: 'King' } as object as ReturnType<
      typeof registration
    >;
    const answer = await call('auth.register', { body });
    expect(answer.body.account).toMatchObject({ firstName: 'Ada', lastName: 'King' });
  });

  test('with an address that is taken is rejected, in any spelling', async () => {
    const input = registration();
    await call('auth.register', { body: input });
    for (const email of [input.email, input.email.toUpperCase(), ` ${input.email} `]) {
      const answer = await call('auth.register', { body: { ...input, email } });
      expect(answer.status).toBe(409);
      expect(answer.problem.code).toBe('EMAIL_IN_USE');
    }
  });

  test('twenty times concurrently with one address creates one account', async () => {
    const input = registration();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call('auth.register', { body: input })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
    const { rows } = await db.$client.query(
      'select 1 from spaces s join accounts a on a.id = s.account_id where a.email = $1',
      [input.email],
    );
    expect(rows).toHaveLength(1);
  });

  test.each<[string, object, string]>([
    ['a short password', { password: 'seven77' }, 'password'],
    ['a password of too many characters', { password: 'é'.repeat(257) }, 'password'],
    ['a common password', { password: 'Password123!' }, 'password'],
    ['an address that is none', { email: 'grace' }, 'email'],
    ['an address with a line break', { email: 'a@example.test\nBcc: b@example.test' }, 'email'],
    ['a name of spaces', { firstName: '   ' }, 'firstName'],
    ['no name', { lastName: undefined }, 'lastName'],
    ['a plan that does not exist', { plan: 'gold' }, 'plan'],
    ['a role', { isAdmin: true }, 'isAdmin'],
    ['an identifier', { uuid: '0198c2a4-7a10-7c3e-8f00-1234567890ab' }, 'uuid'],
  ])('with %s is refused and opens nothing', async (_, change, path) => {
    const input = { ...registration(), ...change };
    const answer = await call('auth.register', { body: input });
    expect(answer.status).toBe(422);
    expect(answer.problem.errors?.map((error) => error.path)).toEqual([path]);
    const { rows } = await db.$client.query('select 1 from accounts where email = $1', [input.email]);
    expect(rows).toEqual([]);
  });

  test('accepts a password of 256 characters and verifies it exactly as typed', async () => {
    const input = { ...registration(), password: `${'🔑'.repeat(255)}x` };
    expect((await call('auth.register', { body: input })).status).toBe(201);
    const { email, password } = input;
    expect((await call('auth.login', { body: { email, password } })).status).toBe(200);
    expect((await call('auth.login', { body: { email, password: password.slice(0, -1) } })).status).toBe(401);
  });
});

describe('the first account', () => {
  test('is the administrator, and of two concurrent registrations exactly one', async () => {
    const empty = await createTestProvider({ founder: false });
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => empty.call('auth.register', { body: registration() })),
    );
    expect(answers.map(({ body }) => body.account.isAdmin).sort()).toEqual([false, false, false, true]);
  });

  test('is not the administrator if an address is configured, whose account is once it is verified', async () => {
    const adminEmail = 'Boss@Example.test';
    const configured = await createTestProvider({ founder: false, config: { adminEmail } });
    const first = await configured.call('auth.register', { body: registration() });
    expect(first.body.account.isAdmin).toBe(false);
    const boss = await configured.signUp({ email: 'boss@example.test' });
    expect((await configured.call('account.get', {}, boss)).body.isAdmin).toBe(false);
    await configured.db
      .update(accounts)
      .set({ emailVerifiedAt: new Date() })
      .where(eq(accounts.id, boss.accountId));
    expect((await configured.call('account.get', {}, boss)).body.isAdmin).toBe(true);
    const { body } = await configured.call('auth.login', {
      body: { email: boss.email, password: boss.password },
    });
    expect(decodeJwt(body.tokens.access.token)['isAdmin']).toBe(true);
  });
});

describe('signing in', () => {
  test('returns tokens and the account; the access token contains its expiry and whether it is an administrator’s', async () => {
    const person = await signUp();
    const { body } = await call('auth.login', {
      body: { email: person.email.toUpperCase(), password: person.password },
    });
    expect(body.account.uuid).toBe(person.accountId);
    const { exp, isAdmin } = decodeJwt<{ isAdmin: boolean }>(body.tokens.access.token);
    expect(new Date((exp ?? 0) * 1000).toISOString()).toBe(body.tokens.access.expires);
    expect(isAdmin).toBe(false);
    const lifeMs = Date.parse(body.tokens.access.expires) - clock.now().getTime();
    expect(lifeMs).toBeGreaterThan(14 * minuteMs);
    expect(lifeMs).toBeLessThanOrEqual(15 * minuteMs);
    const known = { ...person, token: body.tokens.access.token };
    expect((await call('account.get', {}, known)).body.email).toBe(person.email);
  });

  test('opens the default space, regardless of the one used last', async () => {
    const person = await signUp();
    const { uuid } = (await call('spaces.create', { body: { name: 'Work' } }, person)).body;
    await call('account.update', { body: { space: uuid } }, person);
    const signIn = () => call('auth.login', { body: { email: person.email, password: person.password } });
    const { space } = (await signIn()).body.account;
    expect(space).not.toBe(uuid);
    expect((await call('account.get', {}, person)).body.space).toBe(space);
    await call('account.updatePreferences', { body: { defaultSpace: uuid } }, person);
    expect((await signIn()).body.account.space).toBe(uuid);
  });

  test('stores only a hash of the refresh token', async () => {
    const person = await signUp();
    const { rows } = await db.$client.query<{ row: string }>(
      'select row_to_json(s)::text as row from sessions s where account_id = $1',
      [person.accountId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(person.refreshToken.slice(4, 40));
  });

  test('is rejected alike for an unknown address, a wrong password and an account without one', async () => {
    const person = await signUp();
    const withoutPassword = await signUp();
    await db.update(accounts).set({ passwordHash: null }).where(eq(accounts.id, withoutPassword.accountId));
    const answers = await Promise.all(
      [
        { email: person.email, password: 'not this one' },
        { email: 'nobody@example.test', password: 'not this one' },
        { email: withoutPassword.email, password: withoutPassword.password },
        { email: "' or 1=1 --", password: 'x' },
        { email: '', password: '' },
      ].map((body) => call('auth.login', { body })),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.problem).toEqual(answers[0]?.problem);
      expect(answer.problem.code).toBe('INVALID_CREDENTIALS');
    }
  });

  test('rejects a password of a megabyte', async () => {
    const answer = await call('auth.login', {
      body: { email: 'a@example.test', password: 'x'.repeat(1_000_000) },
    });
    expect(answer.status).toBe(413);
  });

  test('to a suspended account is rejected, and only the right password reveals the reason', async () => {
    const person = await signUp();
    await suspend(person.accountId);
    const { email, password } = person;
    expect((await call('auth.login', { body: { email, password } })).problem.code).toBe('ACCOUNT_SUSPENDED');
    expect((await call('auth.login', { body: { email, password: 'wrong' } })).problem.code).toBe(
      'INVALID_CREDENTIALS',
    );
    expect((await call('account.get', {}, person)).status).toBe(403);
    expect((await call('auth.refresh', { body: { refreshToken: person.refreshToken } })).status).toBe(403);
  });

  test('leaves neither address nor password in the log', () => {
    expect(logged.some(({ message }) => message === 'sign-in refused')).toBe(true);
    expect(JSON.stringify(logged)).not.toMatch(/example\.test|not this one/);
  });
});
