import { MutationCache, QueryClient } from '@tanstack/react-query';
import { settle } from '@/lib/queries/invalidation';
import { bindTransport, type Transport } from '@/lib/queries/transport';

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
