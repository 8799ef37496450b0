import type { z } from 'zod';
import { audienceOf } from '@/lib/contract/audiences';
import type { Bytes, Definition, Endpoint } from '@/lib/contract/endpoint';
import { account } from '@/lib/contract/account';
import { admin } from '@/lib/contract/admin';
import { auth } from '@/lib/contract/auth';
import { billing } from '@/lib/contract/billing';
import { bookmarks } from '@/lib/contract/bookmark-endpoints';
import { connect } from '@/lib/contract/connect';
import { copies } from '@/lib/contract/copies';
import { collections } from '@/lib/contract/collection-endpoints';
import { feedback } from '@/lib/contract/feedback';
import { highlights } from '@/lib/contract/highlights';
import { search, service } from '@/lib/contract/search';
import { spaces } from '@/lib/contract/spaces';
import { tags } from '@/lib/contract/tags';
import { tokens } from '@/lib/contract/tokens';
import { operationIds, routes, type OperationId } from '@/lib/contract/routes';

const definitions = {
  ...auth,
  ...account,
  ...tokens,
  ...connect,
  ...bookmarks,
  ...highlights,
  ...copies,
  ...tags,
  ...collections,
  ...spaces,
  ...search,
  ...billing,
  ...feedback,
  ...admin,
  ...service,
} satisfies Record<OperationId, Definition>;

export type Definitions = typeof definitions;

/** All operations of `/v1` by id: the single source of validation, client types, allow-list and OpenAPI document. */
export const contract = Object.fromEntries(
  operationIds.map((id) => [id, { id, ...routes[id], audience: audienceOf(id), ...definitions[id] }]),
) as { [Id in OperationId]: Endpoint & (typeof routes)[Id] & Definitions[Id] };

type SchemaInput<T> = T extends z.ZodType ? z.input<T> : T extends Bytes ? BodyInit : never;
type Field<D, K extends string> = K extends keyof D
  ? { [P in K]: SchemaInput<D[K]> }
  : { [P in K]?: undefined };

/** The caller's input: path parameters, query and body, before validation. */
export type Input<Id extends OperationId> = Field<Definitions[Id], 'params'> &
  QueryField<Definitions[Id]> &
  Field<Definitions[Id], 'body'>;
type QueryField<D> = D extends { query: infer Q extends z.ZodType }
  ? { query?: Loose<z.input<Q>> }
  : { query?: undefined };

/** Query values as typed by callers: the client serializes numbers and booleans. */
type Loose<T> = { [K in keyof T]?: LooseValue<T[K]> | undefined };
type LooseValue<T> = unknown extends T
  ? string | number
  : Extract<T, 'true' | 'false'> extends never
    ? T
    : boolean | T;

type Answer<T> = T extends z.ZodType ? z.output<T> : T extends Bytes ? Response : Record<string, never>;
type Responses<Id extends OperationId> = Definitions[Id]['responses'];

/** The result of a successful call; `{}` for calls without content. */
export type Output<Id extends OperationId> = Answer<Responses<Id>[keyof Responses<Id>]>;

export { routes, operationIds, type OperationId };
