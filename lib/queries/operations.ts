import type { Output, OperationId } from '@/lib/contract';
import type { routes } from '@/lib/contract/routes';

type MethodOf<Id extends OperationId> = (typeof routes)[Id]['method'];

/** Calls that read JSON; those that answer bytes (a file, an image) are links, never cached data. */
export type QueryId = {
  [Id in OperationId]: MethodOf<Id> extends 'GET' ? (Output<Id> extends Response ? never : Id) : never;
}[OperationId];

/** Calls that may change something. */
export type MutationId = {
  [Id in OperationId]: MethodOf<Id> extends 'GET' ? never : Id;
}[OperationId];

/** The resource that a call belongs to: the first word of its operation id, and of its cache key. */
export type Root = QueryId extends infer Id ? (Id extends `${infer R}.${string}` ? R : never) : never;

export const rootOf = (id: QueryId | MutationId): Root => id.slice(0, id.indexOf('.')) as Root;
