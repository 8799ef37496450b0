import { describe, expect, test } from 'vitest';
import { createCodeRequests } from '@/provider/testing/codes';
import { countStatements } from '@/provider/testing/statements';

const {
  call,
  signUp,
  db,
  clock,
  mailsTo,
  newAddress,
  somewhere,
  register,
  codeFor,
  other,
  verify,
  resend,
  waiting,
} = await createCodeRequests();

const minuteMs = 60_000;

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
