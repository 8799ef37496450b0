import { randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { createLog } from '@/lib/observability/log';
import { createProvider, openDatabase } from '@/provider/index';
import { deliverMails } from '@/provider/testing/work-queue';
import { createTestProvider } from '@/provider/testing/test-provider';

const { deps, db, signUp } = await createTestProvider();

const canary = `zkcanary${randomBytes(8).toString('hex')}`;
const email = `${canary}@example.test`;

/** Returns all lines that are written to the log while `work` runs. */
async function captureLog(work: () => Promise<void>): Promise<string[]> {
  const written: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    written.push(String(chunk));
    return true;
  });
  try {
    await work();
  } finally {
    write.mockRestore();
  }
  return written.join('').trimEnd().split('\n');
}

const log = createLog('provider');
const sendMail = () => Promise.reject(new Error(`550 <${email}> is unknown here`));
const logging = { ...deps, log, sendMail };
let token = '';

type Send = (method: string, path: string, body?: unknown) => Promise<number>;

function sendTo(provider: ReturnType<typeof createProvider>): Send {
  return async (method, path, body) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      cookie: `session=${canary}`,
      'user-agent': canary,
      referer: `https://${canary}.example/`,
    };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await provider.fetch(new Request(`http://provider.test/v1${path}`, init));
    await response.arrayBuffer();
    return response.status;
  };
}

const bookmark = {
  title: `On ${canary}`,
  url: `https://${canary}.example/?q=${canary}`,
  description: `About ${canary}`,
  tags: canary,
};

/** Sends valid, rejected and malformed requests. */
async function useTheApi(send: Send, password = `${canary} is a password`): Promise<number[]> {
  return [
    await send('POST', '/bookmarks/create', bookmark),
    await send('GET', `/search?q=${canary}`),
    await send('GET', `/bookmarks/list?q=${canary}&size=${canary}`),
    await send('POST', '/collections/create', { name: canary }),
    await send('GET', `/${canary}`),
    await send('GET', `/preview/favicon?url=https://${canary}.example/`),
    await send('POST', '/auth/login', { email, password }),
    await send('POST', '/auth/register', {
      firstName: canary,
      lastName: canary,
      email: `2${email}`,
      password,
    }),
    await send('POST', '/auth/forgot-password', { email }),
    await send('POST', '/auth/refresh', { refreshToken: `mwr_${canary}` }),
    await send('POST', '/auth/reset-password', { email, code: '123456', password }),
  ];
}

test('no text of a bookmark, address, token or query is logged, whatever fails', async () => {
  const person = await signUp({ email });
  token = person.token;
  const working = sendTo(createProvider(logging));
  const awayDb = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nowhere' });
  const statuses: number[] = [];

  const lines = await captureLog(async () => {
    statuses.push(...(await useTheApi(working)));
    await deliverMails(logging);
    // The database rejects rows and quotes them, has a missing column, or is unavailable.
    await db.$client.query(`alter table bookmarks add constraint refused check (title = '') not valid`);
    await db.$client.query(`alter table favicons add constraint refused check (host = '') not valid`);
    await db.$client.query('alter table collections rename column description to renamed');
    await db.$client.query('alter table rate_limits rename column hits to renamed');
    statuses.push(...(await useTheApi(working)));
    statuses.push(...(await useTheApi(sendTo(createProvider({ ...logging, db: awayDb })))));
  });
  await awayDb.$client.end();

  for (const status of [201, 200, 404, 401, 422, 500, 503]) expect(statuses).toContain(status);
  const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  for (const message of [
    'sign-in refused',
    'unexpected error',
    'database unavailable',
    'a mail could not be sent',
  ]) {
    expect(messages).toContain(message);
  }
  const text = lines.join('\n').toLowerCase();
  for (const secret of [canary, token, person.refreshToken, 'bearer ', '123456']) {
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
    expect(text).not.toContain(Buffer.from(secret).toString('base64').slice(0, 16).toLowerCase());
  }
});
