import type { QueryOf } from '@/provider/middleware/handler';
import type { QueryConfig } from 'pg';
import { limits } from '@/lib/contract/limits';
import type { BookmarkSortField } from '@/lib/contract/bookmarks';
import { encryptedTitleKey } from '@/lib/domain/search-vector';
import type { Place } from '@/provider/actor';
import { SqlParameters } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import { counterOf, filterConditions, type BookmarkFilters } from '@/provider/modules/bookmarks/filters';
import { recordColumns, type BookmarkRecord } from '@/provider/modules/bookmarks/presenter';
import {
  budgetColumns,
  collectionBytes,
  cutToBudget,
  decodeCursor,
  encodeCursor,
  withinBytes,
  type Budgeted,
  type CursorScope,
  type CursorValues,
  type PageRequest,
} from '@/provider/pagination';

type BookmarkSorting = Pick<QueryOf<'bookmarks.list'>, 'sortField' | 'sortOrder'>;

/** The rows of a list in SQL: where they come from, which of them, and the two expressions that order them. */
export interface ListSource {
  from: string;
  conditions: string[];
  /** Sort expression and tie-break; both run in the same direction. */
  keys: readonly [string, string];
}

const time = (place: string): string => `(${place}::timestamp at time zone 'UTC')`;
const text = (place: string): string => place;

interface Sort {
  key: string;
  /** Reads a value of a cursor back. */
  read: (place: string) => string;
  /** The value of a row, for the cursor that goes on behind it. */
  valueOf: (row: SortedRow) => string;
}

/** A row of a list; its title key is there when the list is sorted by it. */
type SortedRow = BookmarkRecord & { titleKey?: string };

const sorts: Record<BookmarkSortField, Sort> = {
  created_at: { key: 'b.created_at', read: time, valueOf: (row) => row.createdAt },
  title: { key: 'b.title_key', read: text, valueOf: (row) => row.titleKey ?? '' },
  last_accessed: {
    key: `coalesce(b.last_accessed_at, '-infinity'::timestamptz)`,
    read: time,
    valueOf: (row) => row.lastAccessedAt ?? '-infinity',
  },
  order: { key: 'b.order_key', read: text, valueOf: (row) => row.orderKey },
};

/** The collection whose links already lie in the order of creation: a list of it by date is read from them alone. */
function drivingCollection(filters: BookmarkFilters, { sortField }: BookmarkSorting): boolean {
  if (sortField !== 'created_at' || filters.matches !== undefined) return false;
  return filters.collection !== undefined || filters.uncollected === true;
}

function listSource(
  owner: Place,
  filters: BookmarkFilters,
  sorting: BookmarkSorting,
  parameters: SqlParameters,
): ListSource {
  if (!drivingCollection(filters, sorting)) {
    return {
      from: 'bookmarks b',
      conditions: filterConditions(owner, filters, parameters),
      keys: [sorts[sorting.sortField].key, 'b.id'],
    };
  }
  const { collection, ...others } = filters;
  const conditions = filterConditions(owner, collection === undefined ? filters : others, parameters);
  const driver =
    collection === undefined
      ? `(select id from collections where account_id = $2 and space_id = $1 and is_default)`
      : parameters.add(collection);
  return {
    from: 'bookmark_collections bc join bookmarks b on b.account_id = bc.account_id and b.id = bc.bookmark_id',
    conditions: [
      ...conditions,
      'bc.account_id = $2',
      `bc.collection_id = ${driver}`,
      filters.trash === true ? 'not bc.live' : 'bc.live',
    ],
    keys: ['bc.created_at', 'bc.bookmark_id'],
  };
}

/**
 * A title that cannot be read has no place among the others, so it comes last from Z to A too. Its key is the
 * greatest, so such a list is read in two parts of one index, one behind the other: these are their conditions, of which
 * those that lie in front of the cursor, or can hold nothing, are left out. Every other list is one part.
 */
