import { MutationCache, QueryClient } from '@tanstack/react-query';
import { settle } from '@/lib/api/invalidation';
import type { Input, OperationId, Output } from '@/lib/contract';

/** What a write of the interface is about, beside the input of the call. */
export interface Write {
  readonly client: QueryClient;
  readonly variables: object;
}

/** Makes one call of the contract: through the BFF in a browser, straight to the upstream on the server. */
export type Transport = <Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  options?: { signal?: AbortSignal; write?: Write },
) => Promise<Output<Id>>;

const transports = new WeakMap<QueryClient, Transport>();

/** From here on, the queries and mutations of `client` call through `transport`. */
const bindTransport = (client: QueryClient, transport: Transport): void => {
  transports.set(client, transport);
};

/** The transport of a client; throws for a client that `makeQueryClient` did not make. */
export function transportOf(client: QueryClient): Transport {
  const transport = transports.get(client);
  if (transport === undefined) throw new Error('This QueryClient has no transport.');
  return transport;
}

/** The HTTP status of a refusal; 0 for a call that had no answer. */
export const statusOf = (error: unknown): number =>
  error instanceof Object && 'status' in error ? Number(error.status) : 0;

/** A refusal will be the same next time; a network that failed or a server that stumbled may not. */
const isPassing = (error: unknown): boolean => {
  const status = statusOf(error);
  return status === 0 || status >= 500;
};

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** What to tell the person when the write fails, wherever they are by then. */
      readonly failure?: string;
    };
  }
}

interface Reports {
  /** Told about each write that failed and has words for it. */
  readonly onFailure?: (words: string, error: Error) => void;
}

/** The one way to make a query client: with how it calls, when it tries again, and what follows a write. */
export function makeQueryClient(transport: Transport, { onFailure }: Reports = {}): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: (failures, error) => failures < 2 && isPassing(error) },
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onError: (error, _variables, _rollBack, mutation) => {
        if (mutation.meta?.failure !== undefined) onFailure?.(mutation.meta.failure, error);
      },
      onSettled: (_reply, error, _variables, _rollBack, mutation) => settle(client, mutation, error),
    }),
  });
  bindTransport(client, transport);
  return client;
}
