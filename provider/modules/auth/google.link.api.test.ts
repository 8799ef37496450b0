import { afterAll, describe, expect, test } from 'vitest';
import { createTestGoogle } from '@/provider/testing/google';

const google = await createTestGoogle();
const { somebody, comeBack, finish, enter, startLink, linkAs, withPassword, identitiesOf } = google;
const { call, signUp, db, logged, mailsTo } = google.tested;

afterAll(() => google.close());

describe('linking with Google', () => {
  test('starts a new session of the same account, regardless of the address at Google', async () => {
    const account = await withPassword(somebody());
    const person = somebody({ email_verified: false });
    const { body } = await linkAs(account, person);
    expect(body.account).toMatchObject({
      uuid: account.accountId,
      oauth: [{ provider: 'google', email: person.email }],
    });
    expect((await enter(person)).body.account.uuid).toBe(account.accountId);
  });

  test('keeps the current space', async () => {
    const account = await withPassword(somebody());
    await db.$client.query("update accounts set plan = 'pro' where id = $1", [account.accountId]);
    const { uuid } = (await call('spaces.create', { body: { name: 'Work' } }, account)).body;
    await db.$client.query('update accounts set current_space_id = $2 where id = $1', [
      account.accountId,
      uuid,
    ]);
    expect((await linkAs(account, somebody())).body.account.space).toBe(uuid);
  });

  test('requires the password', async () => {
    const account = await withPassword(somebody());
    const wrong = await startLink(account, 'not this one');
    expect([wrong.status, wrong.problem.errors?.[0]?.path]).toEqual([422, 'currentPassword']);
    const missing = await call('account.linkGoogle', { body: {} }, account);
    expect(missing.problem.errors?.[0]?.path).toBe('currentPassword');
  });

  test('is reported by mail, from the settings and by a sign-in', async () => {
    const subjects = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);
    const account = await withPassword(somebody());
    const person = somebody();
    await linkAs(account, person);
    const announced = 'Google was connected to your Markwell account';
    expect(await subjects(account.email)).toContain(announced);
    const owner = somebody();
    await withPassword(owner);
    await enter(owner);
    expect(await subjects(owner.email ?? '')).toContain(announced);
  });

  test.each([
    ['ends', {}, []],
    ['stays when that is chosen', { keepAccess: true }, ['linked']],
  ])('%s with a reset of the password', async (_, choice, expected) => {
    const account = await withPassword(somebody());
    const person = somebody();
    await linkAs(account, person);
    const { email } = account;
    await call('auth.forgotPassword', { body: { email } });
    const code = (await mailsTo(email)).at(-1)?.code ?? '';
    const body = { email, code, password: 'nanosecond wire', ...choice };
    expect((await call('auth.resetPassword', { body })).status).toBe(204);
    expect((await identitiesOf(account.accountId)).map(() => 'linked')).toEqual(expected);
  });

  test('requires a verified email', async () => {
    const answer = await startLink(await signUp());
    expect([answer.status, answer.problem.code]).toEqual([409, 'EMAIL_NOT_VERIFIED']);
  });

  test('is rejected when that Google account belongs to another account, or this one is already linked', async () => {
    const [taken, own] = [somebody(), somebody()];
    await enter(taken);
    const account = await withPassword(somebody());
    expect((await linkAs(account, taken)).problem.code).toBe('EMAIL_IN_USE');
    await linkAs(account, own);
    expect((await linkAs(account, somebody())).problem.code).toBe('DIFFERENT_PROVIDER');
    expect((await linkAs(account, own)).status).toBe(200);
    expect(await identitiesOf(account.accountId)).toEqual([own.sub]);
  });

  test('fails once the session that started it has ended', async () => {
    const account = await withPassword(somebody());
    const came = await comeBack((await startLink(account)).body, somebody());
    await call('auth.logout', {}, account);
    expect((await finish(came)).problem.code).toBe('OAUTH_FAILED');
    expect(JSON.stringify(logged)).not.toMatch(/mail\.test|eyJ|code=/);
  });

  test('can be undone only if a password exists', async () => {
    const person = somebody();
    const account = await withPassword(person);
    await linkAs(account, person);
    expect((await call('account.unlinkOauth', {}, account)).status).toBe(204);
    expect((await call('account.get', {}, account)).body.oauth).toEqual([]);
    const { tokens } = (await enter(somebody())).body;
    const answer = await call('account.unlinkOauth', {}, { token: tokens.access.token });
    expect([answer.status, answer.problem.code]).toEqual([409, 'PASSWORD_REQUIRED']);
  });
});

test('an account without a password gets its first one with a mailed code, and can then unlink Google', async () => {
  const person = somebody();
  const { tokens } = (await enter(person)).body;
  const email = person.email ?? '';
  await call('auth.forgotPassword', { body: { email } });
  const code = (await mailsTo(email)).at(-1)?.code ?? '';
  await call('auth.resetPassword', { body: { email, code, password: 'nanosecond wire' } });
  expect((await call('account.get', {}, { token: tokens.access.token })).status).toBe(401);
  const { body } = await call('auth.login', { body: { email, password: 'nanosecond wire' } });
  expect(body.account.hasPassword).toBe(true);
  const token = body.tokens.access.token;
  expect((await call('account.unlinkOauth', {}, { token })).status).toBe(204);
  expect((await call('account.get', {}, { token })).body.oauth).toEqual([]);
  // A new sign-in with Google links again: both sides have verified the address.
  expect((await enter(person)).body.account.uuid).toBe(body.account.uuid);
});
