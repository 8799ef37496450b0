import { describe, expect, test } from 'vitest';
import { createProvider } from '@/provider/index';
import { countHits, deleteHits } from '@/provider/middleware/rate-limit';
import { newId } from '@/provider/db/client';
import { createTestProvider } from '@/provider/testing/test-provider';

const { call, signUp, deps, db, clock } = await createTestProvider({ config: { rateLimitScale: 1 } });

const minuteMs = 60_000;
clock.freeze(new Date('2026-05-01T10:00:15Z'));

const login = (email: string, address: string): ReturnType<typeof call<'auth.login'>> =>
  call('auth.login', { body: { email, password: 'a wrong one' } }, { peer: { address } });

describe('a counter', () => {
  test('allows the limit of a window, returns when the next one begins, and restarts then', async () => {
    const key = newId();
    const hit = (): Promise<void> => countHits(deps, [{ key, max: 3, windowMs: minuteMs }]);
    for (let count = 0; count < 3; count += 1) await hit();
    await expect(hit()).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      detail: { headers: { 'retry-after': '45' } },
    });
    clock.advance(45_000);
    await hit();
    clock.advance(-45_000);
  });

  test('counts exactly under concurrency', async () => {
    const key = newId();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, () => countHits(deps, [{ key, max: 20, windowMs: minuteMs }])),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  });

  test('does not deadlock when calls count the same keys in different orders', async () => {
    const keys = Array.from({ length: 40 }, () => ({ key: newId(), max: 1_000, windowMs: minuteMs }));
    const backwards = [...keys].reverse();
    await Promise.all(
      Array.from({ length: 200 }, (_, index) => countHits(deps, index % 2 === 0 ? keys : backwards)),
    );
  });

  test('is deleted after its window has ended, however long it is', async () => {
    const dayMs = 24 * 60 * minuteMs;
    await db.$client.query('delete from rate_limits');
    await countHits(deps, [
      { key: newId(), max: 1, windowMs: minuteMs },
      { key: newId(), max: 1, windowMs: 30 * dayMs },
    ]);
    const countAfter = async (ms: number) => {
      await deleteHits(deps, new Date(clock.now().getTime() + ms));
      return (await db.$client.query('select 1 from rate_limits')).rows.length;
    };
    expect([await countAfter(0), await countAfter(2 * minuteMs), await countAfter(30 * dayMs + 1)]).toEqual([
      2, 1, 0,
    ]);
  });
});

