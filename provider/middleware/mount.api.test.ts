import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '@/lib/contract/endpoint';
import { createBaseApp } from '@/provider/app';
import { createAdmission } from '@/provider/middleware/limits';
import { mountEndpoint, type AnyHandler } from '@/provider/middleware/mount';
import { createTestProvider } from '@/provider/testing/test-provider';

const { deps, logged } = await createTestProvider({ founder: false });

const endpoint: Endpoint = {
  id: 'test.only',
  method: 'GET',
  path: '/v1/test',
  audience: 'none',
  summary: 'Only here.',
  responses: { 200: z.object({ name: z.string(), owner: z.object({ name: z.string() }) }), 204: null },
};

const reply = async (answer: Awaited<ReturnType<AnyHandler>>): Promise<Response> => {
  const app = createBaseApp(deps, () => undefined);
  mountEndpoint(app, endpoint, () => Promise.resolve(answer), {
    deps,
    authenticate: () => Promise.reject(new Error('no authentication is expected here')),
    limit: () => Promise.resolve(),
    limitGuestBody: () => Promise.resolve(),
    admission: createAdmission(deps.config),
  });
  const request = new Request('http://provider.test/v1/test', {
    headers: { 'x-request-id': 'request-of-test' },
  });
  return app.fetch(request, { client: undefined });
};

describe('a reply', () => {
  // Guarantee: a new column of a table cannot become public by accident.
  test('drops every field that the contract does not declare, at any depth', async () => {
    const body = { name: 'x', passwordHash: 'secret', owner: { name: 'y', email: 'secret' } };
    const response = await reply({ status: 200, body });
    expect(await response.json()).toEqual({ name: 'x', owner: { name: 'y' } });
  });

  test.each([
    ['a field of the wrong kind', { status: 200, body: { name: 7, owner: { name: 'y' } } }],
    ['a field too few', { status: 200, body: { name: 'x' } }],
    ['a status that is not declared', { status: 202, body: { name: 'x', owner: { name: 'y' } } }],
  ])('with %s is a defect: it is logged, and nothing of it is shown', async (_, answer) => {
    logged.length = 0;
    const response = await reply(answer);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      status: 500,
      code: 'INTERNAL',
      message: 'Something went wrong. Please try again.',
    });
    expect(response.headers.get('x-request-id')).toBe('request-of-test');
    expect(logged).toMatchObject([
      { level: 'error', fields: { requestId: 'request-of-test', operation: 'test.only' } },
    ]);
  });

  test('without content has no body', async () => {
    const response = await reply({ status: 204, body: { name: 'x' } });
    expect(response.status).toBe(204);
    expect(response.body).toBeNull();
    expect(response.headers.has('content-type')).toBe(false);
  });
});
