import { fakeBrowser } from '@/extension/testing/fake-browser';
import type http from 'node:http';
import { beforeEach, expect, test, vi } from 'vitest';
import { cancelConnecting, connect, connectWithToken, disconnect } from '@/extension/lib/connect';
import { getConnection, getConnectionState } from '@/extension/lib/connection';
import { challengeOf } from '@/extension/lib/pkce';
import { getSettings, updateSettings } from '@/extension/lib/settings';
import { reply, startServer } from '@/extension/testing/test-server';

const events: string[] = [];
const requested = vi.fn<(permissions: { origins?: string[] }) => Promise<boolean>>();

beforeEach(() => {
  fakeBrowser.reset();
  requested.mockReset().mockResolvedValue(true);
  events.length = 0;
  const record = (event: string) => (): Promise<void> => {
    events.push(event);
    return Promise.resolve();
  };
  Object.assign(fakeBrowser, {
    permissions: {
      request: requested,
      remove: ({ origins }: { origins: string[] }) => record(`gives back ${origins.join(' ')}`)(),
    },
    scripting: {
      getRegisteredContentScripts: () => Promise.resolve([{ matches: ['http://127.0.0.1/*'] }]),
      unregisterContentScripts: record('removes its script'),
      executeScript: record('forgets in a tab'),
    },
  });
  vi.stubGlobal('navigator', {
    onLine: true,
    languages: ['en'],
    userAgent: 'Firefox/140.0',
    locks: navigator.locks,
  });
});

/** Starts a service that knows the token `mwp_good`, and records its requests. */
async function serve() {
  const requests: string[] = [];
  const handle: http.RequestListener = (request, response) => {
    requests.push(
      `${request.method ?? ''} ${request.url ?? ''} ${request.headers.authorization ?? ''}`.trim(),
    );
    if (request.url === '/v1/health') {
      return reply(response, 200, { status: 'ok', product: 'markwell', revision: 1, database: 'ok' });
    }
    if (request.headers.authorization !== 'Bearer mwp_good') {
      return reply(response, 401, { code: 'UNAUTHENTICATED', message: '', errors: [] });
    }
    if (request.method === 'DELETE') return response.writeHead(204).end();
    if (request.url === '/v1/spaces/list') return reply(response, 200, { content: [{ uuid: 'home' }] });
    const person = { uuid: 'ada', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' };
    return reply(response, 200, { ...person, plan: 'free', space: 'home', isAdmin: false });
  };
  return { ...(await startServer(handle)), requests };
}

test('connecting asks for one site, checks it and opens its page with a challenge', async () => {
  const { origin } = await serve();
  expect(await connect(`${origin}/some/page`)).toBeNull();
  expect(requested.mock.calls).toEqual([[{ origins: ['http://127.0.0.1/*'] }]]);
  const state = await getConnectionState();
  if (state.status !== 'pending') throw new Error(state.status);
  const { pending } = state;
  const tab = await fakeBrowser.tabs.get(pending.tabId);
  const url = new URL(tab.url ?? '');
  expect(url.origin + url.pathname).toBe(`${origin}/connect`);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client: 'extension',
    name: 'Firefox',
    scope: 'write',
    challenge: await challengeOf(pending.verifier),
    state: pending.state,
  });
  expect(url.href).not.toContain(pending.verifier);
  await cancelConnecting();
  expect(await getConnectionState()).toEqual({ status: 'disconnected', failure: null });
});

test('without the permission nothing is requested from the site', async () => {
  const { origin, requests } = await serve();
  requested.mockResolvedValue(false);
  expect(await connect(origin)).toBe('no_permission');
  expect(requests).toEqual([]);
});

test('an address that is none does not ask for a permission', async () => {
  expect(await connect('two words')).toBe('invalid_address');
  expect(await connect('http://markwell.example')).toBe('insecure');
  expect(requested).not.toHaveBeenCalled();
});

test('a pasted token connects, or tells that it is rejected', async () => {
  const { origin } = await serve();
  expect(await connectWithToken(origin, 'mwp_bad')).toBe('token_rejected');
  expect(await getConnection()).toBeNull();
  expect(await connectWithToken(origin, ' mwp_good\n')).toBeNull();
  expect(await getConnection()).toEqual({
    origin,
    token: 'mwp_good',
    account: { uuid: 'ada', name: 'Ada Lovelace', email: 'ada@example.org', plan: 'free' },
    space: 'home',
  });
});

test('a default space of the account stays, and one of another account is forgotten', async () => {
  const { origin } = await serve();
  await updateSettings({ space: 'home', collection: 'books' });
  await connectWithToken(origin, 'mwp_good');
  expect(await getSettings()).toMatchObject({ space: 'home', collection: 'books' });
  await updateSettings({ space: 'elsewhere' });
  await connectWithToken(origin, 'mwp_good');
  expect(await getSettings()).toMatchObject({ space: null, collection: null });
});

test('disconnecting revokes the token, is forgotten by the site, gives its permission back, and works without the server too', async () => {
  const server = await serve();
  await connectWithToken(server.origin, 'mwp_good');
  vi.spyOn(fakeBrowser.tabs, 'query').mockResolvedValue([{ id: 1 }] as never);
  await disconnect();
  expect(server.requests.at(-1)).toBe('DELETE /v1/account/token Bearer mwp_good');
  expect(events).toEqual(['removes its script', 'forgets in a tab', 'gives back http://127.0.0.1/*']);
  await connectWithToken(server.origin, 'mwp_good');
  await server.stop();
  await disconnect();
  expect(await getConnection()).toBeNull();
});