describe('signing in', () => {
  test('is limited to five attempts a minute for one account', async () => {
    const { email } = await signUp();
    for (let count = 0; count < 5; count += 1) expect((await login(email, '192.0.2.1')).status).toBe(401);
    const sixth = await login(email.toUpperCase(), '192.0.2.1');
    expect(sixth.problem.code).toBe('RATE_LIMITED');
    expect(sixth.headers.get('retry-after')).toBe('45');
  });

  test('remains possible for the account holder while others try from elsewhere', async () => {
    const { email, password } = await signUp();
    for (let count = 0; count < 6; count += 1) await login(email, '192.0.2.2');
    const own = await call('auth.login', { body: { email, password } }, { peer: { address: '192.0.2.3' } });
    expect(own.status).toBe(200);
  });

  test('remains possible in a known browser or network while many addresses try', async () => {
    const { email, password } = await signUp();
    const own = (browser: string, address: string) =>
      call('auth.login', { body: { email, password } }, { peer: { address, browser: browser.repeat(43) } });
    expect((await own('k', '192.0.2.20')).status).toBe(200);
    for (let count = 0; count < 31; count += 1) await login(email, `203.0.113.${count}`);
    expect((await own('n', '192.0.2.21')).status).toBe(429);
    expect((await own('k', '192.0.2.21')).status).toBe(200);
    expect((await own('n', '192.0.2.20')).status).toBe(200);
  });

  test('remains possible in such a browser where a proxy hides all addresses', async () => {
    const { email, password } = await signUp();
    const own = (browser: string) =>
      call('auth.login', { body: { email, password } }, { peer: { address: '', browser } });
    const known = 'h'.repeat(43);
    expect((await own(known)).status).toBe(200);
    for (let count = 0; count < 6; count += 1) await login(email, '');
    expect((await own('o'.repeat(43))).status).toBe(429);
    expect((await own(known)).status).toBe(200);
  });

  test('is limited to twenty attempts a minute from one address, over all accounts', async () => {
    const answers = [];
    for (let count = 0; count < 21; count += 1)
      answers.push(await login(`nobody-${count}@example.test`, '192.0.2.4'));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(20).fill(401), 429]);
  });

  test('is counted for an unknown address like for a known one', async () => {
    for (let count = 0; count < 5; count += 1) await login('nobody@example.test', '192.0.2.5');
    expect((await login('nobody@example.test', '192.0.2.5')).status).toBe(429);
  });

  test('is limited by the /64 of an IPv6 address, and by its /48 with eight times the limit', async () => {
    const { email } = await signUp();
    const from = async (address: string): Promise<number> => (await login(email, address)).status;
    for (let count = 0; count < 5; count += 1) expect(await from(`2001:db8:1:1::${count + 1}`)).toBe(401);
    expect(await from('2001:db8:1:1:ffff::1')).toBe(429);
    expect(await from('2001:db8:1:2::1')).toBe(401);
    const inSite = async (count: number): Promise<number> =>
      (await login(`site-${count}@example.test`, `2001:db8:2:${(count >> 2).toString(16)}::1`)).status;
    for (let count = 0; count < 160; count += 1) expect(await inSite(count)).toBe(401);
    expect(await inSite(160)).toBe(429);
    expect(await from('2001:db8:3::1')).toBe(401);
  });

  test('is counted for an IPv4 address like for the same one mapped to IPv6', async () => {
    const { email } = await signUp();
    for (let count = 0; count < 5; count += 1) await login(email, '192.0.2.10');
    expect((await login(email, '::ffff:192.0.2.10')).status).toBe(429);
  });

  test('is counted once for all processes', async () => {
    const { email } = await signUp();
    const other = createProvider(deps);
    const elsewhere = (): Promise<Response> =>
      other.fetch(
        new Request('http://provider.test/v1/auth/login', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email, password: 'a wrong one' }),
        }),
        { address: '192.0.2.6' },
      );
    for (let count = 0; count < 3; count += 1) await login(email, '192.0.2.6');
    expect((await elsewhere()).status).toBe(401);
    expect((await elsewhere()).status).toBe(401);
    expect((await elsewhere()).status).toBe(429);
  });

  test('cannot be attributed to another address by a header', async () => {
    const { email } = await signUp();
    const spoofed = (count: number): ReturnType<typeof call<'auth.login'>> =>
      call(
        'auth.login',
        { body: { email, password: 'a wrong one' } },
        {
          peer: { address: '192.0.2.7' },
          headers: { 'x-forwarded-for': `198.51.100.${count}`, forwarded: 'for=198.51.100.9' },
        },
      );
    for (let count = 0; count < 5; count += 1) await spoofed(count);
    expect((await spoofed(6)).status).toBe(429);
  });
});

test('registering is limited per email and per network address', async () => {
  const body = { firstName: 'A', lastName: 'B', email: 'again@example.test', password: 'nanosecond wire' };
  const register = (email: string): ReturnType<typeof call<'auth.register'>> =>
    call('auth.register', { body: { ...body, email } }, { peer: { address: '192.0.2.8' } });
  const statuses = [];
  for (let count = 0; count < 6; count += 1) statuses.push((await register(body.email)).status);
  expect(statuses).toEqual([201, 409, 409, 409, 409, 429]);
});

test('forged refresh tokens are limited together, and valid ones are not affected', async () => {
  const person = await signUp();
  const statuses = [];
  for (let count = 0; count < 61; count += 1) {
    statuses.push((await call('auth.refresh', { body: { refreshToken: `invented ${count}` } })).status);
  }
  expect(statuses.at(-2)).toBe(401);
  expect(statuses.at(-1)).toBe(429);
  expect((await call('auth.refresh', { body: { refreshToken: person.refreshToken } })).status).toBe(200);
});

test('the table of counters does not reveal who tried to sign in', async () => {
  const { email } = await signUp();
  await login(email, '192.0.2.9');
  const { rows } = await db.$client.query<{ key: string }>('select key from rate_limits');
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ key }) => key).filter((key) => !/^[\w-]{43}$/.test(key))).toEqual([]);
});
