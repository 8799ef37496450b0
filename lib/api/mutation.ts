import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { Input, Output } from '@/lib/contract';
import { applyEffects } from '@/lib/api/effects';
import { mutationKey } from '@/lib/api/endpoint';
import { rootsTouchedBy } from '@/lib/api/invalidation';
import type { MutationId } from '@/lib/api/invalidation';
import type { Effects } from '@/lib/api/effects';
import { transportOf } from '@/lib/api/query-client';

interface Optimism<Id extends MutationId, Variables> {
  /** What the write will do, as far as it is known before the reply; shown at once and rolled back when the write fails. */
  readonly optimistic?: (variables: Variables, client: QueryClient) => Effects | readonly Effects[];
  /** What the reply says beyond that; shown until the lists are refetched. */
  readonly fromReply?: (reply: Output<Id>, variables: Variables) => Effects;
  /** Writes of the same scope run one after another. */
  readonly scope?: string;
}

interface AnyInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/**
 * Mutation options of one write. Its variables are the input of the call, and may carry beside it what only the cache
 * needs. What it makes out of date is read again by the query client, see `invalidation`.
 */
export function endpointMutation<Id extends MutationId, Variables extends Input<Id> = Input<Id>>(
  id: Id,
  { optimistic, fromReply, scope }: Optimism<Id, Variables> = {},
) {
  return mutationOptions({
    mutationKey: mutationKey(id),
    ...(scope !== undefined && { scope: { id: scope } }),
    mutationFn: (variables: Variables, { client }) => {
      const { params, query, body } = variables as AnyInput;
      const input = { params, query, body } as AnyInput as Input<Id>;
      return transportOf(client)(id, input, { write: { client, variables } });
    },
    onMutate: async (variables, { client }) => {
      if (optimistic === undefined) return undefined;
      const roots = rootsTouchedBy(id);
      await client.cancelQueries({ predicate: (query) => roots.has(query.queryKey[0]) });
      const rollback = [optimistic(variables, client)].flat().map((effects) => applyEffects(client, effects));
      return () => rollback.reverse().forEach((run) => run());
    },
    onError: (_error, _variables, rollBack) => rollBack?.(),
    onSuccess: (reply, variables, _rollBack, { client }) => {
      if (fromReply !== undefined) applyEffects(client, fromReply(reply, variables));
    },
  });
}