function partsOf(
  { encrypted, tag, domain, broken }: BookmarkFilters,
  { sortField, sortOrder }: BookmarkSorting,
  place: CursorValues | null,
): readonly [readonly string[], ...(readonly string[])[]] {
  // What these ask for is known of none that is encrypted.
  const isOneKind = [encrypted, tag, domain].some((filter) => filter !== undefined) || broken === true;
  if (sortField !== 'title' || sortOrder === 'ASC' || isOneKind) return [[]];
  const locked = [`b.title_key >= '${encryptedTitleKey}'`];
  if (place === null) return [[`b.title_key < '${encryptedTitleKey}'`], locked];
  // Behind a title are titles. To say so again would have the index read from the last title on instead of from there.
  return String(place[0]).startsWith(encryptedTitleKey) ? [locked] : [[], locked];
}

/** What a list reads of its rows beside the record. */
const sortColumn = ({ sortField }: BookmarkSorting): string =>
  sortField === 'title' ? 'b.title_key as "titleKey", ' : '';

const sortValue = ({ sortField }: BookmarkSorting, row: SortedRow): string => sorts[sortField].valueOf(row);

/** Rows behind the cursor, in the direction of the sort. */
function behind(
  { keys }: ListSource,
  { sortField, sortOrder }: BookmarkSorting,
  [value, id]: CursorValues,
  parameters: SqlParameters,
): string {
  const sign = sortOrder === 'ASC' ? '>' : '<';
  const place = sorts[sortField].read(parameters.add(value));
  return `(${keys.join(', ')}) ${sign} (${place}, ${parameters.add(id)})`;
}

/** The keys of a list once its rows are found. */
const rowKeys = ({ sortField }: BookmarkSorting): ListSource['keys'] => [sorts[sortField].key, 'b.id'];

const orderBy = (keys: ListSource['keys'], { sortOrder }: BookmarkSorting): string =>
  keys.map((key) => `${key} ${sortOrder}`).join(', ');

export interface ListBookmarks extends BookmarkSorting, PageRequest, Place {
  filters: BookmarkFilters;
}

export interface BookmarkList {
  records: BookmarkRecord[];
  total: number;
  /** Where the list goes on; null at its end. */
  next: string | null;
}

type Row = SortedRow & Budgeted & { total: number | null };
type Deps = Pick<ProviderDeps, 'db' | 'config'>;

/**
 * A page of a space's bookmarks in any order, in a fixed number of statements. By cursor every page costs the same;
 * by number the rows in front are skipped over in the index. A page that reaches its byte budget ends early, and the
 * cursor continues behind its last row. Throws VALIDATION_FAILED for a cursor of another list.
 */
export async function listBookmarks(deps: Deps, list: ListBookmarks): Promise<BookmarkList> {
  const scope = scopeOf(deps, list);
  const place = list.cursor === undefined ? null : decodeCursor(scope, list.cursor);
  const { rows } = await deps.db.$client.query<Row>(pageStatement(list, place));
  const carried = typeof place?.[2] === 'number' ? place[2] : null;
  const total = rows[0]?.total ?? carried ?? (await countBookmarks(deps, list));
  const { records, isLast } = cutToBudget(rows, list.size);
  const last = records.at(-1);
  if (!last || isLast) return { records, total, next: null };
  const counted = rows[0]?.total === null ? [total] : [];
  return { records, total, next: encodeCursor(scope, [sortValue(list, last), last.id, ...counted]) };
}

/** A total that had to be counted travels in the cursor, so that it is counted once for a list. */
const scopeOf = (
  { config }: Deps,
  { spaceId, filters: { matches: _sql, ...filters }, sortField, sortOrder }: ListBookmarks,
): CursorScope => ({
  secret: config.secret,
  list: ['bookmarks', spaceId, sortField, sortOrder, filters],
});

