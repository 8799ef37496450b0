import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Input } from '@/lib/contract/index';
import { cleanUp } from '@/provider/modules/cleanup/jobs';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db, clock, logged, mailsTo } = tested;

const minuteMs = 60_000;

async function verified(): Promise<TestAccount> {
  const person = await signUp();
  await db.$client.query('update accounts set email_verified_at = now() where id = $1', [person.accountId]);
  return person;
}

const newVerifier = (): string => randomBytes(32).toString('base64url');
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

type Approval = Input<'account.approveConnect'>['body'];

const approve = (person: TestAccount, verifier: string, change: Partial<Approval> = {}) =>
  call(
    'account.approveConnect',
    {
      body: {
        client: 'extension',
        name: 'Firefox',
        scope: 'write',
        challenge: challengeOf(verifier),
        expiresAt: null,
        currentPassword: person.password,
        ...change,
      },
    },
    person,
  );

const redeem = (code: string, verifier: string) => call('auth.redeemConnect', { body: { code, verifier } });

/** Connects a program, and returns its token with the code and verifier. */
async function connect(person: TestAccount, change: Partial<Approval> = {}) {
  const verifier = newVerifier();
  const { code } = (await approve(person, verifier, change)).body;
  const { body } = await redeem(code, verifier);
  return { ...body, code, verifier };
}

const statusOf = async (token: string): Promise<number> => (await call('account.get', {}, { token })).status;

describe('a connected program', () => {
  test('gets a token of the approved scope and lifetime, and learns whose account it is', async () => {
    const person = await verified();
    const verifier = newVerifier();
    const expiresAt = new Date(clock.now().getTime() + 90 * 24 * 60 * minuteMs).toISOString();
    const { status, body } = await approve(person, verifier, { name: ' Firefox ', scope: 'read', expiresAt });
    expect(status).toBe(201);
    const redeemed = await redeem(body.code, verifier);
    expect([redeemed.status, redeemed.body]).toEqual([
      201,
      {
        token: expect.stringMatching(/^mwp_[\w-]{43}$/) as string,
        name: 'Firefox',
        scope: 'read',
        expiresAt,
        account: {
          uuid: person.accountId,
          name: expect.any(String) as string,
          email: person.email,
          plan: 'free',
        },
      },
    ]);
    const { token } = redeemed.body;
    expect(await statusOf(token)).toBe(200);
    const create = await call('bookmarks.create', { body: { url: 'https://a.example' } }, { token });
    expect(create.problem.code).toBe('INSUFFICIENT_SCOPE');
    const listed = (await call('account.tokens', {}, person)).body.content;
    expect(listed).toMatchObject([
      { name: 'Firefox', scope: 'read', client: 'extension', fetchesPages: true, expiresAt },
    ]);
  });

  test('is reported by mail once its code is redeemed', async () => {
    const person = await verified();
    const verifier = newVerifier();
    const { code } = (await approve(person, verifier, { name: 'Work laptop' })).body;
    expect(await mailsTo(person.email)).toEqual([]);
    await redeem(code, verifier);
    expect((await mailsTo(person.email)).map(({ text }) => text.includes('“Work laptop”'))).toEqual([true]);
  });

  test('has no access once its token is revoked', async () => {
    const person = await verified();
    const { token } = await connect(person);
    const [listed] = (await call('account.tokens', {}, person)).body.content;
    await call('account.deleteToken', { params: { uuid: listed?.uuid ?? '' } }, person);
    expect(await statusOf(token)).toBe(401);
  });
});

