import type { Input } from '@/lib/contract';
import { rootOf, type MutationId, type QueryId, type Root } from '@/lib/queries/operations';

export type EndpointKey<Id extends QueryId> = readonly [root: Root, id: Id, input: Input<Id>];

/**
 * The cache key of a read: root, operation, input. What means the same has the same key: parts and values that are
 * undefined or empty are left out (the order of fields does not count, the cache sorts them itself).
 */
export const endpointKey = <Id extends QueryId>(id: Id, input: Input<Id>): EndpointKey<Id> => [
  rootOf(id),
  id,
  withoutGaps(input) as Input<Id>,
];

/** The key of a write, by which running siblings find one another. */
export const mutationKey = (id: MutationId) => [rootOf(id), id] as const;

function withoutGaps(value: object): object {
  const kept = Object.entries(value).flatMap(([name, part]: [string, unknown]) => {
    const field = isPlainObject(part) ? withoutGaps(part) : part;
    const isGap = field === undefined || (isPlainObject(field) && Object.keys(field).length === 0);
    return isGap ? [] : [[name, field] as const];
  });
  return Object.fromEntries(kept);
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
