import { browser } from 'wxt/browser';
import { ApiProblem } from '@/lib/api/problem';
import type { CallFunction } from '@/lib/api/request';
import { checkServer } from '@/extension/lib/check-server';
import { createClient } from '@/extension/lib/client';
import {
  getConnectionState,
  setConnectionState,
  type ConnectFailure,
  type Connection,
} from '@/extension/lib/connection';
import { showOnSite } from '@/extension/lib/own-site';
import { challengeOf, randomText } from '@/extension/lib/pkce';
import { hostPattern, readAddress } from '@/extension/lib/server-address';
import { getSettings, updateSettings } from '@/extension/lib/settings';

/**
 * Starts connecting: asks for the browser's permission for the server, checks the server and opens its page `/connect`.
 * The state of the connection is then `pending`, and changes when the user has decided there. Returns why it failed, or
 * null. Must be called by the handler of a click: browsers ignore a request for a permission otherwise.
 */
export async function connect(address: string): Promise<ConnectFailure | null> {
  const server = await requestServer(address);
  if (typeof server === 'string') return server;
  const [verifier, state] = [randomText(), randomText()];
  const query = new URLSearchParams({
    client: 'extension',
    name: browserName(),
    scope: 'write',
    challenge: await challengeOf(verifier),
    state,
  });
  const tab = await browser.tabs.create({ url: `${server.origin}/connect?${query}` });
  const pending = { origin: server.origin, verifier, state, tabId: tab.id ?? browser.tabs.TAB_ID_NONE };
  await setConnectionState({ status: 'pending', pending });
  return null;
}

/** Connects with a token that the user created in the settings of the server. Must be called by the handler of a click. */
export async function connectWithToken(address: string, token: string): Promise<ConnectFailure | null> {
  const server = await requestServer(address);
  return typeof server === 'string' ? server : finishConnecting(server.origin, token.trim());
}

/** Stops waiting for a decision on the server's page. */
export async function cancelConnecting(): Promise<void> {
  const { status } = await getConnectionState();
  if (status === 'pending') await setConnectionState({ status: 'disconnected', failure: null });
}

/**
 * Ends the connection, revokes its token if the server can be reached, and gives the permission for its site back. Saves
 * that wait stay in the queue until the account is connected again.
 */
export async function disconnect(): Promise<void> {
  const state = await getConnectionState();
  await setConnectionState({ status: 'disconnected', failure: null });
  if (state.status !== 'connected') return;
  const { connection } = state;
  await Promise.all([
    // The user can also revoke it in the settings of the server.
    createClient(connection)('account.revokeToken', {}, { signal: AbortSignal.timeout(revokeMaxMs) }).catch(
      () => undefined,
    ),
    // The background does the same, but the permission is needed for it until then.
    showOnSite(null),
  ]);
  // Not if the user has connected to the same server in the meantime.
  const { status } = await getConnectionState();
  if (status === 'disconnected') await releaseSite(connection.origin);
}

/** How long a server may take to revoke a token. */
const revokeMaxMs = 10_000;

/** An administrator may have granted the permission for all: it stays then. */
const releaseSite = (origin: string): Promise<unknown> =>
  browser.permissions.remove({ origins: [hostPattern(origin)] }).catch(() => undefined);

/** Reads the account of a token and stores the connection. Returns why that failed, or null. */
export async function finishConnecting(origin: string, token: string): Promise<ConnectFailure | null> {
  const client = createClient({ origin, token });
  try {
    const { uuid, firstName, lastName, email, plan, space } = await client('account.get', {});
    const name = `${firstName} ${lastName}`.trim();
    const connection: Connection = { origin, token, account: { uuid, name, email, plan }, space };
    await keepSpace(client);
    await setConnectionState({ status: 'connected', connection });
    return null;
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) return 'token_rejected';
    return navigator.onLine ? 'unreachable' : 'offline';
  }
}

/** Forgets a default space that is not of the account, such as one of an earlier connection, and its collection. */
async function keepSpace(client: CallFunction): Promise<void> {
  const { space } = await getSettings();
  if (space === null) return;
  const { content } = await client('spaces.list', {});
  if (!content.some(({ uuid }) => uuid === space)) await updateSettings({ space: null, collection: null });
}

async function requestServer(address: string): Promise<{ readonly origin: string } | ConnectFailure> {
  const server = readAddress(address);
  if (typeof server === 'string') return server;
  const isGranted = await browser.permissions.request({ origins: [hostPattern(server.origin)] });
  if (!isGranted) return 'no_permission';
  return (await checkServer(server.origin)) ?? server;
}

/** Returns the name of the browser, by which the user recognizes the token in the settings of their server. */
function browserName(): string {
  const brands = (navigator as { userAgentData?: { brands: { brand: string }[] } }).userAgentData?.brands;
  const known = ['Microsoft Edge', 'Opera', 'Brave', 'Vivaldi', 'Google Chrome'];
  const named = known.find((name) => brands?.some(({ brand }) => brand === name));
  return named ?? (navigator.userAgent.includes('Firefox/') ? 'Firefox' : 'Chromium');
}