describe('a code', () => {
  test('and its verifier are neither stored nor logged', async () => {
    const { code, verifier } = await connect(await verified());
    const { rows } = await db.$client.query('select * from connect_codes');
    const seen = JSON.stringify([rows, logged]);
    expect([seen.includes(code), seen.includes(verifier)]).toEqual([false, false]);
  });

  test('is for its verifier alone', async () => {
    const person = await verified();
    const verifier = newVerifier();
    const { code } = (await approve(person, verifier)).body;
    for (const wrong of [newVerifier(), challengeOf(verifier), code, 'short']) {
      const { status, problem } = await redeem(code, wrong);
      expect([status, problem.code]).toEqual([409, 'CONNECT_FAILED']);
    }
    expect((await redeem(code, verifier)).status).toBe(201);
  });

  // Guarantee: of two programs that have the same code, neither keeps access.
  test('that is used twice gives no second token, and the first one is revoked', async () => {
    const person = await verified();
    const { token, code, verifier } = await connect(person);
    const other = await connect(person);
    const { status, problem } = await redeem(code, verifier);
    expect([status, problem.code]).toEqual([409, 'CONNECT_FAILED']);
    expect([await statusOf(token), await statusOf(other.token)]).toEqual([401, 200]);
    expect((await redeem(code, verifier)).problem.code).toBe('CONNECT_FAILED');
  });

  test('that two programs use at the same time leaves neither with a token', async () => {
    const person = await verified();
    const verifier = newVerifier();
    const { code } = (await approve(person, verifier)).body;
    const answers = await Promise.all([redeem(code, verifier), redeem(code, verifier)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await call('account.tokens', {}, person)).body.content).toEqual([]);
  });

  test('expires after five minutes', async () => {
    const person = await verified();
    const verifier = newVerifier();
    const { code } = (await approve(person, verifier)).body;
    clock.advance(5 * minuteMs + 1_000);
    const late = await redeem(code, verifier);
    clock.advance(-5 * minuteMs - 1_000);
    expect(late.problem.code).toBe('CONNECT_FAILED');
  });

  test.each([
    ['unknown', 'select 1'],
    ['of a suspended account', 'update accounts set suspended_at = now() where id = $1'],
    ['of a deleted account', 'delete from accounts where id = $1'],
  ])('that is %s is refused like all others', async (what, statement) => {
    const person = await verified();
    const verifier = newVerifier();
    const { code } = (await approve(person, verifier)).body;
    if (statement.includes('$1')) await db.$client.query(statement, [person.accountId]);
    const { status, problem } = await redeem(what === 'unknown' ? newVerifier() : code, verifier);
    expect([status, problem.code]).toEqual([409, 'CONNECT_FAILED']);
  });

  test('is void after a password reset', async () => {
    const person = await verified();
    const verifier = newVerifier();
    const { code } = (await approve(person, verifier)).body;
    await call('auth.forgotPassword', { body: { email: person.email } });
    const mailed = (await mailsTo(person.email)).at(-1)?.code ?? '';
    const body = { email: person.email, code: mailed, password: 'a lighter suitcase' };
    expect((await call('auth.resetPassword', { body })).status).toBe(204);
    expect((await redeem(code, verifier)).problem.code).toBe('CONNECT_FAILED');
  });

  test('is deleted a day later, and its token stays', async () => {
    const { token } = await connect(await verified());
    const count = async (): Promise<number> =>
      (await db.$client.query(`select from connect_codes where expires_at < now() + interval '6 minutes'`))
        .rowCount ?? 0;
    const before = await count();
    await cleanUp({ ...tested.deps, clock: () => new Date(clock.now().getTime() + 26 * 60 * minuteMs) });
    expect([before > 0, await count(), await statusOf(token)]).toEqual([true, 0, 200]);
  });

  test('can be tried sixty times a minute from one address', async () => {
    const strict = await createTestProvider({ config: { rateLimitScale: 1 } });
    strict.clock.freeze(new Date('2026-03-04T05:10:10Z'));
    const body = { code: 'unknown', verifier: newVerifier() };
    const peer = { address: '192.0.2.7' };
    const statuses: number[] = [];
    for (let tried = 0; tried < 61; tried += 1)
      statuses.push((await strict.call('auth.redeemConnect', { body }, { peer })).status);
    expect(statuses).toEqual([...Array<number>(60).fill(409), 429]);
  });
});

describe('an approval', () => {
  test('requires a verified email and the password', async () => {
    const unverified = await signUp();
    expect((await approve(unverified, newVerifier())).problem.code).toBe('EMAIL_NOT_VERIFIED');
    for (const currentPassword of [undefined, 'not this one']) {
      const answer = await approve(await verified(), newVerifier(), { currentPassword });
      expect([answer.status, answer.problem.errors?.[0]?.path]).toEqual([422, 'currentPassword']);
    }
  });

  test('requires a sign-in of the last ten minutes for an account without a password', async () => {
    const person = await verified();
    await db.$client.query('update accounts set password_hash = null where id = $1', [person.accountId]);
    const input = { currentPassword: undefined };
    expect((await approve(person, newVerifier(), input)).status).toBe(201);
    clock.advance(10 * minuteMs + 1_000);
    const answer = await approve(person, newVerifier(), input);
    clock.advance(-10 * minuteMs - 1_000);
    expect([answer.status, answer.problem.code]).toEqual([409, 'SIGN_IN_AGAIN']);
  });

  test('is refused to a personal access token', async () => {
    const person = await verified();
    const { token } = await connect(person);
    const answer = await approve({ ...person, token }, newVerifier());
    expect(answer.problem.code).toBe('INSUFFICIENT_SCOPE');
  });

  test.each<[object, string]>([
    [{ challenge: 'plain' }, 'challenge'],
    [{ challenge: newVerifier().repeat(2) }, 'challenge'],
    [{ client: ' ' }, 'client'],
    [{ redirectUri: 'https://evil.example/' }, 'redirectUri'],
    [{ name: ' ' }, 'name'],
    [{ scope: 'admin' }, 'scope'],
    [{ expiresAt: '2001-01-01T00:00:00Z' }, 'expiresAt'],
    [{ challenge_method: 'plain' }, 'challenge_method'],
  ])('of %j is refused', async (change, path) => {
    const answer = await approve(await verified(), newVerifier(), change);
    expect([answer.status, answer.problem.errors?.[0]?.path]).toEqual([422, path]);
  });

  test('and its redemption are refused to an account with fifty tokens', async () => {
    const person = await verified();
    const verifier = newVerifier();
    const { code } = (await approve(person, verifier)).body;
    await db.$client.query(
      `insert into personal_tokens (id, account_id, name, scope, hash, created_at)
       select gen_random_uuid(), $1, 'Script', 'read', gen_random_uuid()::text, now() from generate_series(1, 50)`,
      [person.accountId],
    );
    expect((await redeem(code, verifier)).problem.code).toBe('CONNECT_FAILED');
    expect((await approve(person, newVerifier())).problem.code).toBe('TOO_MANY_TOKENS');
  });
});
