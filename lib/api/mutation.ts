import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { Input, Output } from '@/lib/contract';
import { applyEffects } from '@/lib/api/effects';
import { mutationKey } from '@/lib/api/endpoint';
import { rootsTouchedBy } from '@/lib/api/invalidation';
import type { MutationId } from '@/lib/api/invalidation';
import type { Effects } from '@/lib/api/effects';
import { transportOf } from '@/lib/api/query-client';

interface MutationEffects<Id extends MutationId, Variables> {
  /** Expected effects, applied before the response; rolled back when the write fails. */
  readonly optimistic?: (variables: Variables, client: QueryClient) => Effects | readonly Effects[];
  /** Effects derived from the response; shown until the lists are refetched. */
  readonly fromReply?: (reply: Output<Id>, variables: Variables) => Effects;
  /** Variables with which a failed write is sent once more; null if it has failed. */
  readonly revise?: (failure: unknown, variables: Variables, client: QueryClient) => Variables | null;
  /** Writes of the same scope run one after another. */
  readonly scope?: string;
}

interface AnyInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

function send<Id extends MutationId>(id: Id, variables: Input<Id>, client: QueryClient): Promise<Output<Id>> {
  const { params, query, body } = variables as AnyInput;
  const input = { params, query, body } as AnyInput as Input<Id>;
  return transportOf(client)(id, input, { write: { client, variables } });
}

/**
 * Mutation options of one write. Its variables are the input of the call, plus fields that only the cache needs. The
 * query client refetches what the write invalidates, see `invalidation`.
 */
export function endpointMutation<Id extends MutationId, Variables extends Input<Id> = Input<Id>>(
  id: Id,
  { optimistic, fromReply, revise, scope }: MutationEffects<Id, Variables> = {},
) {
  return mutationOptions({
    mutationKey: mutationKey(id),
    ...(scope !== undefined && { scope: { id: scope } }),
    mutationFn: async (variables: Variables, { client }) => {
      try {
        return await send(id, variables, client);
      } catch (failure) {
        const revised = revise?.(failure, variables, client) ?? null;
        if (revised === null) throw failure;
        return send(id, revised, client);
      }
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
