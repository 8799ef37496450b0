import { describe, expect, test } from 'vitest';
import { serviceLimits } from '@/lib/contract/service-limits';
import type { ProblemBody } from '@/lib/contract/problem';
import { createTestProvider } from '@/provider/testing/test-provider';

const { request, signUp, call, logged } = await createTestProvider();
const person = await signUp();
const authorization = `Bearer ${person.token}`;
const json = { authorization, 'content-type': 'application/json' };

const problemOf = async (response: Response): Promise<ProblemBody> => (await response.json()) as ProblemBody;

const update = (body: BodyInit | null, headers: Record<string, string> = json): Promise<Response> =>
  request('/v1/account/update', { method: 'PUT', headers, body, duplex: 'half' } as RequestInit);

describe('paths and methods', () => {
  test.each([
    '/',
    '/v1',
    '/v1/',
    '/v1/nothing',
    '/v2/account',
    '/v1/account/',
    '/V1/account',
    '/v1/me;.js',
    '//v1/account',
  ])('%s is an unknown address', async (path) => {
    const response = await request(path, { headers: { authorization } });
    expect(response.status).toBe(404);
    expect(await problemOf(response)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  test.each(['/v1/x%00y', '/v1/%E0%A4%A', '/v1/%c0%ae%c0%ae/account'])(
    '%s is not a valid path',
    async (path) => {
      const response = await request(path);
      expect(response.status).toBe(400);
      expect((await problemOf(response)).code).toBe('MALFORMED_REQUEST');
    },
  );

  test('a path is decoded once: an encoded dot is not a dot', async () => {
    expect((await request('/v1/nothing/%252e%252e/account', { headers: { authorization } })).status).toBe(
      404,
    );
    expect(
      (await request('/v1/spaces/..%2f..%2faccount/default', { method: 'PUT', headers: { authorization } }))
        .status,
    ).toBe(404);
  });

  test.each([
    ['POST', '/v1/account', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/v1/auth/login', 'OPTIONS, POST'],
    ['PATCH', '/v1/spaces/0198c2a4-7a10-7c3e-8f00-1234567890ab/update', 'OPTIONS, PUT'],
    ['PROPFIND', '/v1/spaces/list', 'GET, HEAD, OPTIONS'],
    ['HEAD', '/v1/auth/login', 'OPTIONS, POST'],
  ])('%s %s is answered with the methods that are allowed', async (method, path, allow) => {
    const response = await request(path, { method, headers: { authorization } });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allow);
  });

  test('OPTIONS returns the allowed methods, without a token and without allowing other origins', async () => {
    const response = await request('/v1/account/update', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.test' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('allow')).toBe('OPTIONS, PUT');
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  const preflight = {
    origin: 'https://page.test',
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'authorization,content-type',
  };

  test('a preflight of a request with a token allows every origin, without cookies', async () => {
    const response = await request('/v1/account/update', { method: 'OPTIONS', headers: preflight });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-methods')).toBe('POST, GET, PUT, DELETE');
    expect(response.headers.get('access-control-allow-headers')).toContain('authorization');
    expect(response.headers.get('access-control-max-age')).toBe('86400');
    expect(response.headers.has('access-control-allow-credentials')).toBe(false);
  });

  test.each([
    ['without a token', { ...preflight, 'access-control-request-headers': 'content-type' }],
    ['without a method', { origin: 'https://page.test' }],
  ])('a preflight %s allows nothing', async (_, headers) => {
    const response = await request('/v1/auth/forgot-password', { method: 'OPTIONS', headers });
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test.each([
    [200, '/v1/account', 'GET'],
    [404, '/v1/nothing', 'GET'],
    [405, '/v1/account', 'DELETE'],
    [400, '/v1/bookmarks/create', 'POST'],
  ])(
    'pages of other origins can read a response %i to a request with a token',
    async (status, path, method) => {
      const headers = { authorization, origin: 'https://page.test' };
      const response = await request(path, { method, headers });
      expect(response.status).toBe(status);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-expose-headers')).toContain('retry-after');
      expect(response.headers.has('access-control-allow-credentials')).toBe(false);
    },
  );

  test('HEAD responds like GET, without the body', async () => {
    const response = await request('/v1/account', { method: 'HEAD', headers: { authorization } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.text()).toBe('');
  });

  test('a header cannot turn a method into another one', async () => {
    const response = await request('/v1/account', {
      headers: { authorization, 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' },
    });
    expect(response.status).toBe(200);
  });
});

describe('every response', () => {
  test('has a request id, that of the client if it is valid', async () => {
    const own = await request('/v1/health', { headers: { 'x-request-id': 'client-7f3a.01' } });
    expect(own.headers.get('x-request-id')).toBe('client-7f3a.01');
    for (const given of ['a b c d e f g h', '<script>alert(1)', 'x', 'x'.repeat(200)]) {
      const made = await request('/v1/nothing', { headers: { 'x-request-id': given } });
      expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('is never cached, and is never a page', async () => {
    for (const path of ['/v1/account', '/v1/health', '/v1/nothing', '/v1/auth/login', '/v1/openapi.json']) {
      const { headers } = await request(path, { headers: { authorization } });
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  test('is in the requested language, in the problem and in its fields', async () => {
    const wrong = { body: { theme: 'blue' as 'dark' } };
    const en = await call('account.updatePreferences', wrong, {
      ...person,
      headers: { 'accept-language': 'fr, en;q=0.5' },
    });
    const pt = await call('account.updatePreferences', wrong, {
      ...person,
      headers: { 'accept-language': 'pt-PT' },
    });
    expect(en.problem).toMatchObject({ status: 422, code: 'VALIDATION_FAILED', errors: [{ path: 'theme' }] });
    expect(en.problem.message).toBe('Some fields need your attention. Check them and try again.');
    expect(pt.problem.message).toBe('Alguns campos precisam de atenção. Confira e tente de novo.');
    expect(pt.problem.errors?.[0]?.message).toBe('Este valor não é permitido aqui.');
  });
});

describe('a JSON body', () => {
  test.each([
    ...['', '{', 'null}', "{'a':1}", '\u0000', '{"firstName":"Ada"', 'NaN'],
    ...['{"firstName":"Ada","firstName":"Eve"}', '{"firstName":"Ada","first\\u004eame":"Eve"}'],
  ])('%j is malformed', async (body) => {
    const response = await update(body);
    expect(response.status).toBe(400);
    expect((await problemOf(response)).code).toBe('MALFORMED_BODY');
  });

  test('may begin with a byte order mark', async () => {
    expect((await update('\ufeff{"firstName":"Ada"}')).status).toBe(200);
  });

  test('that is not UTF-8 is malformed', async () => {
    const response = await update(new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]));
    expect(response.status).toBe(400);
  });

  test('that is absent is malformed', async () => {
    expect((await update(null)).status).toBe(400);
    expect((await update(null, { authorization })).status).toBe(400);
  });

  test.each([
    'text/plain',
    'text/html',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json; charset=utf-16',
    'application/json;charset="ISO-8859-1"',
    'image/json',
  ])('is not taken as %s', async (contentType) => {
    const response = await update('{}', { authorization, 'content-type': contentType });
    expect(response.status).toBe(415);
    expect((await problemOf(response)).code).toBe('UNSUPPORTED_MEDIA_TYPE');
  });

  test.each([
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/json; charset="UTF8"; profile=x',
    'application/merge-patch+json',
  ])('is accepted as %s', async (contentType) => {
    expect((await update('{}', { authorization, 'content-type': contentType })).status).toBe(200);
  });

  test.each(['null', '[]', '"text"', '7', 'true'])('%s is not an object', async (body) => {
    const response = await update(body);
    expect(response.status).toBe(422);
  });

  test('with unknown fields is rejected and names them, but only names that look like field names', async () => {
    const { problem } = await call(
      'account.update',
      { body: { firstName: 'Eve', isAdmin: true, plan: 'pro', '<img src=x onerror=alert(1)>': 1 } as object },
      person,
    );
    expect(problem.errors?.map(({ path }) => path)).toEqual(['isAdmin', 'plan', '?']);
    const { body } = await call('account.get', {}, person);
    expect(body).toMatchObject({ isAdmin: false, plan: 'free' });
    expect(body.firstName).not.toBe('Eve');
  });

  test('cannot modify any prototype', async () => {
    for (const body of ['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}']) {
      expect((await update(body)).status).toBe(422);
    }
    expect('polluted' in {}).toBe(false);
  });

  test('cannot contain what the database cannot store', async () => {
    for (const firstName of ['a\\u0000b', '\\ud800', 'x\\udc00y']) {
      const response = await update(`{"firstName":"${firstName}"}`);
      expect(response.status).toBe(422);
      expect((await problemOf(response)).errors?.[0]?.path).toBe('firstName');
    }
  });

  test('is measured in code points', async () => {
    expect((await update(JSON.stringify({ firstName: '👩‍👩‍👧‍👦'.repeat(14) }))).status).toBe(200);
    expect((await update(JSON.stringify({ firstName: '👍'.repeat(100) }))).status).toBe(200);
    expect((await update(JSON.stringify({ firstName: '👍'.repeat(101) }))).status).toBe(422);
    expect((await update(JSON.stringify({ firstName: 'Z̸̡͓'.repeat(100) }))).status).toBe(422);
    await update(JSON.stringify({ firstName: 'Ada' }));
  });
});

describe('a body that is too large', () => {
  test('is rejected by its Content-Length', async () => {
    const response = await update('{}', { ...json, 'content-length': String(serviceLimits.bodyBytes + 1) });
    expect(response.status).toBe(413);
    expect((await problemOf(response)).code).toBe('BODY_TOO_LARGE');
  });

  test('is rejected by its actual length, regardless of its Content-Length, and is not read to its end', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(new Uint8Array(64 * 1024).fill(32));
      },
    });
    const response = await update(endless, { ...json, 'content-length': '2' });
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(30);
  });

  test.each([
    ['deep arrays', '['.repeat(500_000) + ']'.repeat(500_000)],
    ['deep objects', '{"a":'.repeat(150_000) + '1' + '}'.repeat(150_000)],
    [
      'a hundred thousand keys',
      `{${Array.from({ length: 90_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
    ],
    ['one enormous text', JSON.stringify({ firstName: 'a'.repeat(1_000_000) })],
    ['one enormous number', `{"firstName":${'9'.repeat(1_000_000)}}`],
    ['a quarter of a million values', `{"firstName":[${'{},'.repeat(250_000)}{}]}`],
  ])('is refused as a field error when it is %s', async (_, body) => {
    const response = await update(body);
    expect(response.status).toBe(422);
    const { errors } = await problemOf(response);
    expect(errors?.length).toBeLessThanOrEqual(50);
  });

  test('is handled when the client disconnects during the upload', async () => {
    const cut = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('{"firstName":'));
        controller.error(new Error('connection reset'));
      },
    });
    expect((await update(cut)).status).toBe(400);
  });
});

describe('a number in a query', () => {
  const sizes = ['/v1/bookmarks/list?size=', '/v1/bookmarks/list?page=', '/v1/collections/public?page='];

  test.each(['0x10', '1e1', '-0', '+1', '1.0', ' 1', '01', '', 'Infinity', '１'])(
    '%j is rejected: only plain decimal digits are accepted',
    async (text) => {
      for (const path of sizes) {
        const response = await request(`${path}${encodeURIComponent(text)}`, { headers: { authorization } });
        expect(response.status, path).toBe(422);
      }
    },
  );

  test('of plain digits is accepted', async () => {
    for (const path of sizes) {
      expect((await request(`${path}10`, { headers: { authorization } })).status, path).toBe(200);
    }
  });
});

test('no request in this file caused an unexpected error', () => {
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});
