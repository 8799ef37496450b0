import { describe, expect, test } from 'vitest';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const { call, signUp, db, clock, logged, mailsTo } = await createTestProvider();

const minuteMs = 60_000;

async function verified(): Promise<TestAccount> {
  const person = await signUp();
  await db.$client.query('update accounts set email_verified_at = now() where id = $1', [person.accountId]);
  return person;
}

const create = (person: TestAccount, body: object = {}) =>
  call(
    'account.createToken',
    { body: { name: 'Backup script', scope: 'read', currentPassword: person.password, ...body } },
    person,
  );

describe('a personal access token', () => {
  test('is returned once and stored as a hash', async () => {
    const person = await verified();
    const { status, body } = await create(person, { name: ' Backup script ' });
    expect(status).toBe(201);
    const { token, ...rest } = body;
    expect(token).toMatch(/^mwp_[\w-]{43}$/);
    expect(rest).toEqual({
      uuid: expect.any(String) as string,
      name: 'Backup script',
      scope: 'read',
      client: null,
      fetchesPages: true,
      createdAt: expect.any(String) as string,
      expiresAt: null,
      lastUsedAt: null,
    });
    expect((await call('account.tokens', {}, person)).body.content).toEqual([rest]);
    const { rows } = await db.$client.query<{ row: string }>(
      'select row_to_json(t)::text as row from personal_tokens t',
    );
    expect(rows.map(({ row }) => row).join()).not.toContain(token.slice(4));
    expect(JSON.stringify(logged)).not.toContain(token.slice(4));
  });

  test('works in the space of the header, and records its last use to the minute', async () => {
    const person = await verified();
    const { token, uuid } = (await create(person)).body;
    const work = (await call('spaces.create', { body: { name: 'Work' } }, person)).body.uuid;
    expect((await call('bookmarks.list', {}, { token, spaceId: work })).status).toBe(200);
    expect((await call('bookmarks.list', {}, { token, spaceId: uuid })).problem.code).toBe('SPACE_NOT_FOUND');
    const lastUse = async () => (await call('account.tokens', {}, person)).body.content[0]?.lastUsedAt;
    const first = await lastUse();
    expect(first).not.toBeNull();
    await call('account.get', {}, { token });
    expect(await lastUse()).toBe(first);
    clock.advance(minuteMs + 1_000);
    await call('account.get', {}, { token });
    clock.advance(-minuteMs - 1_000);
    expect(await lastUse()).not.toBe(first);
  });

  test('requires a verified email', async () => {
    const answer = await create(await signUp());
    expect([answer.status, answer.problem.code]).toEqual([409, 'EMAIL_NOT_VERIFIED']);
  });

  test('can revoke itself, but not a session', async () => {
    const person = await verified();
    const { token } = (await create(person, { scope: 'write' })).body;
    const { token: other } = (await create(person)).body;
    expect((await call('account.revokeToken', {}, person)).problem.code).toBe('NOT_FOUND');
    expect((await call('account.revokeToken', {}, { token })).status).toBe(204);
    expect((await call('account.get', {}, { token })).problem.code).toBe('UNAUTHENTICATED');
    expect((await call('account.get', {}, { token: other })).status).toBe(200);
  });

  test('ends when it is revoked or expired, and not with a session', async () => {
    const person = await verified();
    const kept = (await create(person)).body;
    const short = (
      await create(person, { expiresAt: new Date(clock.now().getTime() + minuteMs).toISOString() })
    ).body;
    const revoked = (await create(person)).body;
    const works = async ({ token }: { token: string }): Promise<boolean> =>
      (await call('account.get', {}, { token })).status === 200;
    expect([await works(kept), await works(short), await works(revoked)]).toEqual([true, true, true]);
    expect((await call('account.deleteToken', { params: { uuid: revoked.uuid } }, person)).status).toBe(204);
    clock.advance(minuteMs + 1_000);
    expect([await works(kept), await works(short), await works(revoked)]).toEqual([true, false, false]);
    clock.advance(-minuteMs - 1_000);
    await call('auth.logout', {}, person);
    expect(await works(kept)).toBe(true);
  });

  test('of a suspended account is rejected, and one of an administrator grants no administration', async () => {
    const person = await verified();
    const { token } = (await create(person, { scope: 'write' })).body;
    await db.$client.query('update accounts set is_admin = true where id = $1', [person.accountId]);
    expect((await call('account.get', {}, { token })).status).toBe(200);
    await db.$client.query('update accounts set suspended_at = now() where id = $1', [person.accountId]);
    expect((await call('account.get', {}, { token })).problem.code).toBe('ACCOUNT_SUSPENDED');
  });

  test.each([
    [{ name: '  ' }, 'name'],
    [{ scope: 'admin' }, 'scope'],
    [{ expiresAt: '2001-01-01T00:00:00Z' }, 'expiresAt'],
    [{ expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ token: 'mwp_mine' }, 'token'],
  ])('of %j is refused', async (body, path) => {
    const answer = await create(await verified(), body);
    expect([answer.status, answer.problem.errors?.[0]?.path]).toEqual([422, path]);
  });

  test('is limited to fifty, also when sixty are requested concurrently', async () => {
    const person = await verified();
    const answers = await Promise.all(Array.from({ length: 60 }, () => create(person)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ problem }) => problem.code)).toEqual(Array(10).fill('TOO_MANY_TOKENS'));
  });

  test('can be created twenty times an hour', async () => {
    const strict = await createTestProvider({ config: { rateLimitScale: 1 } });
    // Far from the boundary of a window.
    strict.clock.freeze(new Date('2026-03-04T05:10:10Z'));
    const person = await strict.signUp();
    const body = { name: 'Script', scope: 'read' } as const;
    const statuses: number[] = [];
    for (let made = 0; made < 21; made += 1)
      statuses.push((await strict.call('account.createToken', { body }, person)).status);
    expect(statuses).toEqual([...Array<number>(20).fill(409), 429]);
  });

  test.each([
    ['no password', { currentPassword: undefined }],
    ['a wrong password', { currentPassword: 'not this one' }],
  ])('is not created with %s', async (_, change) => {
    const person = await verified();
    const answer = await create(person, change);
    expect([answer.status, answer.problem.errors?.map(({ path }) => path)]).toEqual([
      422,
      ['currentPassword'],
    ]);
    expect((await call('account.tokens', {}, person)).body.content).toEqual([]);
  });

  test('requires a sign-in of the last ten minutes for an account without a password', async () => {
    const person = await verified();
    await db.$client.query('update accounts set password_hash = null where id = $1', [person.accountId]);
    expect((await create(person, { currentPassword: undefined })).status).toBe(201);
    clock.advance(10 * minuteMs + 1_000);
    const answer = await create(person, { currentPassword: undefined });
    clock.advance(-10 * minuteMs - 1_000);
    expect([answer.status, answer.problem.code]).toEqual([409, 'SIGN_IN_AGAIN']);
  });

  test('is reported by mail', async () => {
    const person = await verified();
    await create(person, { name: 'Nightly export' });
    const [mail] = await mailsTo(person.email);
    expect(mail?.subject).toBe('New access token for your Markwell account');
    expect(mail?.text).toContain('“Nightly export”');
  });
});

describe('a password reset', () => {
  const reset = async (person: TestAccount, body: object = {}) => {
    await call('auth.forgotPassword', { body: { email: person.email } });
    const code = (await mailsTo(person.email)).at(-1)?.code ?? '';
    const sent = { email: person.email, code, password: 'a lighter suitcase', ...body };
    expect((await call('auth.resetPassword', { body: sent })).status).toBe(204);
  };

  test.each([
    ['revokes every token', {}, 401],
    ['keeps them when that is chosen', { keepAccess: true }, 200],
  ])('%s', async (_, choice, status) => {
    const person = await verified();
    const { token } = (await create(person)).body;
    await reset(person, choice);
    expect((await call('account.get', {}, { token })).status).toBe(status);
  });
});
