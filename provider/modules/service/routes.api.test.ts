import { expect, test } from 'vitest';
import { createProvider, openDatabase } from '@/provider/index';
import { buildOpenApi } from '@/provider/modules/service/openapi';
import { createTestProvider } from '@/provider/testing/test-provider';

const { call, request, deps, signUp, databaseUrl } = await createTestProvider();

test('anyone can read the health of the service and its database', async () => {
  const { body } = await call('service.health', {});
  expect(body).toEqual({
    status: 'ok',
    product: 'markwell',
    version: '0.0.0-test',
    revision: 1,
    database: 'ok',
  });
});

test('anyone can read the OpenAPI document of this release', async () => {
  const response = await request('/v1/openapi.json');
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.json()).toEqual(JSON.parse(JSON.stringify(buildOpenApi('0.0.0-test'))));
});

test('an unreachable database causes 503 on every route, with a Retry-After header', async () => {
  const person = await signUp();
  const db = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nowhere' });
  const provider = createProvider({ ...deps, db });
  const paths = ['/v1/health', '/v1/account', '/v1/spaces/list'];
  for (const path of paths) {
    const response = await provider.fetch(
      new Request(`http://provider.test${path}`, { headers: { authorization: `Bearer ${person.token}` } }),
    );
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  }
  // The rate limiter fails closed: without a counter no password is checked.
  const { email, password } = person;
  const code = '042917';
  const attempts = {
    register: { firstName: 'Ada', lastName: 'King', email, password },
    login: { email, password },
    refresh: { refreshToken: person.refreshToken },
    'verify-email': { email, code },
    'resend-verification': { email },
    'forgot-password': { email },
    'reset-password': { email, code, password },
  };
  for (const [path, body] of Object.entries(attempts)) {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await provider.fetch(new Request(`http://provider.test/v1/auth/${path}`, init));
    expect(response.status, path).toBe(503);
  }
  await db.$client.end();
});

test('an exhausted pool causes 503 and recovers', async () => {
  const db = openDatabase({ url: databaseUrl, poolSize: 1, connectionTimeoutMs: 1_000 });
  const provider = createProvider({ ...deps, db });
  const health = (): Promise<Response> => provider.fetch(new Request('http://provider.test/v1/health'));
  const taken = await db.$client.connect();
  expect((await health()).status).toBe(503);
  taken.release();
  expect((await health()).status).toBe(200);
  await db.$client.end();
});

test('a statement that takes too long is canceled and causes 503, by default after five minutes', async () => {
  const { rows } = await deps.db.$client.query<Record<string, string>>('show statement_timeout');
  expect(rows).toEqual([{ statement_timeout: '5min' }]);
  const person = await signUp();
  const db = openDatabase({ url: databaseUrl, poolSize: 1, statementTimeoutMs: 100 });
  const provider = createProvider({ ...deps, db });
  const headers = { authorization: `Bearer ${person.token}` };
  const account = () => provider.fetch(new Request('http://provider.test/v1/account', { headers }));
  const lock = await deps.db.$client.connect();
  await lock.query('begin; lock table accounts, sessions in access exclusive mode');
  const response = await account();
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('5');
  await lock.query('rollback');
  lock.release();
  expect((await account()).status).toBe(200);
  await db.$client.end();
});

test('a connection that the server closes is replaced with at most one failed request', async () => {
  const errors: Error[] = [];
  const db = openDatabase({ url: databaseUrl, poolSize: 1, onError: (error) => errors.push(error) });
  const provider = createProvider({ ...deps, db });
  const health = async (): Promise<number> =>
    (await provider.fetch(new Request('http://provider.test/v1/health'))).status;
  expect(await health()).toBe(200);
  const { rows } = await db.$client.query<{ pid: number }>('select pg_backend_pid() as pid');
  await deps.db.$client.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  expect([200, 503]).toContain(await health());
  expect(await health()).toBe(200);
  await db.$client.end();
});
