import { MutationCache, QueryClient } from '@tanstack/react-query';
import { changesLibrary, settle } from '@/lib/api/invalidation';
import type { Input, OperationId, Output } from '@/lib/contract';

/** Context of a write in the user interface: the query client and the variables of the mutation. */
export interface Write {
  readonly client: QueryClient;
  readonly variables: object;
}

/** Calls one operation of the contract: through the BFF in a browser, directly to the upstream on the server. */
export type Transport = <Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  options?: { signal?: AbortSignal; write?: Write },
) => Promise<Output<Id>>;

const transports = new WeakMap<QueryClient, Transport>();

/** Sets the transport for the queries and mutations of `client`. */
const bindTransport = (client: QueryClient, transport: Transport): void => {
  transports.set(client, transport);
};

/** Returns the transport of a client; throws if `makeQueryClient` did not create the client. */
export function transportOf(client: QueryClient): Transport {
  const transport = transports.get(client);
  if (transport === undefined) throw new Error('This QueryClient has no transport.');
  return transport;
}

/** Returns the HTTP status of an error response; 0 if there was no response. */
export const statusOf = (error: unknown): number =>
  error instanceof Object && 'status' in error ? Number(error.status) : 0;

/** Whether a retry may succeed: after a network failure or a server error, but not after a rejected request. */
const isTransient = (error: unknown): boolean => {
  const status = statusOf(error);
  return status === 0 || status >= 500;
};

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Message shown to the user when the write fails, on any screen. */
      readonly failure?: string;
      /** Not a change by the user, or it undoes one: Ctrl/Cmd+Z still undoes the latest change. */
      readonly keepsUndo?: boolean;
    };
  }
}

interface Reports {
  /** Called for each failed write that has a failure message. */
  readonly onFailure?: (message: string, error: Error) => void;
  /** Called when a write that changes the library is sent. */
  readonly onChange?: () => void;
}

/** Creates a query client with its transport, retry policy, and refetching after writes. Used for all query clients. */
export function makeQueryClient(transport: Transport, { onFailure, onChange }: Reports = {}): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: (failures, error) => failures < 2 && isTransient(error) },
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onMutate: (_variables, mutation) => {
        if (changesLibrary(mutation)) onChange?.();
      },
      onError: (error, _variables, _rollBack, mutation) => {
        if (mutation.meta?.failure !== undefined) onFailure?.(mutation.meta.failure, error);
      },
      onSettled: (_reply, error, _variables, _rollBack, mutation) => settle(client, mutation, error),
    }),
  });
  bindTransport(client, transport);
  return client;
}
