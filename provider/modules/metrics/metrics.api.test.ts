import { PgBoss } from 'pg-boss';
import { describe, expect, test } from 'vitest';
import { createProvider, openDatabase } from '@/provider/index';
import { alternates, createTestProvider } from '@/provider/testing/test-provider';

const metricsToken = 'a token of the tests';
const { call, request, deps, signUp, provider, db, databaseUrl } = await createTestProvider({
  config: { metricsToken },
});
const headers = { authorization: `Bearer ${metricsToken}` };

/** Samples by name and labels, as in the response. */
async function scrape(from = provider): Promise<Map<string, number>> {
  const response = await from.fetch(new Request('http://provider.test/metrics', { headers }));
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  );
}

describe('access', () => {
  test('without a configured token the endpoint is not found', async () => {
    const without = createProvider({ ...deps, config: { ...deps.config, metricsToken: undefined } });
    for (const authorization of ['', 'Bearer ', 'Bearer undefined', headers.authorization]) {
      const asked = new Request('http://provider.test/metrics', { headers: { authorization } });
      expect((await without.fetch(asked)).status, authorization).toBe(404);
    }
  });

  test('a request needs the complete token', async () => {
    const wrong = ['', 'Bearer', metricsToken, `Bearer ${metricsToken}s`, `Bearer ${metricsToken.slice(1)}`];
    for (const authorization of wrong) {
      const response = await request('/metrics', { headers: { authorization } });
      expect(response.status, authorization).toBe(401);
      expect(await response.text()).not.toContain('markwell_');
    }
  });

  test('a signed-in account, also an administrator, gets nothing', async () => {
    const { token } = await signUp();
    expect((await request('/metrics', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
  });
});

test.skipIf(alternates)('requests are counted by operation and status, with their durations', async () => {
  const person = await signUp();
  const before = await scrape();
  await call('spaces.list', {}, person);
  await call('spaces.list', {}, person);
  await call('spaces.list', {});
  await request('/v1/unknown');
  const after = await scrape();
  const grown = (sample: string): number => (after.get(sample) ?? 0) - (before.get(sample) ?? 0);
  expect(grown('markwell_requests_total{operation="spaces.list",status="200"}')).toBe(2);
  expect(grown('markwell_requests_total{operation="spaces.list",status="401"}')).toBe(1);
  expect(grown('markwell_requests_total{operation="none",status="404"}')).toBe(1);
  expect(grown('markwell_request_duration_seconds_count{operation="spaces.list"}')).toBe(3);
  expect(grown('markwell_request_duration_seconds_sum{operation="spaces.list"}')).toBeGreaterThan(0);
});

test('the process, the pool, queues and estimates of the tables are shown, and nothing of an account', async () => {
  const person = await signUp();
  await call(
    'bookmarks.create',
    { body: { url: 'https://private-host.example/', title: 'Private' } },
    person,
  );
  await call('auth.forgotPassword', { body: { email: person.email } });
  await db.$client.query('analyze accounts, bookmarks');
  const { rows } = await db.$client.query<{ accounts: string; mails: string }>(
    'select (select count(*) from accounts) as accounts, (select count(*) from mails) as mails',
  );
  const samples = await scrape();
  expect(samples.get('markwell_info{version="0.0.0-test"}')).toBe(1);
  expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  expect(samples.get('markwell_database_up')).toBe(1);
  expect(samples.get('markwell_database_connections{state="awaited"}')).toBe(0);
  expect(samples.get('markwell_accounts')).toBe(Number(rows[0]?.accounts));
  expect(samples.get('markwell_bookmarks')).toBe(1);
  expect(Number(rows[0]?.mails)).toBeGreaterThan(0);
  expect(samples.get('markwell_backlog{queue="mails"}')).toBe(Number(rows[0]?.mails));
  expect(samples.get('markwell_backlog{queue="imports"}')).toBe(0);
  const text = [...samples.keys()].join('\n');
  for (const secret of [person.email, person.accountId, 'private-host']) expect(text).not.toContain(secret);
});

test('jobs of the schedule are counted by queue and state', async () => {
  const before = [...(await scrape()).keys()].filter((name) => name.startsWith('markwell_jobs'));
  expect(before).toEqual(['markwell_jobs{queue="mails",state="created"}']);
  const boss = new PgBoss({ connectionString: databaseUrl, schema: 'schedule' });
  await boss.start();
  await boss.createQueue('links');
  await boss.createQueue('mails');
  await boss.send('links', {});
  await boss.send('links', {});
  const id = await boss.send('mails', {}, { retryLimit: 0 });
  await boss.fetch('mails');
  await boss.fail('mails', id ?? '');
  await boss.stop();
  const samples = await scrape();
  expect(samples.get('markwell_jobs{queue="links",state="created"}')).toBe(2);
  expect(samples.get('markwell_jobs{queue="mails",state="failed"}')).toBe(1);
});

test('an unreachable database is reported, and the process is still measured', async () => {
  const away = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nowhere' });
  const samples = await scrape(createProvider({ ...deps, db: away }));
  expect(samples.get('markwell_database_up')).toBe(0);
  expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  expect([...samples.keys()].filter((name) => name.startsWith('markwell_accounts'))).toEqual([]);
  await away.$client.end();
});
