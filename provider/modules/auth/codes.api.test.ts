import { describe, expect, test } from 'vitest';
import { countStatements } from '@/provider/testing/statements';
import { createTestProvider } from '@/provider/testing/test-provider';

const testProvider = await createTestProvider({ config: { rateLimitScale: 1 } });
const { call, signUp, db, clock, mailsTo } = testProvider;

// Far from the boundary of any rate limit window.
clock.freeze(new Date('2026-03-04T05:10:00Z'));

const minuteMs = 60_000;
let people = 0;

const newAddress = (): string => `reader-${(people += 1)}@example.test`;
/** Each test has its own address, so that none uses up the attempts of another. */
const somewhere = () => ({ peer: { address: `192.0.2.${(people += 1)}` } });

async function register(email: string, headers = {}): Promise<void> {
  const body = { firstName: 'Grace', lastName: 'Hopper', email, password: 'nanosecond wire' };
  expect((await call('auth.register', { body }, { ...somewhere(), headers })).status).toBe(201);
}

const codeFor = async (email: string): Promise<string> => (await mailsTo(email)).at(-1)?.code ?? 'no mail';
const other = (code: string): string => (code === '000000' ? '000001' : '000000');
const verify = (email: string, code: string) =>
  call('auth.verifyEmail', { body: { email, code } }, somewhere());
const forgot = (email: string) => call('auth.forgotPassword', { body: { email } }, somewhere());
const resend = (email: string) => call('auth.resendVerification', { body: { email } }, somewhere());
const login = (email: string, password: string) =>
  call('auth.login', { body: { email, password } }, somewhere());

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

const waiting = async (ms: number, work: () => Promise<void>): Promise<void> => {
  clock.advance(ms);
  try {
    await work();
  } finally {
    clock.advance(-ms);
  }
};

describe('registering', () => {
  test('with an international domain finds the same account in either form', async () => {
    const name = `reader-${(people += 1)}`;
    const [typed, ascii] = [`${name}@bücher.example`, `${name}@xn--bcher-kva.example`];
    await register(typed);
    expect((await login(typed, 'nanosecond wire')).body.account.email).toBe(ascii);
    expect((await login(ascii.toUpperCase(), 'nanosecond wire')).status).toBe(200);
    const again = { firstName: 'Grace', lastName: 'Hopper', email: ascii, password: 'nanosecond wire' };
    expect((await call('auth.register', { body: again }, somewhere())).problem.code).toBe('EMAIL_IN_USE');
    expect((await verify(typed, await codeFor(ascii))).status).toBe(204);
    const token = (await login(typed, 'nanosecond wire')).body.tokens.access.token;
    expect((await call('account.delete', { body: { email: typed } }, { token })).status).toBe(204);
  });

  test('mails the code that verifies the address, in the language of the request', async () => {
    const email = newAddress();
    await register(email, { 'accept-language': 'pt-BR' });
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe('Confirme seu e-mail no Markwell');
    expect(mail?.text).toContain(`    ${mail?.code}\n`);
    const before = (await login(email, 'nanosecond wire')).body;
    expect(before.account.emailVerified).toBe(false);
    expect((await verify(email, await codeFor(email))).status).toBe(204);
    const token = before.tokens.access.token;
    expect((await call('account.get', {}, { token })).body.emailVerified).toBe(true);
  });

  test('sends a code regardless of earlier requests for the address', async () => {
    const email = newAddress();
    expect((await resend(email)).status).toBe(204);
    await register(email);
    expect((await verify(email, await codeFor(email))).status).toBe(204);
  });
});

