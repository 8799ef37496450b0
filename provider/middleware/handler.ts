import type { z } from 'zod';
import type { AudienceOf } from '@/lib/contract/audiences';
import type { Definitions, OperationId } from '@/lib/contract/index';
import type { Audience, Bytes } from '@/lib/contract/endpoint';
import type { Actor, RequestContext } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';

type Parsed<D, K extends string> = K extends keyof D
  ? D[K] extends z.ZodType
    ? z.output<D[K]>
    : null
  : null;

type ActorOf<Who extends Audience> = Who extends 'none'
  ? null
  : Who extends 'optional'
    ? Actor | null
    : Actor;

/** Input of a handler: parsed, validated and authenticated. */
export interface Call<Id extends OperationId> {
  readonly params: Parsed<Definitions[Id], 'params'>;
  readonly query: Parsed<Definitions[Id], 'query'>;
  /** Null if the operation takes no JSON; an operation that takes bytes reads `request.body`. */
  readonly body: Parsed<Definitions[Id], 'body'>;
  readonly actor: ActorOf<AudienceOf<Id>>;
  readonly context: RequestContext;
  readonly request: Request;
  readonly deps: ProviderDeps;
}

/** The parsed body and query of an operation, as the services receive them. */
export type BodyOf<Id extends OperationId> = Call<Id>['body'];
export type QueryOf<Id extends OperationId> = Call<Id>['query'];

type ReplyBody<T> = T extends z.ZodType ? z.input<T> : T extends Bytes ? BodyInit : null;
type Responses<Id extends OperationId> = Definitions[Id]['responses'];

/**
 * A declared status with its body. JSON bodies are parsed against the declared schema before they are sent, so a field
 * that is not in the contract cannot leak. `headers` is for bytes and caching.
 */
export type Reply<Id extends OperationId> = {
  [S in keyof Responses<Id>]: {
    readonly status: S;
    readonly body: ReplyBody<Responses<Id>[S]>;
    readonly headers?: Readonly<Record<string, string>>;
  };
}[keyof Responses<Id>];

export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<Reply<Id>>;

/** Handlers of a subset of the operations; all files together must cover the contract. */
export type Handlers<Ids extends OperationId> = { readonly [Id in Ids]: Handler<Id> };
