import { describe, expect, test } from 'vitest';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const { call, signUp, mailsTo } = await createTestProvider();

let moves = 0;
const newAddress = (): string => `moved-${(moves += 1)}@example.test`;

const ask = ({ password, ...person }: TestAccount, email: string, currentPassword = password) =>
  call('account.changeEmail', { body: { email, currentPassword } }, person);
const confirm = (person: TestAccount, email: string, code: string) =>
  call('account.confirmEmail', { body: { email, code } }, person);
const codeFor = async (email: string): Promise<string> => (await mailsTo(email)).at(-1)?.code ?? 'no mail';

describe('a new email', () => {
  test('is set once its code is entered; the old address is notified and cannot sign in any more', async () => {
    const person = await signUp();
    const { email: old, password } = person;
    const other = (await call('auth.login', { body: { email: old, password } })).body.tokens.access.token;
    await call('auth.forgotPassword', { body: { email: old } });
    const reset = await codeFor(old);
    const email = newAddress();
    expect((await ask(person, email)).status).toBe(204);
    expect((await call('account.get', {}, person)).body.email).toBe(old);
    const { body } = await confirm(person, email, await codeFor(email));
    expect(body).toMatchObject({ uuid: person.accountId, email, emailVerified: true });
    expect((await call('account.get', {}, person)).status).toBe(200);
    expect((await call('account.get', {}, { token: other })).status).toBe(401);
    expect((await call('auth.login', { body: { email: old, password } })).status).toBe(401);
    expect((await call('auth.login', { body: { email, password } })).status).toBe(200);
    const late = { email: old, code: reset, password: 'a lighter suitcase' };
    expect((await call('auth.resetPassword', { body: late })).problem.code).toBe('INVALID_CODE');
    expect((await mailsTo(old)).at(-1)?.subject).toBe('Your Markwell email was changed');
  });

  test('requires the password, and a wrong one does not sign the user out', async () => {
    const person = await signUp();
    const email = newAddress();
    const answer = await ask(person, email, 'not this one');
    expect([answer.status, answer.problem.errors?.[0]?.path]).toEqual([422, 'currentPassword']);
    expect(await mailsTo(email)).toEqual([]);
  });

  test('that is taken is rejected, also when it was taken in the meantime', async () => {
    const [person, neighbor] = [await signUp(), await signUp()];
    expect((await ask(person, neighbor.email.toUpperCase())).problem.code).toBe('EMAIL_IN_USE');
    const email = newAddress();
    await ask(person, email);
    const code = await codeFor(email);
    await signUp({ email });
    expect((await confirm(person, email, code)).problem.code).toBe('EMAIL_IN_USE');
    expect((await call('account.get', {}, person)).body.email).toBe(person.email);
  });

  test('is not accepted with the code of another account, or of another address', async () => {
    const [person, thief] = [await signUp(), await signUp()];
    const [email, another] = [newAddress(), newAddress()];
    await ask(person, email);
    const code = await codeFor(email);
    expect((await confirm(thief, email, code)).problem.code).toBe('INVALID_CODE');
    expect((await confirm(person, another, code)).problem.code).toBe('INVALID_CODE');
    expect((await confirm(person, email, code)).status).toBe(200);
  });

  test.each(['nobody', 'a@example.test\nBcc: b@example.test', ''])('such as %j is invalid', async (email) => {
    expect((await ask(await signUp(), email)).problem.errors?.[0]?.path).toBe('email');
  });
});
