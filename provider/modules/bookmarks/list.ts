import { and, sql, type SQL } from 'drizzle-orm';
import type { QueryOf } from '@/provider/middleware/handler';
import { limits } from '@/lib/contract/limits';
import type { BookmarkSortField } from '@/lib/contract/bookmarks';
import { encryptedTitleKey } from '@/lib/domain/search-words';
import type { CurrentSpace } from '@/provider/actor';
import { executePrepared, inline } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import { counterOf, filterConditions, type BookmarkFilters } from '@/provider/modules/bookmarks/filters';
import { recordColumns, type BookmarkRecord } from '@/provider/modules/bookmarks/record';
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

/** The SQL parts of a list: the source of its rows, the conditions, and the two sort expressions. */
export interface ListSource {
  from: SQL;
  conditions: SQL[];
  /** Sort expression and tie-break; both have the same direction. */
  keys: readonly [SQL, SQL];
}

const time = (value: unknown): SQL => sql`(${value}::timestamp at time zone 'UTC')`;
const text = (value: unknown): SQL => sql`${value}`;

interface Sort {
  key: SQL;
  /** Converts a cursor value to SQL. */
  read: (value: unknown) => SQL;
  /** Returns the sort value of a row, for the cursor after it. */
  valueOf: (row: SortedRow) => string;
}

/** A row of a list, with its title key if the list is sorted by it. */
type SortedRow = BookmarkRecord & { titleKey?: string };

const sorts: Record<BookmarkSortField, Sort> = {
  created_at: { key: sql`b.created_at`, read: time, valueOf: (row) => row.createdAt },
  title: { key: sql`b.title_key`, read: text, valueOf: (row) => row.titleKey ?? '' },
  last_accessed: {
    key: sql`coalesce(b.last_accessed_at, '-infinity'::timestamptz)`,
    read: time,
    valueOf: (row) => row.lastAccessedAt ?? '-infinity',
  },
  order: { key: sql`b.order_key`, read: text, valueOf: (row) => row.orderKey },
};

/** Whether the list can be read from the links of a collection, which are indexed by creation date. */
function isReadFromLinks(filters: BookmarkFilters, { sortField }: BookmarkSorting): boolean {
  if (sortField !== 'created_at' || filters.matches !== undefined) return false;
  return filters.collection !== undefined || filters.uncollected === true;
}

function listSource(owner: CurrentSpace, filters: BookmarkFilters, sorting: BookmarkSorting): ListSource {
  if (!isReadFromLinks(filters, sorting)) {
    return {
      from: sql`bookmarks b`,
      conditions: filterConditions(owner, filters),
      keys: [sorts[sorting.sortField].key, sql`b.id`],
    };
  }
  const { collection, ...others } = filters;
  const { accountId, spaceId } = owner;
  const conditions = filterConditions(owner, collection === undefined ? filters : others);
  const driver =
    collection ??
    sql`(select id from collections where account_id = ${accountId} and space_id = ${spaceId} and is_default)`;
  return {
    from: sql`bookmark_collections bc join bookmarks b on b.account_id = bc.account_id and b.id = bc.bookmark_id`,
    conditions: [
      ...conditions,
      sql`bc.account_id = ${accountId}`,
      sql`bc.collection_id = ${driver}`,
      filters.trash === true ? sql`not bc.live` : sql`bc.live`,
    ],
    keys: [sql`bc.created_at`, sql`bc.bookmark_id`],
  };
}

/**
 * Returns the parts of a list, each with its conditions. Encrypted titles cannot be sorted, so they come last in both
 * directions. Their key is the greatest, so a descending list by title is read as two ranges of one index, one after
 * the other; a range before the cursor, or one that cannot have rows, is omitted. Every other list has one part.
 */
