import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import type { Pagination } from '@/lib/contract/primitives';
import { inline } from '@/provider/db/client';
import { Problem } from '@/provider/problem';

/**
 * Bytes that the texts of one page take at most, unless its first row alone has more. The number of rows is no limit,
 * because each can have 500 kB. A page of 200 ordinary bookmarks has 150 kB; what is longer keeps the requests of others
 * waiting while it is written.
 */
export const pageBytes = 400_000;

/** The same of what is read to be encrypted or decrypted: envelopes, and readable copies of a bookmark. */
export const encryptionBytes = 2_000_000;

/** A row with its bytes, by which `cutToBudget` ends a page. */
export interface Budgeted {
  weight: number;
}

/** Columns that a statement needs for `withinBytes`: the position of a row in this order, and its bytes. */
export const budgetColumns = (order: SQL, bytes: SQL): SQL =>
  sql`row_number() over (order by ${order})::integer as number, (${bytes})::integer as bytes`;

/** The bytes of a record beside those that its row knows; to be used over the columns of the statement. */
export const collectionBytes = sql`coalesce(octet_length(page.collections::text), 0)`;

interface Budget {
  max?: number;
  /** Rows that a page has in any case. */
  least?: number;
}

/**
 * The rows of a statement in its order, up to a byte budget, and at least one behind it where there is one: it shows
 * that the list continues. `extra` is added to the bytes of each row.
 */
export function withinBytes(
  statement: SQL,
  { max = pageBytes, extra = sql`0`, least = 1 }: Budget & { extra?: SQL } = {},
): SQL {
  const weight = sql`page.bytes + ${extra}`;
  return sql`
  select * from (
    select page.*, ${weight} as weight, sum(${weight}) over (
      order by page.number rows between unbounded preceding and ${inline(least + 1)} preceding) as bytes_before
    from (${statement}) page) fitting
  where bytes_before is null or bytes_before <= ${inline(max)} order by number`;
}

/** The page among the rows of such a statement, and whether the list ends with it. */
export function cutToBudget<Row extends Budgeted>(
  rows: readonly Row[],
  size: number,
  { max = pageBytes, least = 1 }: Budget = {},
): { records: Row[]; isLast: boolean } {
  let bytes = 0;
  const end = rows.findIndex((row, place) => {
    bytes += row.weight;
    return place >= size || (bytes > max && place >= least);
  });
  return end < 0 ? { records: [...rows], isLast: true } : { records: rows.slice(0, end), isLast: false };
}

/** Where a list goes on: the sort values of the last row that was shown, and what else the list wants to remember. */
export type CursorValues = readonly (string | number | null)[];

export interface CursorScope {
  /** Signs cursors, so that what comes back is what was given out. */
  secret: string;
  /** Everything that makes one list: the call, the space, sort and filters. A cursor is good for this list only. */
  list: readonly unknown[];
}

const signatureBytes = 12;

const sign = ({ secret, list }: CursorScope, payload: string): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['cursor', ...list, payload]))
    .digest()
    .subarray(0, signatureBytes);

export function encodeCursor(scope: CursorScope, values: CursorValues): string {
  const payload = Buffer.from(JSON.stringify(values)).toString('base64url');
  return `${payload}.${sign(scope, payload).toString('base64url')}`;
}

/** The values of a cursor that was given out for this very list. Throws VALIDATION_FAILED for any other text. */
export function decodeCursor(scope: CursorScope, cursor: string): CursorValues {
  const [payload = '', signature = '', ...rest] = cursor.split('.');
  const given = Buffer.from(signature, 'base64url');
  if (rest.length > 0 || given.length !== signatureBytes || !timingSafeEqual(given, sign(scope, payload))) {
    throw new Problem('VALIDATION_FAILED', { issues: [{ path: 'cursor', code: 'invalid_cursor' }] });
  }
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as CursorValues;
}

/**
 * ISO 8601 with milliseconds from a time as the database prints it in UTC (`2026-01-31 09:05:00.123456`). Lists carry
 * hundreds of times a page; going through Date would be their largest cost.
 */
export function isoTime(text: string): string {
  const millis = text.length > 20 ? text.slice(20, 23).padEnd(3, '0') : '000';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${millis}Z`;
}

/** Which page a caller asks for: by number, or on from a cursor. */
export interface PageRequest {
  page?: number | undefined;
  cursor?: string | undefined;
  size: number;
}

/** What is said about a page beside its rows; without page and cursor it is the first one. */
export const describePage = (
  { page = 1, cursor, size }: PageRequest,
  total: number,
  next: string | null,
): Pagination => ({
  page: cursor === undefined ? page : null,
  size,
  total,
  pages: Math.ceil(total / size),
  next,
});
