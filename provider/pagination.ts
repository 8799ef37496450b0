import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import type { Pagination } from '@/lib/contract/primitives';
import { inline } from '@/provider/db/client';
import { Problem } from '@/provider/problem';

/**
 * Maximum bytes of the texts on one page, unless its first row alone exceeds it. A row limit is not enough, because a
 * row can have 500 kB. A page of 200 ordinary bookmarks has 150 kB; serializing longer pages delays other requests.
 */
export const pageBytes = 400_000;

/** Byte limit of a page of rows to encrypt or decrypt: envelopes, and plaintext copies of bookmarks. */
export const encryptionBytes = 2_000_000;

/** A row with its size in bytes, used by `cutToBudget` to limit a page. */
export interface Budgeted {
  weight: number;
}

/** Columns that a statement must select for `withinBytes`: the row number in this order, and the size in bytes. */
export const budgetColumns = (order: SQL, bytes: SQL): SQL =>
  sql`row_number() over (order by ${order})::integer as number, (${bytes})::integer as bytes`;

/** Bytes of a record beyond its row: the collections. Refers to columns of the statement in `withinBytes`. */
export const collectionBytes = sql`coalesce(octet_length(page.collections::text), 0)`;

interface Budget {
  max?: number;
  /** Minimum number of rows on a page, regardless of their size. */
  least?: number;
}

/**
 * Selects the rows of a statement in its order, up to a byte budget, plus at least one more row if there is one, which
 * shows that the list continues. `extra` is added to the bytes of each row.
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

/** Splits the rows of `withinBytes` into the page and whether the list ends with it. */
export function cutToBudget<Row extends Budgeted>(
  rows: readonly Row[],
  size: number,
  { max = pageBytes, least = 1 }: Budget = {},
): { records: Row[]; isLast: boolean } {
  let bytes = 0;
  const end = rows.findIndex((row, rowIndex) => {
    bytes += row.weight;
    return rowIndex >= size || (bytes > max && rowIndex >= least);
  });
  return end < 0 ? { records: [...rows], isLast: true } : { records: rows.slice(0, end), isLast: false };
}

/** Position of a cursor: the sort values of the last returned row, and any further state of the list. */
export type CursorValues = readonly (string | number | null)[];

export interface CursorScope {
  /** Key of the cursor signatures, so that only issued cursors are accepted. */
  secret: string;
  /**
   * Everything that identifies the list: the operation, space, sort and filters. A cursor is valid for this list only.
   */
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

/** Returns the values of a cursor that was issued for this list. Throws VALIDATION_FAILED for any other text. */
export function decodeCursor(scope: CursorScope, cursor: string): CursorValues {
  const [payload = '', signature = '', ...rest] = cursor.split('.');
  const given = Buffer.from(signature, 'base64url');
  if (rest.length > 0 || given.length !== signatureBytes || !timingSafeEqual(given, sign(scope, payload))) {
    throw new Problem('VALIDATION_FAILED', { issues: [{ path: 'cursor', code: 'invalid_cursor' }] });
  }
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as CursorValues;
}

/**
 * Converts a UTC time as printed by the database (`2026-01-31 09:05:00.123456`) to ISO 8601 with milliseconds. A page
 * contains hundreds of times; converting them with Date would be its largest cost.
 */
export function isoTime(text: string): string {
  const millis = text.length > 20 ? text.slice(20, 23).padEnd(3, '0') : '000';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${millis}Z`;
}

/** The requested page: by number, or after a cursor. */
export interface PageRequest {
  page?: number | undefined;
  cursor?: string | undefined;
  size: number;
}

/** Returns the pagination fields of a page; without page and cursor it is the first one. */
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