function partsOf(
  { encrypted, tag, domain, broken }: BookmarkFilters,
  { sortField, sortOrder }: BookmarkSorting,
  place: CursorValues | null,
): readonly [readonly SQL[], ...(readonly SQL[])[]] {
  // Encrypted bookmarks cannot match these filters.
  const isOneKind = [encrypted, tag, domain].some((filter) => filter !== undefined) || broken === true;
  if (sortField !== 'title' || sortOrder === 'ASC' || isOneKind) return [[]];
  const locked = [sql`b.title_key >= ${inline(encryptedTitleKey)}`];
  if (place === null) return [[sql`b.title_key < ${inline(encryptedTitleKey)}`], locked];
  // Rows after a readable title are readable. An explicit condition would make the index scan start at the last title.
  return String(place[0]).startsWith(encryptedTitleKey) ? [locked] : [[], locked];
}

/** Columns that a list reads in addition to the record. */
const sortColumn = ({ sortField }: BookmarkSorting): SQL =>
  sortField === 'title' ? sql`b.title_key as "titleKey", ` : sql``;

const sortValue = ({ sortField }: BookmarkSorting, row: SortedRow): string => sorts[sortField].valueOf(row);

/** Condition for rows after the cursor, in the direction of the sort. */
function afterCursor(
  { keys }: ListSource,
  { sortField, sortOrder }: BookmarkSorting,
  [value = null, id = null]: CursorValues,
): SQL {
  const sign = sortOrder === 'ASC' ? sql`>` : sql`<`;
  return sql`(${keys[0]}, ${keys[1]}) ${sign} (${sorts[sortField].read(value)}, ${id})`;
}

/** Sort expressions over the selected rows. */
const rowKeys = ({ sortField }: BookmarkSorting): ListSource['keys'] => [sorts[sortField].key, sql`b.id`];

const directions = { ASC: sql`asc`, DESC: sql`desc` };

const orderBy = (keys: ListSource['keys'], { sortOrder }: BookmarkSorting): SQL =>
  sql`${keys[0]} ${directions[sortOrder]}, ${keys[1]} ${directions[sortOrder]}`;

export interface ListBookmarks extends BookmarkSorting, PageRequest, CurrentSpace {
  filters: BookmarkFilters;
}

export interface BookmarkList {
  records: BookmarkRecord[];
  total: number;
  /** Cursor of the next page; null at the end. */
  next: string | null;
}

type Row = SortedRow & Budgeted & { total: number | null };
type Deps = Pick<ProviderDeps, 'db' | 'config'>;

/**
 * Returns a page of a space's bookmarks in any order, in a fixed number of statements. By cursor every page costs the
 * same; by number, the preceding rows are skipped in the index. A page that reaches its byte budget ends early, and the
 * cursor continues after its last row. Throws VALIDATION_FAILED for a cursor of another list.
 */
export async function listBookmarks(deps: Deps, list: ListBookmarks): Promise<BookmarkList> {
  const scope = scopeOf(deps, list);
  const place = list.cursor === undefined ? null : decodeCursor(scope, list.cursor);
  const { name, statement } = pageStatement(list, place);
  const { rows } =
    name === null
      ? await deps.db.execute<Row & Record<string, unknown>>(statement)
      : await executePrepared<Row>(deps.db, name, statement);
  const storedTotal = typeof place?.[2] === 'number' ? place[2] : null;
  const total = rows[0]?.total ?? storedTotal ?? (await countBookmarks(deps, list));
  const { records, isLast } = cutToBudget(rows, list.size);
  const last = records.at(-1);
  if (!last || isLast) return { records, total, next: null };
  const counted = rows[0]?.total === null ? [total] : [];
  return { records, total, next: encodeCursor(scope, [sortValue(list, last), last.id, ...counted]) };
}

/** A total that had to be counted is included in the cursor, so that it is counted once per list. */
const scopeOf = (
  { config }: Deps,
  { spaceId, filters: { matches: _sql, ...filters }, sortField, sortOrder }: ListBookmarks,
): CursorScope => ({
  secret: config.secret,
  list: ['bookmarks', spaceId, sortField, sortOrder, filters],
});

interface PageStatement {
  /** Name of the prepared statement; null if the statement is planned each time. */
  name: string | null;
  statement: SQL;
}

