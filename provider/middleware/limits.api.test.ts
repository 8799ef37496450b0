import { describe, expect, test } from 'vitest';
import { limits } from '@/lib/contract/limits';
import { alternates, createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const { call, request, signUp, db } = await createTestProvider({ config: { rateLimitScale: 1 } });

const guests = await createTestProvider();

const running = 3;
const waiting = 64;

const list = ({ token }: TestAccount): Promise<Response> =>
  request('/v1/bookmarks/list?size=200', { headers: { authorization: `Bearer ${token}` } });

async function countLockWaits(): Promise<number> {
  const { rows } = await db.$client.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

describe('an account with many concurrent calls', () => {
  test.skipIf(alternates)(
    'has three running calls and sixty-four waiting ones; more are rejected, and others are not affected',
    async () => {
      const [person, other] = [await signUp(), await signUp()];
      const blocker = await db.$client.connect();
      await blocker.query('begin');
      await blocker.query('select from spaces where id = $1 for update', [person.spaceId]);
      let refused = 0;
      const { promise: allRefused, resolve } = Promise.withResolvers<undefined>();
      const surplus = 10;
      const calls = Array.from({ length: running + waiting + surplus }, async (_, index) => {
        const body = { url: `https://many.example/${index}` };
        const answer = await call('bookmarks.create', { body }, person);
        if (answer.status === 429 && ++refused === surplus) resolve(undefined);
        return answer;
      });
      try {
        await allRefused;
        expect((await list(other)).status).toBe(200);
        await expect.poll(countLockWaits).toBe(running);
      } finally {
        await blocker.query('commit');
        blocker.release();
      }
      const answers = await Promise.all(calls);
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(running + waiting);
      const [first] = answers.filter(({ status }) => status === 429);
      expect(first?.problem.code).toBe('RATE_LIMITED');
      expect(first?.headers.get('retry-after')).toBe('1');
    },
  );

  test.skipIf(alternates)('keeps its slots until long responses are read or cancelled', async () => {
    const [person, other] = [await signUp(), await signUp()];
    const description = 'x'.repeat(limits.descriptionLength);
    for (const url of ['https://long.example/1', 'https://long.example/2']) {
      await call('bookmarks.create', { body: { url, description } }, person);
    }
    const unread = await Promise.all(Array.from({ length: running }, () => list(person)));
    let isAnswered = false;
    const next = list(person).then((response) => {
      isAnswered = true;
      return response;
    });
    expect((await list(other)).status).toBe(200);
    expect(isAnswered).toBe(false);
    await unread[0]?.body?.cancel();
    expect(((await (await next).json()) as { content: unknown[] }).content).toHaveLength(2);
    await unread[1]?.text();
    expect((await list(person)).status).toBe(200);
  });

  test.skipIf(alternates)('keeps its slots until exports are read or cancelled', async () => {
    const [person, other] = [await signUp(), await signUp()];
    await call('bookmarks.create', { body: { url: 'https://export.example/' } }, person);
    const download = ({ token }: TestAccount): Promise<Response> =>
      request('/v1/bookmarks/export?format=json', { headers: { authorization: `Bearer ${token}` } });
    const unread = await Promise.all(Array.from({ length: running }, () => download(person)));
    let isAnswered = false;
    const next = download(person).then((response) => {
      isAnswered = true;
      return response;
    });
    expect((await list(other)).status).toBe(200);
    expect(isAnswered).toBe(false);
    await unread[0]?.body?.cancel();
    expect(await (await next).text()).toContain('export.example');
    await unread[1]?.text();
    expect((await list(person)).status).toBe(200);
  });

  test('does not keep a slot for a HEAD request, which has no body to read', async () => {
    const person = await signUp();
    const body = { url: 'https://long.example/1', description: 'x'.repeat(limits.descriptionLength) };
    await call('bookmarks.create', { body: { ...body, title: 'y'.repeat(2_000) } }, person);
    for (let count = 0; count <= running; count += 1) {
      const headers = { authorization: `Bearer ${person.token}` };
      expect((await request('/v1/bookmarks/list', { method: 'HEAD', headers })).status).toBe(200);
    }
  });
});

test.skipIf(alternates)('calls per minute are limited for each account separately', async () => {
  const slow = await createTestProvider({ config: { rateLimitScale: 0.01 } });
  slow.clock.freeze(new Date('2026-05-01T10:00:15Z'));
  const [person, other] = [await slow.signUp(), await slow.signUp()];
  for (let count = 0; count < 60; count += 1) {
    expect((await slow.call('bookmarks.list', { query: {} }, person)).status).toBe(200);
  }
  const refused = await slow.call('bookmarks.list', { query: {} }, person);
  expect([refused.problem.code, refused.headers.get('retry-after')]).toEqual(['RATE_LIMITED', '45']);
  expect((await slow.call('bookmarks.list', { query: {} }, other)).status).toBe(200);
  slow.clock.advance(45_000);
  expect((await slow.call('bookmarks.list', { query: {} }, person)).status).toBe(200);
});

test('both export operations count against one limit', async () => {
  const slow = await createTestProvider({ config: { rateLimitScale: 0.1 } });
  slow.clock.freeze(new Date('2026-05-01T10:00:15Z'));
  const person = await slow.signUp();
  const exportAll = () => slow.call('bookmarks.export', { query: {} }, person);
  const exportChosen = () => slow.call('bookmarks.exportChosen', { body: { query: {} } }, person);
  for (const send of [exportAll, exportChosen, exportAll]) {
    const { status, body } = await send();
    expect(status).toBe(200);
    // An unread export keeps its slot.
    await body.text();
  }
  expect((await exportAll()).status).toBe(429);
  expect((await exportChosen()).status).toBe(429);
});

describe('bodies of guests', () => {
  const send = (provider: Pick<typeof guests, 'request'>, body: BodyInit, peer = { address: '192.0.2.1' }) =>
    provider.request('/v1/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      peer: { browser: '', ...peer },
    });

  // Guarantee: bodies that fail validation are limited like all others.
  test.each([
    ['malformed', '{'],
    ['invalid', '{"email":1}'],
    ['too long', JSON.stringify({ email: 'a@example.test', password: 'x'.repeat(20_000) })],
  ])('are counted by address if they are %s', async (_name, body) => {
    const provider = await createTestProvider({ config: { rateLimitScale: 0.01 }, founder: false });
    provider.clock.freeze(new Date('2026-05-01T10:00:15Z'));
    for (let count = 0; count < 3; count += 1) expect((await send(provider, body)).status).not.toBe(429);
    const refused = await send(provider, body);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '45']);
    expect((await send(provider, body, { address: '192.0.2.2' })).status).not.toBe(429);
  });

  test('have at most 16 KiB, and those of accounts a MiB', async () => {
    const bodyOf = (bytes: number) => JSON.stringify({ email: 'x'.repeat(bytes) });
    expect((await send(guests, bodyOf(16_000))).status).toBe(422);
    expect((await send(guests, bodyOf(17_000))).status).toBe(413);
    const { token } = await guests.signUp();
    const create = await guests.request('/v1/bookmarks/create', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ url: 'x'.repeat(1_000_000) }),
    });
    expect(create.status).toBe(422);
  });
});
