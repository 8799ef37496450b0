import type { Account } from '@/lib/contract/account';
import type { ServerFailure } from '@/extension/lib/check-server';
import { storedValue, type Stored } from '@/extension/lib/stored-value';

/** The server and the account that the extension is connected to. */
export interface Connection {
  /** Origin of the server, such as `https://markwell.example`. */
  readonly origin: string;
  /** Personal access token. It is stored in `storage.local` alone, never synced. */
  readonly token: string;
  readonly account: Pick<Account, 'uuid' | 'email' | 'plan'> & { readonly name: string };
  /** Current space of the account when it was connected. */
  readonly space: string;
}

/** Why connecting failed. */
export type ConnectFailure =
  | ServerFailure
  /** The text is not a web address. */
  | 'invalid_address'
  /** The address begins with http:// and is not on this computer. */
  | 'insecure'
  /** The browser's permission for the server's site was not granted. */
  | 'no_permission'
  /** The user did not allow the connection on the server's page, or closed it. */
  | 'denied'
  /** The one-time code has expired or was used already. */
  | 'code_rejected'
  /** The pasted token is unknown, expired or revoked. */
  | 'token_rejected';

/** A connection that the user has yet to allow on the page that was opened on the server. */
export interface PendingConnection {
  readonly origin: string;
  readonly verifier: string;
  readonly state: string;
  readonly tabId: number;
}

export type ConnectionState =
  | { readonly status: 'disconnected'; readonly failure: ConnectFailure | null }
  | { readonly status: 'pending'; readonly pending: PendingConnection }
  | { readonly status: 'connected'; readonly connection: Connection }
  /** The server no longer accepts the token: it was revoked, it has expired, or the account was deleted. */
  | { readonly status: 'revoked'; readonly connection: Connection };

const item = storedValue<ConnectionState>('connection', { status: 'disconnected', failure: null });

export const getConnectionState = (): Promise<ConnectionState> => item.get();

/** Returns the state in what was read from the storage as a whole. */
export const connectionStateIn = (stored: Stored): ConnectionState => item.in(stored);

/** Calls `listener` after each change, in any context of the extension; returns a function that stops it. */
export const onConnectionState = (listener: (state: ConnectionState) => void): (() => void) =>
  item.watch(listener);

/** Returns the connection while the server accepts it; null otherwise. */
export async function getConnection(): Promise<Connection | null> {
  const state = await item.get();
  return state.status === 'connected' ? state.connection : null;
}

export const setConnectionState = (state: ConnectionState): Promise<void> => item.set(state);

/** Records that the server rejected a token, unless the extension has another one by now. */
export async function markRevoked(token: string): Promise<void> {
  const state = await item.get();
  if (state.status === 'connected' && state.connection.token === token) {
    await item.set({ status: 'revoked', connection: state.connection });
  }
}
