import { describe, expect, test } from 'vitest';
import { createCodeRequests } from '@/provider/testing/codes';

const { call, signUp, db, mailsTo, newAddress, somewhere, codeFor, other, forgot, login } =
  await createCodeRequests();

const insertToken = (accountId: string): Promise<unknown> =>
  db.$client.query(
    `insert into personal_tokens (id, account_id, name, scope, hash, created_at)
     values (gen_random_uuid(), $1, 'Backup', 'read', gen_random_uuid(), now())`,
    [accountId],
  );

const insertIdentity = (accountId: string): Promise<unknown> =>
  db.$client.query(
    `insert into identities (issuer, subject, account_id, provider, email, created_at)
     values ('https://issuer.example', gen_random_uuid(), $1, 'google', 'ada@example.test', now())`,
    [accountId],
  );

describe('a forgotten password', () => {
  test('is reset with a code, which ends every session, verifies the address and is confirmed by mail', async () => {
    const person = await signUp();
    await forgot(person.email.toUpperCase());
    const body = { email: person.email, code: await codeFor(person.email), password: 'a lighter suitcase' };
    expect((await call('auth.resetPassword', { body }, somewhere())).status).toBe(204);
    expect((await call('account.get', {}, person)).status).toBe(401);
    expect((await call('auth.refresh', { body: { refreshToken: person.refreshToken } })).status).toBe(401);
    expect((await login(person.email, person.password)).status).toBe(401);
    expect((await login(person.email, 'a lighter suitcase')).body.account.emailVerified).toBe(true);
    expect((await mailsTo(person.email)).map(({ subject }) => subject)).toContain(
      'Your Markwell password was changed',
    );
    expect((await call('auth.resetPassword', { body }, somewhere())).problem.code).toBe('INVALID_CODE');
  });

  // Guarantee: only a person with the code learns what else has access to the account.
  test('can be checked before, which uses nothing up and reveals other access to the owner alone', async () => {
    const person = await signUp();
    const check = (email: string, code: string) =>
      call('auth.checkResetCode', { body: { email, code } }, somewhere());
    await forgot(person.email);
    const code = await codeFor(person.email);
    expect((await check(person.email, code)).body).toEqual({ tokens: 0, google: false });
    await insertToken(person.accountId);
    await insertIdentity(person.accountId);
    for (let times = 0; times < 6; times += 1) {
      expect((await check(person.email, code)).body).toEqual({ tokens: 1, google: true });
    }
    const unknown = newAddress();
    await forgot(unknown);
    for (const email of [unknown, newAddress(), person.email]) {
      const { status, problem } = await check(email, other(code));
      expect([status, problem.code]).toEqual([409, 'INVALID_CODE']);
    }
    // Without a password, Google stays linked.
    await db.$client.query('update accounts set password_hash = null where id = $1', [person.accountId]);
    expect((await check(person.email, code)).body).toEqual({ tokens: 1, google: false });
    const body = { email: person.email, code, password: 'a lighter suitcase' };
    expect((await call('auth.resetPassword', { body }, somewhere())).status).toBe(204);
    expect((await check(person.email, code)).problem.code).toBe('INVALID_CODE');
  });

  test('allows five wrong codes, checked or submitted', async () => {
    const person = await signUp();
    await forgot(person.email);
    const code = await codeFor(person.email);
    const body = { email: person.email, code: other(code) };
    for (let tries = 0; tries < 5; tries += 1) {
      await call('auth.checkResetCode', { body }, somewhere());
    }
    const late = await call('auth.checkResetCode', { body: { ...body, code } }, somewhere());
    expect(late.problem.code).toBe('INVALID_CODE');
  });

  test('requires the right code and an uncommon password', async () => {
    const person = await signUp();
    await forgot(person.email);
    const code = await codeFor(person.email);
    const attempt = (change: object) =>
      call(
        'auth.resetPassword',
        { body: { email: person.email, code, password: 'a lighter suitcase', ...change } },
        somewhere(),
      );
    expect((await attempt({ code: other(code) })).problem.code).toBe('INVALID_CODE');
    expect((await attempt({ password: 'Password123!' })).problem.errors?.[0]?.path).toBe('password');
    expect((await attempt({ password: 'short' })).status).toBe(422);
    expect((await call('account.get', {}, person)).status).toBe(200);
    expect((await attempt({})).status).toBe(204);
  });
});