function pageStatement(list: ListBookmarks, place: CursorValues | null): PageStatement {
  const source = listSource(list, list.filters, list);
  const afterPlace = place === null ? [] : [afterCursor(source, list, place)];
  const total = counterOf(list, list.filters) ?? sql`null::integer`;
  const select = (order: SQL): SQL =>
    sql`select ${recordColumns}, ${sortColumn(list)}${total} as total, ${budgetColumns(order, sql`b.stored_bytes`)}`;
  const within = (statement: SQL): SQL => withinBytes(statement, { extra: collectionBytes });
  const fromOf = (conditions: readonly SQL[]): SQL =>
    sql`from ${source.from} where ${and(...source.conditions, ...conditions)}`;
  const rowsOf = (conditions: readonly SQL[]): SQL =>
    sql`${fromOf(conditions)} order by ${orderBy(source.keys, list)}`;
  const [part, ...others] = partsOf(list.filters, list, place);
  const skipped = place === null ? ((list.page ?? 1) - 1) * list.size : 0;
  const wanted = sql`limit ${inline(list.size + 1)}`;
  const name = skipped === 0 ? preparedName(list, 1 + others.length) : null;
  if (skipped === 0 && others.length === 0) {
    const order = orderBy(source.keys, list);
    return { name, statement: within(sql`${select(order)} ${rowsOf([...part, ...afterPlace])} ${wanted}`) };
  }
  // Preceding rows are skipped before their other columns are read.
  const offset = skipped === 0 ? sql`` : sql` offset ${skipped}`;
  const join = sql`join bookmarks b on b.account_id = page.account_id and b.id = page.id order by`;
  if (others.length === 0) {
    const ids = sql`select b.account_id, b.id ${rowsOf([...part, ...afterPlace])} ${wanted}${offset}`;
    const order = orderBy(rowKeys(list), list);
    return { name, statement: within(sql`${select(order)} from (${ids}) page ${join} ${order}`) };
  }
  // The part of the offset that exceeds the first part applies to the second one.
  const rest = skipped === 0 ? sql`` : sql`${offset} - least(${skipped}, (select count(*) ${fromOf(part)}))`;
  const pieces = [[...part, ...afterPlace], ...others].map(
    (conditions, at) =>
      sql`(select b.account_id, b.id, ${source.keys[0]} as key, ${inline(at)} as part ${rowsOf(conditions)} ${wanted}${at === 0 ? offset : rest})`,
  );
  const ids = sql`select * from (${sql.join(pieces, sql` union all `)}) pieces
    order by part, ${orderBy([sql`key`, sql`id`], list)} ${wanted}`;
  const order = sql`page.part, ${orderBy(rowKeys(list), list)}`;
  return { name, statement: within(sql`${select(order)} from (${ids}) page ${join} ${order}`) };
}

/**
 * Returns the name under which a frequent list is prepared. Filtered lists are planned each time: the best plan for a
 * rare tag is the worst for a common one.
 */
function preparedName(
  { filters, sortField, sortOrder, cursor, size }: ListBookmarks,
  parts: number,
): string | null {
  const filterNames = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const isOneCollectionByDate = filterNames.join() === 'collection' && sortField === 'created_at';
  if (size !== limits.pageSizeDefault || !(filterNames.length === 0 || isOneCollectionByDate)) return null;
  const place = cursor === undefined ? 'first' : 'next';
  return ['bookmarks', ...filterNames, sortField, sortOrder, place, parts].join('-');
}

/** Returns the total number of rows of a list: from a counter, or counted. */
async function countBookmarks({ db }: Deps, { filters, ...list }: ListBookmarks): Promise<number> {
  const counter = counterOf(list, filters);
  const { rows } = await db.execute<{ total: number | null }>(
    counter === null
      ? sql`select count(*)::integer as total from bookmarks b where ${and(...filterConditions(list, filters))}`
      : sql`select ${counter} as total`,
  );
  return rows[0]?.total ?? 0;
}
