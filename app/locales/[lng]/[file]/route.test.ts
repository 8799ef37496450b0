import { expect, test } from 'vitest';
import { GET } from '@/app/locales/[lng]/[file]/route';
import en from '@/messages/en/import-export.json';
import ptBR from '@/messages/pt-BR/import-export.json';

const get = (lng: string, file: string): Promise<Response> =>
  GET(new Request('http://app.test/'), { params: Promise.resolve({ lng, file }) });

test.each([
  ['en', en],
  ['pt-BR', ptBR],
])('the messages of a namespace are available in %s, and may be cached', async (lng, messages) => {
  const response = await get(lng, 'import-export.json');
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toContain('max-age=3600');
  expect(await response.json()).toEqual(messages);
});

test.each([
  ['en', 'unknown.json'],
  ['en', 'auth'],
  ['en', '../en/auth.json'],
  ['fr', 'auth.json'],
  ['../messages/en', 'auth.json'],
  ['en', 'toString.json'],
])('%s/%s is unknown: the response is a problem in JSON', async (lng, file) => {
  const response = await get(lng, file);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    404,
    'application/json; charset=utf-8',
  ]);
  expect(await response.json()).toMatchObject({ status: 404, code: 'NOT_FOUND' });
});
