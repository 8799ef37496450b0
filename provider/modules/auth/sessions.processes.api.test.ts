import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '@/provider/testing/accounts';
import { createTestProvider } from '@/provider/testing/test-provider';

const { deps, databaseUrl, db } = await createTestProvider();
const script = path.join(import.meta.dirname, '../../testing/refresh-process.ts');
interface Reply {
  status: number;
  token: string | null;
}

let processes: ChildProcess[] = [];

beforeAll(async () => {
  processes = [1, 2].map(() =>
    fork(script, [databaseUrl, JSON.stringify(deps.config)], { execArgv: ['--import', 'tsx'] }),
  );
  await Promise.all(processes.map((child) => once(child, 'message')));
});

afterAll(async () => {
  const exits = processes.map((child) => once(child, 'exit'));
  for (const child of processes) child.disconnect();
  await Promise.all(exits);
});

/** Exchanges the token in both processes, several times concurrently; returns their distinct replies. */
async function refreshEverywhere(token: string): Promise<Reply[]> {
  const replies = processes.map((child) => once(child, 'message'));
  for (const child of processes) child.send([token, token, token]);
  const all = (await Promise.all(replies)).flatMap(([reply]) => reply as Reply[]);
  expect(all).toHaveLength(6);
  return [...new Map(all.map((reply) => [JSON.stringify(reply), reply])).values()];
}

test('two processes that refresh one session concurrently return the same token, and the session continues', async () => {
  const person = await signUp({ ...deps, clock: () => new Date() });
  let token = person.refreshToken;
  for (let round = 0; round < 5; round += 1) {
    const replies = await refreshEverywhere(token);
    expect(replies).toEqual([{ status: 200, token: expect.stringMatching(/^mwr_/) as string }]);
    expect(replies[0]?.token).not.toBe(token);
    token = replies[0]?.token ?? '';
  }
  const { rows } = await db.$client.query('select revoked_at from sessions where account_id = $1', [
    person.accountId,
  ]);
  expect(rows).toEqual([{ revoked_at: null }]);
  // After two exchanges the old token is no longer a repetition: it was copied, and the session ends everywhere.
  expect(await refreshEverywhere(person.refreshToken)).toEqual([{ status: 401, token: null }]);
  expect(await refreshEverywhere(token)).toEqual([{ status: 401, token: null }]);
});