describe('a code', () => {
  test('is stored as a hash, and encrypted in the queued mail', async () => {
    const email = newAddress();
    await register(email);
    const { rows } = await db.$client.query<{ row: string }>(
      `select row_to_json(c)::text || encode(m.encrypted, 'escape') as row from email_codes c, mails m`,
    );
    const code = await codeFor(email);
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) {
      expect(row).not.toContain(code);
      expect(row).not.toContain(email);
    }
  });

  test.each(['１２３４５６', '123 456', ' 123-456 ', '１２３ ４５６'])(
    'entered as %j is accepted as 123456',
    async (typed) => {
      const email = newAddress();
      await register(email);
      const code = await codeFor(email);
      const fold = new Map(Array.from('123456', (digit, index) => [digit, code[index] ?? '']));
      const wide = (digit: string): string => String.fromCodePoint((digit.codePointAt(0) ?? 0) + 0xfee0);
      const written = Array.from(typed, (sign) => {
        const digit = sign.normalize('NFKC');
        const meant = fold.get(digit);
        return meant === undefined ? sign : digit === sign ? meant : wide(meant);
      }).join('');
      expect((await verify(email, written)).status).toBe(204);
    },
  );

  test.each(['12345', '1234567', 'abcdef', '', '12345६', '1'.repeat(5_000)])(
    'such as %j is none',
    async (code) => {
      const answer = await verify('nobody@example.test', code);
      expect([answer.status, answer.problem.errors?.[0]?.path]).toEqual([422, 'code']);
    },
  );

  test('can be used once, also under concurrency', async () => {
    const email = newAddress();
    await register(email);
    const code = await codeFor(email);
    expect((await verify(email, code)).status).toBe(204);
    expect((await verify(email, code)).problem.code).toBe('INVALID_CODE');
    // Many accounts, so that some of the calls actually overlap.
    const emails = Array.from({ length: 8 }, newAddress);
    await Promise.all(emails.map((each) => register(each)));
    const codes: string[] = [];
    for (const each of emails) codes.push(await codeFor(each));
    const statuses = await Promise.all(
      emails.map(async (each, index) => {
        const sameCode = Array.from({ length: 5 }, () => verify(each, codes[index] ?? ''));
        return (await Promise.all(sameCode)).map(({ status }) => status).sort();
      }),
    );
    for (const each of statuses) expect(each).toEqual([204, 409, 409, 409, 409]);
  });

  test('is invalid after five wrong attempts, even if it is right', async () => {
    const email = newAddress();
    await register(email);
    const code = await codeFor(email);
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await verify(email, other(code))).problem.code).toBe('INVALID_CODE');
    }
    expect((await verify(email, code)).problem.code).toBe('INVALID_CODE');
  });

  test('is valid at the fifth attempt', async () => {
    const email = newAddress();
    await register(email);
    const code = await codeFor(email);
    for (let tries = 0; tries < 4; tries += 1) await verify(email, other(code));
    expect((await verify(email, code)).status).toBe(204);
  });

  test('cannot be tried more than five times concurrently', async () => {
    const email = newAddress();
    await register(email);
    const code = await codeFor(email);
    await Promise.all(Array.from({ length: 20 }, () => verify(email, other(code))));
    expect((await verify(email, code)).status).toBe(409);
  });

  test('expires after ten minutes', async () => {
    const email = newAddress();
    await register(email);
    const code = await codeFor(email);
    await waiting(10 * minuteMs + 1_000, async () => {
      expect((await verify(email, code)).problem.code).toBe('INVALID_CODE');
    });
  });

  test('becomes invalid when a new one is mailed', async () => {
    const email = newAddress();
    await register(email);
    const first = await codeFor(email);
    await waiting(minuteMs + 1_000, async () => {
      expect((await resend(email)).status).toBe(204);
      const second = await codeFor(email);
      if (first !== second) expect((await verify(email, first)).status).toBe(409);
      expect((await verify(email, second)).status).toBe(204);
    });
  });

  test('of another account or for another purpose is invalid', async () => {
    const [one, two] = [newAddress(), newAddress()];
    await register(one);
    await register(two);
    const code = await codeFor(one);
    expect((await verify(two, code)).status).toBe(409);
    await forgot(two);
    const reset = await codeFor(two);
    expect((await verify(two, reset)).status).toBe(409);
    expect((await verify(one, code)).status).toBe(204);
  });
});

