import { describe, expect, test } from 'vitest';
import { createStranger, snapshotOf } from '@/provider/testing/account-data';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const testProvider = await createTestProvider();
const { call, signUp, db, clock, mailsTo } = testProvider;

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36';
const minuteMs = 60_000;

/** Signs in to the account again. */
async function elsewhere(
  { email, password }: TestAccount,
  userAgent = firefox,
  address = '203.0.113.9',
): Promise<string> {
  const { body } = await call(
    'auth.login',
    { body: { email, password } },
    { headers: { 'user-agent': userAgent }, peer: { address } },
  );
  return body.tokens.access.token;
}
const isSignedIn = async (token: string): Promise<boolean> =>
  (await call('account.get', {}, { token })).status === 200;
const subjects = async (email: string): Promise<string[]> =>
  (await mailsTo(email)).map(({ subject }) => subject);

describe('changing the password', () => {
  test('requires the current one, ends every session, starts a new one and sends a mail', async () => {
    const person = await signUp();
    const other = await elsewhere(person);
    const body = { currentPassword: person.password, password: 'a lighter suitcase' };
    const { tokens } = (await call('account.updatePassword', { body }, person)).body;
    expect([await isSignedIn(tokens.access.token), await isSignedIn(other)]).toEqual([true, false]);
    const { content } = (await call('account.sessions', {}, { token: tokens.access.token })).body;
    expect(content.map(({ isCurrent }) => isCurrent)).toEqual([true]);
    const refreshed = await call('auth.refresh', { body: { refreshToken: tokens.refresh.token } });
    expect(refreshed.status).toBe(200);
    expect(
      (await call('auth.login', { body: { email: person.email, password: person.password } })).status,
    ).toBe(401);
    await elsewhere({ ...person, password: 'a lighter suitcase' });
    expect(await subjects(person.email)).toContain('Your Markwell password was changed');
  });

  test('invalidates copied access and refresh tokens', async () => {
    const person = await signUp();
    const body = { currentPassword: person.password, password: 'a lighter suitcase' };
    await call('account.updatePassword', { body }, person);
    expect(await isSignedIn(person.token)).toBe(false);
    expect((await call('auth.refresh', { body: { refreshToken: person.refreshToken } })).status).toBe(401);
  });

  test.each([
    ['a wrong current password', { currentPassword: 'not this one' }, 'currentPassword'],
    ['a short password', { password: 'seven77' }, 'password'],
    ['a common password', { password: 'Password123!' }, 'password'],
    ['no current password', { currentPassword: undefined }, 'currentPassword'],
  ])('with %s is refused, ends no session and changes nothing', async (_, change, path) => {
    const person = await signUp();
    const other = await elsewhere(person);
    const body = { currentPassword: person.password, password: 'a lighter suitcase', ...change } as never;
    const answer = await call('account.updatePassword', { body }, person);
    expect([answer.status, answer.problem.errors?.map((error) => error.path)]).toEqual([422, [path]]);
    expect([await isSignedIn(person.token), await isSignedIn(other)]).toEqual([true, true]);
    expect(
      (await call('auth.login', { body: { email: person.email, password: person.password } })).status,
    ).toBe(200);
  });

  test('of an account without one requires a mailed code', async () => {
    const person = await signUp();
    await db.$client.query('update accounts set password_hash = null where id = $1', [person.accountId]);
    const answer = await call(
      'account.updatePassword',
      { body: { currentPassword: '', password: 'a lighter suitcase' } },
      person,
    );
    expect([answer.status, answer.problem.code]).toEqual([409, 'PASSWORD_REQUIRED']);
  });

  test('twice concurrently changes it once', async () => {
    const person = await signUp();
    const change = (password: string) =>
      call('account.updatePassword', { body: { currentPassword: person.password, password } }, person);
    const answers = await Promise.all([change('a lighter suitcase'), change('a heavier suitcase')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test('is limited', async () => {
    const strict = await createTestProvider({ config: { rateLimitScale: 1 } });
    // Far from the boundary of a window.
    strict.clock.freeze(new Date('2026-03-04T05:10:10Z'));
    const person = await strict.signUp();
    const body = { currentPassword: 'not this one', password: 'a lighter suitcase' };
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries += 1)
      statuses.push((await strict.call('account.updatePassword', { body }, person)).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });
});

describe('sessions', () => {
  test('are listed with device, place and last use, most recently used first, and the current one is marked', async () => {
    const person = await signUp();
    clock.advance(minuteMs);
    await elsewhere(person, firefox, '203.0.113.9');
    clock.advance(minuteMs);
    await elsewhere(person, chrome, '192.168.1.7');
    clock.advance(2 * minuteMs);
    const { content } = (await call('account.sessions', {}, person)).body;
    clock.advance(-4 * minuteMs);
    expect(
      content.map(({ browser, system, device, address, place, isCurrent }) => [
        browser,
        system,
        device,
        address,
        place,
        isCurrent,
      ]),
    ).toEqual([
      [null, null, 'other', '', 'unknown', true],
      ['Chrome', 'Windows', 'computer', '192.168.1.7', 'local', false],
      ['Firefox', 'Linux', 'computer', '203.0.113.9', 'internet', false],
    ]);
    const [current] = content;
    expect(
      Date.parse(current?.lastUsedAt ?? '') - Date.parse(current?.createdAt ?? ''),
    ).toBeGreaterThanOrEqual(4 * minuteMs);
    expect(JSON.stringify(content)).not.toContain('Mozilla');
  });

  test('show the address and country of their last use, from a trusted proxy or the configured lookup', async () => {
    const looked: string[] = [];
    const own = await createTestProvider({
      countryOf: (address) => {
        looked.push(address);
        return Promise.resolve(address === '203.0.113.9' ? 'BR' : null);
      },
    });
    const person = await own.signUp();
    const signIn = (address: string, country?: string) => {
      const body = { email: person.email, password: person.password };
      const peer = { address, ...(country !== undefined && { country }) };
      return own.call('auth.login', { body }, { peer });
    };
    const placesOf = async () => {
      const { content } = (await own.call('account.sessions', {}, person)).body;
      return content.map(({ address, country }) => [address, country]).sort();
    };
    const { tokens } = (await signIn('198.51.100.1', 'pt')).body;
    await signIn('203.0.113.9');
    await signIn('203.0.113.8', 'XX');
    await signIn('192.168.1.7');
    expect(await placesOf()).toEqual([
      ['', null],
      ['192.168.1.7', null],
      ['198.51.100.1', 'PT'],
      ['203.0.113.8', null],
      ['203.0.113.9', 'BR'],
    ]);
    // Local addresses, and those whose country a proxy sent, are not looked up.
    expect([...new Set(looked)].sort()).toEqual(['203.0.113.8', '203.0.113.9']);
    const renew = (refreshToken: string, peer: { address: string; country?: string }) =>
      own.call('auth.refresh', { body: { refreshToken } }, { peer });
    const renewed = (await renew(tokens.refresh.token, { address: '198.51.100.2', country: 'DE' })).body;
    expect(await placesOf()).toContainEqual(['198.51.100.2', 'DE']);
    await renew(renewed.tokens.refresh.token, { address: '' });
    expect(await placesOf()).toContainEqual(['198.51.100.2', 'DE']);
  });

  test('end individually, from the next call on', async () => {
    const person = await signUp();
    const other = await elsewhere(person);
    const { content } = (await call('account.sessions', {}, person)).body;
    const uuid = content.find(({ isCurrent }) => !isCurrent)?.uuid ?? '';
    expect((await call('account.deleteSession', { params: { uuid } }, person)).status).toBe(204);
    expect([await isSignedIn(person.token), await isSignedIn(other)]).toEqual([true, false]);
    expect((await call('account.deleteSession', { params: { uuid } }, person)).status).toBe(404);
    expect((await call('account.sessions', {}, person)).body.content).toHaveLength(1);
  });

  test('end all at once, except this one and those of other accounts', async () => {
    const [person, stranger] = [await signUp(), await signUp()];
    const others = [await elsewhere(person), await elsewhere(person, chrome)];
    expect((await call('account.deleteSessions', {}, person)).status).toBe(204);
    expect(await Promise.all(others.map(isSignedIn))).toEqual([false, false]);
    expect([await isSignedIn(person.token), await isSignedIn(stranger.token)]).toEqual([true, true]);
  });
});

describe('a sign-in', () => {
  test('from a new device sends a mail; from the same browser it does not', async () => {
    const person = await signUp();
    await elsewhere(person, firefox);
    await elsewhere(person, firefox.replace('144', '145'), '198.51.100.1');
    await elsewhere(person, chrome);
    const mails = await mailsTo(person.email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'New sign-in to Markwell',
      'New sign-in to Markwell',
    ]);
    expect(mails[0]?.text).toMatch(/Firefox, Linux, from 203\.0\.113\.9, on .*2026.*UTC/);
  });

  test('sends no mail when it is the first', async () => {
    const email = 'first-time@example.test';
    await call('auth.register', {
      body: { firstName: 'Ada', lastName: 'King', email, password: 'nanosecond wire' },
    });
    await call('auth.login', { body: { email, password: 'nanosecond wire' } });
    expect(await subjects(email)).toEqual(['Confirm your email for Markwell']);
  });

  test('is reported in the preferred language of the account', async () => {
    const person = await signUp();
    await call('account.updatePreferences', { body: { language: 'pt-BR' } }, person);
    await elsewhere(person, chrome);
    expect(await subjects(person.email)).toEqual(['Novo acesso ao Markwell']);
  });
});

describe('deleting the account', () => {
  test.each(['', 'somebody@example.test', ' {email}', '{email} ', '{EMAIL}'])(
    'with %j for the email is rejected',
    async (typed) => {
      const person = await signUp();
      const email = typed.replace('{email}', person.email).replace('{EMAIL}', person.email.toUpperCase());
      const answer = await call('account.delete', { body: { email } }, person);
      expect([answer.status, answer.problem.errors?.[0]?.path]).toEqual([422, 'email']);
      expect(await isSignedIn(person.token)).toBe(true);
    },
  );

  // Guarantee: nothing of the account remains. The test searches every existing table.
  test('leaves no row in any table, ends its tokens, and sends a last mail', async () => {
    const person = await createStranger(testProvider);
    const stranger = await createStranger(testProvider);
    const before = await snapshotOf(testProvider, stranger.accountId);
    await call('auth.forgotPassword', { body: { email: person.email } });
    await call('bookmarks.delete', { params: { uuid: person.bookmark }, query: {} }, person);
    expect(await tablesNaming(person)).toContain('bookmarks');
    expect((await call('account.delete', { body: { email: person.email } }, person)).status).toBe(204);
    expect(await isSignedIn(person.token)).toBe(false);
    expect((await call('auth.refresh', { body: { refreshToken: person.refreshToken } })).status).toBe(401);
    expect(await subjects(person.email)).toEqual(['Your Markwell account was deleted']);
    expect(await tablesNaming(person)).toEqual([]);
    expect(await snapshotOf(testProvider, stranger.accountId)).toEqual(before);
    const again = { firstName: 'Ada', lastName: 'King', email: person.email, password: 'nanosecond wire' };
    expect((await call('auth.register', { body: again })).status).toBe(201);
  });

  describe('of an administrator', () => {
    const remove = (person: TestAccount) => call('account.delete', { body: { email: person.email } }, person);

    test('requires another one, while other accounts exist', async () => {
      await db.$client.query('update accounts set is_admin = false');
      const admin = await signUp({ admin: true });
      const suspended = await signUp({ admin: true });
      await db.$client.query('update accounts set suspended_at = now() where id = $1', [suspended.accountId]);
      const answer = await remove(admin);
      expect([answer.status, answer.problem.code]).toEqual([409, 'ONLY_ADMINISTRATOR']);
      expect(answer.problem.message).toContain('only administrator');
      expect(await isSignedIn(admin.token)).toBe(true);
      await signUp({ admin: true });
      expect((await remove(admin)).status).toBe(204);
    });

    test('cannot be done by the last two concurrently', async () => {
      await db.$client.query('update accounts set is_admin = false');
      const admins = [await signUp({ admin: true }), await signUp({ admin: true })];
      const answers = await Promise.all(admins.map(remove));
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    });

    test('counts the owner of the configured address once it is verified', async () => {
      const adminEmail = 'operator@example.test';
      const configured = await createTestProvider({ config: { adminEmail } });
      const operator = await configured.signUp({ email: adminEmail });
      const verify = 'update accounts set email_verified_at = now() where id = $1';
      await configured.db.$client.query(verify, [operator.accountId]);
      const removed = await configured.call('account.delete', { body: { email: adminEmail } }, operator);
      expect(removed.problem.code).toBe('ONLY_ADMINISTRATOR');
    });

    test('is possible for the only account of an installation', async () => {
      const empty = await createTestProvider({ founder: false });
      const founder = await empty.signUp();
      const removed = await empty.call('account.delete', { body: { email: founder.email } }, founder);
      expect(removed.status).toBe(204);
    });

    test('is possible beside an account whose address was released', async () => {
      const empty = await createTestProvider({ founder: false });
      const [founder, released] = [await empty.signUp(), await empty.signUp()];
      await empty.db.$client.query(
        `update accounts set email = '', email_key = 'RELEASED:' || id, suspended_at = now() where id = $1`,
        [released.accountId],
      );
      const removed = await empty.call('account.delete', { body: { email: founder.email } }, founder);
      expect(removed.status).toBe(204);
      const next = await empty.call('account.get', {}, await empty.signUp());
      expect(next.body.isAdmin).toBe(true);
    });
  });

  async function tablesNaming({
    accountId,
    email,
    canary,
    uuids,
  }: Awaited<ReturnType<typeof createStranger>>): Promise<string[]> {
    const { rows } = await db.$client.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const found: string[] = [];
    for (const { name } of rows) {
      const { rows: hits } = await db.$client.query(
        `select 1 from "${name}" t where row_to_json(t)::text like any ($1) limit 1`,
        [
          [accountId, email, canary, Buffer.from(canary).toString('hex'), ...uuids].map(
            (text) => `%${text}%`,
          ),
        ],
      );
      if (hits.length > 0) found.push(name);
    }
    return found;
  }
});
