import type { QuerySort } from '@/lib/domain/query/query';
import type { SqlParameters } from '@/provider/db/client';

interface SortKey {
  /** Over `bookmarks b`. */
  readonly sql: string;
  readonly type: 'time' | 'text' | 'integer' | 'number';
}

/** An order of hits; the id breaks ties, and all keys run in one direction. */
export interface Ordering {
  readonly keys: readonly SortKey[];
  readonly isDescending: boolean;
}

const created: SortKey = { sql: 'b.created_at', type: 'time' };

export const newestFirst: Ordering = { keys: [created], isDescending: true };

/** Best first, by a score, an expression over `bookmarks b`. */
export const byScore = (score: string): Ordering => ({
  keys: [{ sql: score, type: 'number' }],
  isDescending: true,
});

export const orderings: Readonly<Record<Exclude<QuerySort, 'relevance'>, Ordering>> = {
  newest: newestFirst,
  oldest: { keys: [created], isDescending: false },
  title: { keys: [{ sql: 'b.title_key', type: 'text' }], isDescending: false },
  visited: {
    keys: [{ sql: `coalesce(b.last_accessed_at, '-infinity'::timestamptz)`, type: 'time' }],
    isDescending: true,
  },
  visits: { keys: [{ sql: 'b.visits', type: 'integer' }, created], isDescending: true },
};

/** The keys as columns `k1`, `k2` of a query over `bookmarks b`. */
export const keyColumns = ({ keys }: Ordering): string =>
  keys.map(({ sql }, index) => `${sql} as k${index + 1}`).join(', ');

/** The keys of a row of {@link keyColumns}, as text for a cursor. */
export const printedKeys = (row: string, { keys }: Ordering): string => {
  const printed = keys.map(({ type }, index) => {
    const key = `${row}.k${index + 1}`;
    return type === 'time' ? `(${key} at time zone 'UTC')::text` : `${key}::text`;
  });
  return `array[${printed.join(', ')}] as keys`;
};

/** Names of the columns of {@link keyColumns}. */
export const namedKeys = ({ keys }: Ordering, row: string): string[] =>
  keys.map((_, index) => `${row}.k${index + 1}`);

export const keyExpressions = ({ keys }: Ordering): string[] => keys.map(({ sql }) => sql);

export const orderBy = (keys: readonly string[], id: string, { isDescending }: Ordering): string =>
  [...keys, id].map((key) => `${key} ${isDescending ? 'desc' : 'asc'}`).join(', ');

export interface SortPosition {
  keys: readonly string[];
  id: string;
}

const casts: Readonly<Record<SortKey['type'], (place: string) => string>> = {
  time: (place) => `(${place}::timestamp at time zone 'UTC')`,
  text: (place) => `${place}::text`,
  integer: (place) => `${place}::integer`,
  number: (place) => `${place}::float8`,
};

/** Condition for rows after a position in this order. */
export function isAfter(
  place: SortPosition,
  columns: SortPosition,
  { keys, isDescending }: Ordering,
  parameters: SqlParameters,
): string {
  const values = keys.map(({ type }, index) => casts[type](parameters.add(place.keys[index] ?? null)));
  const here = [...columns.keys, columns.id].join(', ');
  return `(${here}) ${isDescending ? '<' : '>'} (${[...values, `${parameters.add(place.id)}::uuid`].join(', ')})`;
}