describe('requesting a code', () => {
  test('returns its waiting time, the same for an unknown address', async () => {
    const email = newAddress();
    await register(email);
    for (const asked of [email, newAddress()]) {
      await call('auth.resendVerification', { body: { email: asked } }, somewhere());
      const answer = await resend(asked);
      expect([answer.status, answer.problem.code]).toEqual([429, 'RATE_LIMITED']);
      const seconds = Number(answer.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(50);
      expect(seconds).toBeLessThanOrEqual(60);
    }
    expect(await mailsTo(email)).toHaveLength(1);
  });

  // Guarantee: no response reveals who has an account: same response, same statements, and no mail server involved.
  test('responds alike and does the same work for known and unknown addresses', async () => {
    const known = (await signUp()).email;
    const verified = (await signUp()).email;
    await db.$client.query('update accounts set email_verified_at = now() where email = $1', [verified]);
    for (const id of ['auth.forgotPassword', 'auth.resendVerification'] as const) {
      const seen: unknown[] = [];
      for (const email of [known, verified, newAddress(), 'no address', "' or 1=1 --"]) {
        let answer: unknown;
        const statements = await countStatements(db, async () => {
          const { status, body, headers } = await call(id, { body: { email } }, somewhere());
          answer = [status, body, [...headers.keys()]];
        });
        seen.push([statements, answer]);
      }
      expect(new Set(seen.map((each) => JSON.stringify(each))).size, id).toBe(1);
    }
    expect(await mailsTo(verified)).toHaveLength(1);
    expect((await mailsTo(known)).map(({ subject }) => subject)).toHaveLength(2);
  });

  test('responds to a wrong code for an unknown address like for a known one', async () => {
    const email = newAddress();
    await register(email);
    const code = other(await codeFor(email));
    const unknown = await verify(newAddress(), code);
    expect((await verify(email, code)).problem).toEqual(unknown.problem);
  });

  test('is counted by address and by peer', async () => {
    const peer = { peer: { address: '198.51.100.7' } };
    const statuses: number[] = [];
    for (let asked = 0; asked < 31; asked += 1) {
      statuses.push((await call('auth.forgotPassword', { body: { email: newAddress() } }, peer)).status);
    }
    expect(statuses).toEqual([...Array<number>(30).fill(204), 429]);
    const email = newAddress();
    for (let asked = 0; asked < 5; asked += 1) {
      await waiting(asked * (minuteMs + 1_000), async () => {
        expect((await resend(email)).status).toBe(204);
      });
    }
    await waiting(5 * (minuteMs + 1_000), async () => {
      expect(Number((await resend(email)).headers.get('retry-after'))).toBeGreaterThan(60);
    });
  });

  test('and trying one are counted separately, by address and by peer too', async () => {
    const peer = { peer: { address: '198.51.100.8' } };
    const attempt = (email: string, from: object) =>
      call('auth.verifyEmail', { body: { email, code: '042917' } }, from);
    const fromOnePeer: number[] = [];
    for (let tries = 0; tries < 61; tries += 1) fromOnePeer.push((await attempt(newAddress(), peer)).status);
    expect(fromOnePeer).toEqual([...Array<number>(60).fill(409), 429]);
    const email = newAddress();
    const atOneAddress: number[] = [];
    for (let tries = 0; tries < 26; tries += 1) atOneAddress.push((await attempt(email, somewhere())).status);
    expect(atOneAddress).toEqual([...Array<number>(25).fill(409), 429]);
  });

  test('for the account’s own address does nothing once it is verified', async () => {
    const person = await signUp();
    expect((await call('account.resendVerification', {}, person)).status).toBe(204);
    expect((await call('account.resendVerification', {}, person)).status).toBe(429);
    await verify(person.email, await codeFor(person.email));
    expect((await call('account.resendVerification', {}, person)).status).toBe(204);
    expect(await mailsTo(person.email)).toHaveLength(1);
  });
});

// Guarantee: no one else can lock a user out of a reset or a verification.
describe('a browser', () => {
  const nameOf = (letter: string): string => letter.repeat(43);
  const as = (browser: string) => ({ peer: { ...somewhere().peer, browser: nameOf(browser) } });
  const forgotAs = (email: string, browser: string) =>
    call('auth.forgotPassword', { body: { email } }, as(browser));
  const resetAs = (email: string, code: string, browser: string) =>
    call('auth.resetPassword', { body: { email, code, password: 'a lighter suitcase' } }, as(browser));

  test('is the only one that can use the code that it requested', async () => {
    const { email } = await signUp();
    await forgotAs(email, 'a');
    const code = await codeFor(email);
    expect((await resetAs(email, code, 'b')).problem.code).toBe('INVALID_CODE');
    const nameless = await call(
      'auth.resetPassword',
      { body: { email, code, password: 'a lighter suitcase' } },
      somewhere(),
    );
    expect(nameless.problem.code).toBe('INVALID_CODE');
    expect((await resetAs(email, code, 'a')).status).toBe(204);
  });

  test('keeps its code and its attempts, whatever others try and request', async () => {
    const { email } = await signUp();
    expect((await forgotAs(email, 'a')).status).toBe(204);
    const code = await codeFor(email);
    for (let tries = 0; tries < 26; tries += 1) await resetAs(email, other(code), 'b');
    expect((await forgotAs(email, 'b')).status).toBe(204);
    for (let tries = 0; tries < 6; tries += 1) await resetAs(email, other(code), 'b');
    expect((await resetAs(email, code, 'a')).status).toBe(204);
  });

  test('that resets the password invalidates the codes of all others', async () => {
    const { email } = await signUp();
    await forgotAs(email, 'a');
    const first = await codeFor(email);
    await forgotAs(email, 'b');
    expect((await resetAs(email, await codeFor(email), 'b')).status).toBe(204);
    expect((await resetAs(email, first, 'a')).problem.code).toBe('INVALID_CODE');
  });

  test('that has signed in before can request a code after attackers have used up the requests', async () => {
    const { email, password } = await signUp();
    await call('auth.login', { body: { email, password } }, as('k'));
    const strangers = [];
    for (const letter of 'abcdefghijl') strangers.push((await forgotAs(email, letter)).status);
    expect(strangers).toEqual([...Array<number>(10).fill(204), 429]);
    expect((await forgotAs(email, 'k')).status).toBe(204);
    expect((await resetAs(email, await codeFor(email), 'k')).status).toBe(204);
  });

  test('that is new can request a code from a network of the account, after attackers have used up the requests', async () => {
    const { email, password } = await signUp();
    const at = (address: string, browser: string) => ({ peer: { address, browser: nameOf(browser) } });
    const home = '2001:db8:77:1::1';
    await call('auth.login', { body: { email, password } }, at(home, 'k'));
    for (const letter of 'abcdefghijl') await forgotAs(email, letter);
    const request = async (address: string, browser: string): Promise<number> =>
      (await call('auth.forgotPassword', { body: { email } }, at(address, browser))).status;
    expect(await request('2001:db8:77:2::1', 'm')).toBe(429);
    // The /64 of the first sign-in.
    const fromHome = [];
    for (const letter of 'nopqrs') fromHome.push(await request('2001:db8:77:1::2', letter));
    expect(fromHome).toEqual([...Array<number>(5).fill(204), 429]);
  });

  test('cannot request more than five codes an hour from one network with new identifiers', async () => {
    const { email } = await signUp();
    const statuses = [];
    for (const letter of 'abcdef') {
      const peer = { address: '203.0.113.50', browser: nameOf(letter) };
      statuses.push((await call('auth.forgotPassword', { body: { email } }, { peer })).status);
    }
    expect(statuses).toEqual([...Array<number>(5).fill(204), 429]);
  });
});

// Guarantee: guessing codes for days finds one of three thousand at most.
describe('codes of an account', () => {
  const nameOf = (index: number): string => String(index).padStart(43, 'a');
  const hourMs = 60 * minuteMs;
  let clients = 0;
  const requestAt = async (email: string, address: string, browser: string) =>
    (await call('auth.forgotPassword', { body: { email } }, { peer: { address, browser } })).status;
  const requestAsStranger = (email: string) => {
    clients += 1;
    return requestAt(email, `198.18.${clients >> 8}.${clients & 255}`, nameOf(clients));
  };

  test('are limited over days for all strangers together, and not for browsers and networks of the account', async () => {
    const { email, password } = await signUp();
    const home = { address: '192.0.2.77', browser: nameOf(9_999) };
    await call('auth.login', { body: { email, password } }, { peer: home });
    // The start of the next window of 30 days, which is also the start of a day.
    const monthMs = 720 * hourMs;
    const untilMonthMs = monthMs - (clock.now().getTime() % monthMs);
    const byDay: number[] = [];
    for (let day = 0; day < 6; day += 1) {
      let codes = 0;
      for (let hour = 1; hour < 24; hour += 1) {
        await waiting(untilMonthMs + (day * 24 + hour) * hourMs, async () => {
          for (let tries = 0; tries < 3; tries += 1)
            codes += Number((await requestAsStranger(email)) === 204);
        });
      }
      byDay.push(codes);
    }
    expect(byDay).toEqual([20, 20, 20, 0, 0, 0]);
    await waiting(untilMonthMs + 6 * 24 * hourMs, async () => {
      expect(await requestAsStranger(email)).toBe(429);
      expect(await requestAt(email, home.address, nameOf(9_998))).toBe(204);
      expect(await requestAt(email, '198.18.200.1', home.browser)).toBe(204);
    });
  });
});

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
