import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { isBytes, type Endpoint } from '@/lib/contract/endpoint';
import { contract, operationIds } from '@/lib/contract/index';
import { ProblemBody } from '@/lib/contract/problem';
import { documentedProblems } from '@/provider/modules/service/openapi';
import { newId } from '@/provider/db/client';
import { hostileRequest, type HostileRequest } from '@/provider/testing/hostile-request';
import { createStranger, rowOf, snapshotOf } from '@/provider/testing/account-data';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const testProvider = await createTestProvider();
const { request, signUp, logged } = testProvider;
const stranger = await createStranger(testProvider);
const before = await snapshotOf(testProvider, stranger.accountId);

// Any fixed seed; it makes failures reproducible everywhere.
const seed = 20_260_101;
const runs = 40;
/** CPU time, because the duration of a request depends on the machine. The database cancels a long statement itself. */
const requestMicros = 2_000_000;
/** Ends a test that hangs; an operation that starts a program for each request needs a quarter of it on a busy machine. */
const testTimeMs = 180_000;

// A parameter may be a dot or a slash, which changes the path so that another route matches.
const routeProblems = ['NOT_FOUND', 'METHOD_NOT_ALLOWED', 'MALFORMED_REQUEST'];

async function send(endpoint: Endpoint, person: TestAccount, hostile: HostileRequest): Promise<Response> {
  const { path, headers, body } = hostile;
  return request(path, {
    method: endpoint.method,
    headers: { ...headers, authorization: `Bearer ${person.token}` },
    ...(body !== undefined && { body }),
  });
}

function expectProblem(endpoint: Endpoint, status: number, text: string): void {
  const problem = ProblemBody.parse(JSON.parse(text));
  const allowed: string[] = [...documentedProblems(endpoint), ...(endpoint.params ? routeProblems : [])];
  expect(problem.status).toBe(status);
  expect(allowed).toContain(problem.code);
  expect(problem.message).not.toBe('');
  expect(text).not.toMatch(/node_modules|\bat .+:\d+:\d+|select |insert /);
}

function expectDeclared(endpoint: Endpoint, status: number, text: string): void {
  const declared = endpoint.responses[status];
  expect(declared, `status ${status}`).toBeDefined();
  if (declared === null || declared === undefined) expect(text).toBe('');
  else if (!isBytes(declared)) expect(declared.parse(JSON.parse(text))).toEqual(JSON.parse(text));
}

describe('any request', () => {
  test.each(operationIds)(
    '%s returns a documented response without data of any other account',
    { timeout: testTimeMs },
    async (id) => {
      const endpoint: Endpoint = contract[id];
      const person = await signUp({ plan: 'pro' });
      const own = await createStranger(testProvider, person);
      const foreign = [...stranger.uuids, newId(), own.import];
      const requests = hostileRequest(endpoint, { ...own, target: rowOf(id, own), foreign });
      const property = fc.asyncProperty(requests, async (hostile) => {
        const started = process.threadCpuUsage();
        const response = await send(endpoint, person, hostile);
        const text = await response.text();
        expect(response.status, text).toBeLessThan(500);
        if (response.status >= 400) expectProblem(endpoint, response.status, text);
        else expectDeclared(endpoint, response.status, text);
        expect(text).not.toContain(stranger.canary);
        expect(process.threadCpuUsage(started).user).toBeLessThan(requestMicros);
      });
      await fc.assert(property, { seed, numRuns: runs });
    },
  );

  test('rows of the other account have not changed', async () => {
    expect(await snapshotOf(testProvider, stranger.accountId)).toEqual(before);
  });

  test('no prototype has been touched', () => {
    expect('polluted' in {}).toBe(false);
  });
});

afterAll(() => {
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});
