import { browser } from 'wxt/browser';
import { ApiProblem } from '@/lib/api/problem';
import { readUrl } from '@/lib/domain/live-url';
import { createClient } from '@/extension/lib/client';
import { finishConnecting } from '@/extension/lib/connect';
import {
  getConnectionState,
  setConnectionState,
  type ConnectFailure,
  type PendingConnection,
} from '@/extension/lib/connection';

/**
 * Finishes connecting when the server's page leads to its page `/connect/done`, whose address the permission for the
 * server's site shows. Any tab will do: the state in the address proves that it belongs to this attempt.
 */
export function watchConnecting(): void {
  browser.tabs.onUpdated.addListener((_tabId, { url }, tab) => {
    const address = url ?? tab.url;
    if (address?.includes('/connect/done') === true) void finish(address);
  });
  browser.tabs.onRemoved.addListener((tabId) => void cancel(tabId));
}

const finish = (address: string): Promise<void> =>
  // The browser reports an address several times.
  navigator.locks.request('connecting', async () => {
    const current = await getConnectionState();
    if (current.status !== 'pending') return;
    const answer = readAnswer(address, current.pending);
    if (answer === null) return;
    const failure = answer === 'denied' ? answer : await redeem(current.pending, answer.code);
    if (failure !== null) await setConnectionState({ status: 'disconnected', failure });
  });

/** Returns the code in the address of the page `/connect/done`; null if it belongs to another attempt. */
export function readAnswer(
  address: string,
  { origin, state }: Pick<PendingConnection, 'origin' | 'state'>,
): { readonly code: string } | 'denied' | null {
  const url = readUrl(address);
  if (url?.origin !== origin || url.pathname !== '/connect/done') return null;
  if (url.searchParams.get('state') !== state) return null;
  const code = url.searchParams.get('code');
  return code === null ? 'denied' : { code };
}

async function redeem({ origin, verifier }: PendingConnection, code: string): Promise<ConnectFailure | null> {
  try {
    const { token } = await createClient({ origin })('auth.redeemConnect', { body: { code, verifier } });
    return await finishConnecting(origin, token);
  } catch (error) {
    if (error instanceof ApiProblem) return 'code_rejected';
    return navigator.onLine ? 'unreachable' : 'offline';
  }
}

async function cancel(tabId: number): Promise<void> {
  await navigator.locks.request('connecting', async () => {
    const current = await getConnectionState();
    if (current.status !== 'pending' || current.pending.tabId !== tabId) return;
    await setConnectionState({ status: 'disconnected', failure: 'denied' });
  });
}
