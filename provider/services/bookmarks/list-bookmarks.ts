import type { QueryConfig } from 'pg';
import { limits } from '@/lib/contract/limits';
import type { ProviderDeps } from '@/provider/deps';
import { recordColumns, type BookmarkRecord } from '@/provider/services/bookmarks/bookmark-record';
import {
  counterOf,
  filterConditions,
  type BookmarkFilters,
} from '@/provider/services/bookmarks/list-filters';
import {
  behind,
  listSource,
  orderBy,
  partsOf,
  rowKeys,
  sortColumn,
  sortValue,
  type BookmarkSorting,
  type SortedRow,
} from '@/provider/services/bookmarks/list-source';
import {
  budgetColumns,
  collectionBytes,
  cutToBudget,
  withinBytes,
  type Budgeted,
} from '@/provider/services/listing/byte-budget';
import {
  decodeCursor,
  encodeCursor,
  type CursorScope,
  type CursorValues,
} from '@/provider/services/listing/cursor';
import type { PageRequest } from '@/provider/services/listing/pagination';
import { Parameters } from '@/provider/services/listing/parameters';

export interface ListBookmarks extends BookmarkSorting, PageRequest {
  spaceId: string;
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
  { spaceId, filters: { gathered: _sql, ...filters }, sortField, sortOrder }: ListBookmarks,
): CursorScope => ({
  secret: config.secret,
  list: ['bookmarks', spaceId, sortField, sortOrder, filters],
});

function pageStatement(list: ListBookmarks, place: CursorValues | null): QueryConfig {
  const parameters = new Parameters();
  const source = listSource(list.spaceId, list.filters, list, parameters);
  const goOn = place === null ? [] : [behind(source, list, place, parameters)];
  const total = counterOf(list.spaceId, list.filters, parameters) ?? 'null::integer';
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
  const join = `join bookmarks b on b.id = page.id order by`;
  if (others.length === 0) {
    const ids = `select b.id ${rowsOf([...part, ...goOn])} ${wanted}${offset}`;
    const order = orderBy(rowKeys(list), list);
    return { text: within(`${select(order)} from (${ids}) page ${join} ${order}`), values };
  }
  // What is not skipped in the first part is skipped in the other one.
  const rest =
    skipped === 0 ? '' : `${offset} - least(${parameters.add(skipped)}, (select count(*) ${fromOf(part)}))`;
  const pieces = [[...part, ...goOn], ...others].map(
    (conditions, at) =>
      `(select b.id, ${source.keys[0]} as key, ${at} as part ${rowsOf(conditions)} ${wanted}${at === 0 ? offset : rest})`,
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
async function countBookmarks({ db }: Deps, { spaceId, filters }: ListBookmarks): Promise<number> {
  const parameters = new Parameters();
  const counter = counterOf(spaceId, filters, parameters);
  const text =
    counter === null
      ? `select count(*)::integer as total from bookmarks b where ${filterConditions(spaceId, filters, parameters).join(' and ')}`
      : `select ${counter} as total`;
  const { rows } = await db.$client.query<{ total: number | null }>(text, parameters.values);
  return rows[0]?.total ?? 0;
}
