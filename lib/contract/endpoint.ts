import type { z } from 'zod';
import type { ProblemCode } from '@/lib/contract/problem';

/**
 * Who may call: anyone; anyone, as an account holder where there is a token; an account holder; an administrator
 * (anyone else gets 404).
 */
export type Audience = 'none' | 'optional' | 'member' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The part of a descriptor that a browser needs: plain data, without schemas. */
export interface Route {
  readonly method: Method;
  /** Template with parameters in braces: `/v1/bookmarks/{uuid}/update`. */
  readonly path: string;
}

/** Anything that is not JSON, in either direction; the handler deals with the bytes. */
export interface Bytes {
  readonly bytes: true;
  readonly contentTypes: readonly string[];
  readonly maxBytes?: number;
}

/** What one call takes and answers. Pure data: adapters give it behaviour. */
export interface Definition {
  readonly summary: string;
  /** Only for somebody who signed in: a personal access token is refused, whatever its scope. */
  readonly sessionOnly?: true;
  /** Takes an `Idempotency-Key`: the same request again changes nothing and is answered 204. */
  readonly idempotent?: true;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType | Bytes;
  /** Most bytes of a JSON body, where it may be longer than `serviceLimits.bodyBytes`. */
  readonly bodyBytes?: number;
  /** Successful answers by status; `null` is an empty body. */
  readonly responses: Readonly<Record<number, z.ZodType | Bytes | null>>;
  /** What the app answers in its place at the same path, where the session stays in its cookie; documentation only. */
  readonly throughApp?: z.ZodType;
  /** Refusals beyond those that every call can answer (validation, authentication, limits, failure). */
  readonly problems?: readonly ProblemCode[];
}

export type Endpoint = Route & Definition & { readonly id: string; readonly audience: Audience };

export const isBytes = (value: z.ZodType | Bytes | null | undefined): value is Bytes =>
  value !== null && value !== undefined && 'bytes' in value;

/** The path template as Hono's routers spell it: `/v1/bookmarks/:uuid/update`. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');