function pageStatement(list: ListBookmarks, place: CursorValues | null): QueryConfig {
  const parameters = new SqlParameters();
  const source = listSource(list, list.filters, list, parameters);
  const goOn = place === null ? [] : [behind(source, list, place, parameters)];
  const total = counterOf(list, list.filters, parameters) ?? 'null::integer';
  const select = (order: string): string =>
    `select ${recordColumns}, ${sortColumn(list)}${total} as total, ${budgetColumns(order, 'b.stored_bytes')}`;
  const within = (text: string): string => withinBytes(text, { extra: collectionBytes });
  const fromOf = (conditions: readonly string[]): string =>
    `from ${source.from} where ${[...source.conditions, ...conditions].join(' and ')}`;
  const rowsOf = (conditions: readonly string[]): string =>
    `${fromOf(conditions)} order by ${orderBy(source.keys, list)}`;
  const [part, ...others] = partsOf(list.filters, list, place);
  const { values } = parameters;
  const skipped = place === null ? ((list.page ?? 1) - 1) * list.size : 0;
  const wanted = `limit ${list.size + 1}`;
  const name = skipped === 0 ? preparedName(list, 1 + others.length) : {};
  if (skipped === 0 && others.length === 0) {
    const order = orderBy(source.keys, list);
    return { ...name, text: within(`${select(order)} ${rowsOf([...part, ...goOn])} ${wanted}`), values };
  }
  // The rows in front are skipped before anything is read of them.
  const offset = skipped === 0 ? '' : ` offset ${parameters.add(skipped)}`;
  const join = `join bookmarks b on b.account_id = page.account_id and b.id = page.id order by`;
  if (others.length === 0) {
    const ids = `select b.account_id, b.id ${rowsOf([...part, ...goOn])} ${wanted}${offset}`;
    const order = orderBy(rowKeys(list), list);
    return { text: within(`${select(order)} from (${ids}) page ${join} ${order}`), values };
  }
  // What is not skipped in the first part is skipped in the other one.
  const rest =
    skipped === 0 ? '' : `${offset} - least(${parameters.add(skipped)}, (select count(*) ${fromOf(part)}))`;
  const pieces = [[...part, ...goOn], ...others].map(
    (conditions, at) =>
      `(select b.account_id, b.id, ${source.keys[0]} as key, ${at} as part ${rowsOf(conditions)} ${wanted}${at === 0 ? offset : rest})`,
  );
  const ids = `select * from (${pieces.join(' union all ')}) pieces
    order by part, ${orderBy(['key', 'id'], list)} ${wanted}`;
  const order = `page.part, ${orderBy(rowKeys(list), list)}`;
  return { ...name, text: within(`${select(order)} from (${ids}) page ${join} ${order}`), values };
}

/**
 * Lists that are read all the time are prepared. What is narrowed further is planned each time: the best plan for a
 * rare tag is the worst for a common one.
 */
function preparedName(
  { filters, sortField, sortOrder, cursor, size }: ListBookmarks,
  parts: number,
): { name?: string } {
  const given = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const isOneCollectionByDate = given.join() === 'collection' && sortField === 'created_at';
  if (size !== limits.pageSizeDefault || !(given.length === 0 || isOneCollectionByDate)) return {};
  return {
    name: ['bookmarks', ...given, sortField, sortOrder, cursor === undefined ? 'first' : 'next', parts].join(
      '-',
    ),
  };
}

/** How many rows a list has in all: from a counter, or counted. */
async function countBookmarks({ db }: Deps, { filters, ...list }: ListBookmarks): Promise<number> {
  const parameters = new SqlParameters();
  const counter = counterOf(list, filters, parameters);
  const text =
    counter === null
      ? `select count(*)::integer as total from bookmarks b where ${filterConditions(list, filters, parameters).join(' and ')}`
      : `select ${counter} as total`;
  const { rows } = await db.$client.query<{ total: number | null }>(text, parameters.values);
  return rows[0]?.total ?? 0;
}
