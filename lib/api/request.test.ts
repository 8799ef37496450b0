import { expect, test } from 'vitest';
import { ApiProblem } from '@/lib/api/problem';
import { buildRequest, createCall } from '@/lib/api/request';

const answering = (response: Response) => createCall(() => Promise.resolve(response));

test('fills the path, serializes the query and omits absent values', () => {
  const { path, init } = buildRequest('bookmarks.delete', {
    params: { uuid: '../x y' },
    query: { permanent: true, other: undefined },
  });
  expect([path, init.method, init.body]).toEqual([
    '/v1/bookmarks/..%2Fx%20y/delete?permanent=true',
    'DELETE',
    undefined,
  ]);
});

test('sends a body as JSON', () => {
  const { init } = buildRequest('bookmarks.favorite', { params: { uuid: 'a' }, body: { favorite: true } });
  expect(init).toMatchObject({ body: '{"favorite":true}', headers: { 'content-type': 'application/json' } });
});

test('sends bytes unchanged', () => {
  const body = new Blob(['picture'], { type: 'image/png' });
  const { init } = buildRequest('account.updateAvatar', { body });
  expect(init).toEqual({ method: 'PUT', body });
});

test('a missing path parameter throws', () => {
  expect(() => buildRequest('bookmarks.visit', {})).toThrow(TypeError);
});

test('a response without content is an empty object', async () => {
  expect(await answering(new Response(null, { status: 204 }))('auth.logout', {})).toEqual({});
});

test('a problem has its code, message, field errors and data', async () => {
  const body = {
    status: 409,
    code: 'ALREADY_EXISTS',
    message: 'Saved already.',
    errors: [],
    bookmark: { uuid: 'b' },
  };
  const refused = answering(Response.json(body, { status: 409 }))('account.get', {});
  await expect(refused).rejects.toThrow(ApiProblem);
  await expect(refused).rejects.toMatchObject({
    status: 409,
    code: 'ALREADY_EXISTS',
    message: 'Saved already.',
    extra: { bookmark: { uuid: 'b' } },
  });
});

test('an error page of an intermediary is an unknown problem', async () => {
  const refused = answering(new Response('<html>', { status: 502 }))('account.get', {});
  await expect(refused).rejects.toMatchObject({ status: 502, code: 'UNKNOWN' });
});
