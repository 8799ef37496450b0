import type { z } from 'zod';
import type { ProblemCode } from '@/lib/contract/problem';

/**
 * Who may call an operation: anyone; anyone, with an optional token; account holders; administrators
 * (others receive 404).
 */
export type Audience = 'none' | 'optional' | 'member' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The part of a descriptor that a browser needs: plain data, without schemas. */
export interface Route {
  readonly method: Method;
  /** Template with parameters in braces: `/v1/bookmarks/{uuid}/update`. */
  readonly path: string;
}

/** A request or response body that is not JSON; the handler reads or writes the bytes. */
export interface Bytes {
  readonly bytes: true;
  readonly contentTypes: readonly string[];
  readonly maxBytes?: number;
}

/** Request and responses of one operation. Pure data: adapters implement the behavior. */
export interface Definition {
  readonly summary: string;
  /** Requires a session: personal access tokens are rejected, whatever their scope. */
  readonly sessionOnly?: true;
  /** Accepts an `Idempotency-Key`: a repeated request changes nothing and returns 204. */
  readonly idempotent?: true;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType | Bytes;
  /** Maximum size of a JSON body in bytes, if larger than `serviceLimits.bodyBytes`. */
  readonly bodyBytes?: number;
  /** Successful responses by status; `null` is an empty body. */
  readonly responses: Readonly<Record<number, z.ZodType | Bytes | null>>;
  /** Response of the BFF at the same path, where the session stays in its cookie; documentation only. */
  readonly throughApp?: z.ZodType;
  /** Problems beyond those that every operation can return (validation, authentication, limits, failure). */
  readonly problems?: readonly ProblemCode[];
}

export type Endpoint = Route & Definition & { readonly id: string; readonly audience: Audience };

export const isBytes = (value: z.ZodType | Bytes | null | undefined): value is Bytes =>
  value !== null && value !== undefined && 'bytes' in value;

/** Converts a path template to the syntax of Hono's router: `/v1/bookmarks/:uuid/update`. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');
