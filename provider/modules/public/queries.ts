import { and, sql, type SQL } from 'drizzle-orm';
import type { CollectionCover } from '@/lib/contract/collections';
import { serviceLimits } from '@/lib/contract/service-limits';
import { splitWords } from '@/lib/domain/search-words';
import { executePrepared, inline, toSql } from '@/provider/db/client';
import type { StoredPreferences } from '@/provider/db/schema/accounts';
import { collectionCover } from '@/provider/modules/collections/queries';
import type { StoredCover } from '@/provider/db/schema/covers';
import type { CollectionRow } from '@/provider/db/schema/library';
import type { ProviderDeps } from '@/provider/deps';
import { prepareSmart } from '@/provider/modules/bookmarks/smart';
import { runBounded } from '@/provider/modules/search/rows';
import { shownPath } from '@/provider/modules/bookmarks/record';
import {
  budgetColumns,
  cutToBudget,
  decodeCursor,
  encodeCursor,
  withinBytes,
  type Budgeted,
  type CursorValues,
  type PageRequest,
} from '@/provider/pagination';
import { Problem } from '@/provider/problem';

/** A public collection with the fields of it and of its owner that are public. Timestamps are text in UTC. */
export interface PublicRecord extends Pick<
  CollectionRow,
  | 'id'
  | 'accountId'
  | 'spaceId'
  | 'name'
  | 'description'
  | 'color'
  | 'icon'
  | 'isDefault'
  | 'slug'
  | 'listed'
  | 'smart'
  | 'shownCount'
> {
  /** Time of the last change of its list, to the microsecond; identifies the list to which `shownCount` belongs. */
  shownAt: string | null;
  createdAt: string;
  updatedAt: string;
  ownerName: string;
  cover: CollectionCover | null;
  /** The views that the owner has chosen. */
  views: StoredPreferences['views'] | null;
}

/** Condition for public collections of accounts that are not suspended. All others are treated as missing. */
export const isPublic = sql`c.security = 1 and a.suspended_at is null`;

const byId = (id: string): SQL => sql`
    select c.id, c.account_id as "accountId", c.space_id as "spaceId", c.name, c.description, c.color, c.icon, ${collectionCover} as cover,
      c.is_default as "isDefault", c.slug, c.listed, c.smart,
      c.shown_count as "shownCount", c.shown_at::text as "shownAt",
      (c.created_at at time zone 'UTC')::text as "createdAt",
      (greatest(c.updated_at, c.shown_at) at time zone 'UTC')::text as "updatedAt",
      trim(a.first_name || ' ' || a.last_name) as "ownerName", a.preferences -> 'views' as views
    from collections c join accounts a on a.id = c.account_id
    where c.id = ${id} and ${isPublic}`;

/** Returns the public collection with this id. Throws NOT_FOUND for private, deleted and unknown ones alike. */
export async function findPublic({ db }: Pick<ProviderDeps, 'db'>, id: string): Promise<PublicRecord> {
  const { rows } = await executePrepared<PublicRecord>(db, 'public-collection', byId(id));
  const [record] = rows;
  if (!record) throw new Problem('NOT_FOUND');
  return record;
}

/** An entry of a site map. `updatedAt` is text in UTC. */
export type ListedRecord = Readonly<{ id: string; slug: string; updatedAt: string }>;

const listedCollections = sql`from collections c join accounts a on a.id = c.account_id where c.listed and ${isPublic}`;

/** Returns a page of the collections that search engines may list, oldest first, and the number of pages. */
export async function listListed(
  { db }: Pick<ProviderDeps, 'db'>,
  page: number,
): Promise<{ records: ListedRecord[]; pages: number }> {
  const size = serviceLimits.listedPageSize;
  const [counted, listed] = await Promise.all([
    db.execute<{ count: number }>(sql`select count(*)::integer as count ${listedCollections}`),
    db.execute<ListedRecord>(
      sql`select c.id, c.slug, (greatest(c.updated_at, c.shown_at) at time zone 'UTC')::text as "updatedAt"
        ${listedCollections} order by c.id limit ${size} offset ${(page - 1) * size}`,
    ),
  ]);
  return { records: listed.rows, pages: Math.max(1, Math.ceil((counted.rows[0]?.count ?? 0) / size)) };
}

const wordsMax = 20;

/** Returns the words of a search text; null if it is not blank but has no word. */
function parseWords(typed = ''): string[] | null {
  const words = [...new Set(splitWords(typed))].slice(0, wordsMax);
  return words.length === 0 && typed.trim() !== '' ? null : words;
}

/**
 * Conditions on `bookmarks b` that each word occurs in the title, host or path. The search vector is not used, since it
 * also has the words of descriptions and tags. The sort key is the folded beginning of the title. Words contain no
 * characters that are special in a pattern.
 */
function shownWords(words: readonly string[] | null): SQL[] {
  if (words === null) return [sql`false`];
  return words.map((word) => {
    const pattern = `%${word}%`;
    return sql`(b.title_key like ${pattern} or b.domain like ${pattern} or mw_fold_fast(b.path) like ${pattern}
      or (char_length(b.title) > 200 and mw_fold_fast(b.title) like ${pattern}))`;
  });
}

/** The public fields of a bookmark; no others are ever read. `createdAt` is text in UTC. */
export interface ShownRecord {
  id: string;
  title: string;
  url: string;
  domain: string;
  path: string;
  createdAt: string;
  cover: StoredCover | null;
}

/** Numbers of bookmarks. */
interface Counts {
  /** Matches of the search. */
  total: number;
  /** Bookmarks in the whole collection. */
  shown: number;
}

export interface ShownList extends Counts {
  records: ShownRecord[];
  next: string | null;
}

export interface ListShown extends PageRequest {
  q?: string | undefined;
}

type Deps = Pick<ProviderDeps, 'db' | 'clock' | 'config'>;

/** A list in SQL: its tables, conditions and sort keys. */
interface Source {
  isSmart: boolean;
  from: SQL;
  conditions: SQL[];
  keys: readonly [SQL, SQL];
}

const columns = (
  order: SQL,
): SQL => sql`b.id, b.title, b.url, coalesce(b.domain, '') as domain, coalesce(${shownPath}, '') as path,
  (b.created_at at time zone 'UTC')::text as "createdAt", b.cover, ${budgetColumns(order, sql`b.stored_bytes`)}`;

type Row = ShownRecord & Budgeted;

/** Timeout of one statement of a public request. */
const timeoutMs = 4_000;

/**
 * Returns a page of the bookmarks of a public collection, newest first. Runs one statement, and for a smart collection
 * those that prepare its query. Throws VALIDATION_FAILED for a cursor of another list.
 */
export async function listShown(deps: Deps, record: PublicRecord, list: ListShown): Promise<ShownList> {
  const words = parseWords(list.q);
  const scope = { secret: deps.config.secret, list: ['shown', record.id, words] };
  const place = list.cursor === undefined ? null : decodeCursor(scope, list.cursor);
  const source = await sourceOf(deps, record);
  const matches = shownWords(words);
  const known = knownCounts(record, words, place);
  const found =
    known === null
      ? await countPage(deps, source, { ...list, matches, record })
      : { rows: await readPage(deps, source, { ...list, matches, place }), ...known };
  const { rows, total, shown } = found;
  const { records, isLast } = cutToBudget(rows, list.size);
  const last = records.at(-1);
  return {
    records,
    total,
    shown,
    next: last && !isLast ? encodeCursor(scope, [last.createdAt, last.id, total, shown]) : null,
  };
}

const skippedMany = 10_000;

/** Whether a page requires reading the whole collection or a large part of it. */
export const isCostly = ({ smart }: PublicRecord, list: ListShown): boolean =>
  smart !== null || list.q !== undefined || skippedBy(list) > skippedMany;

/** Returns the known counts: from the cursor, or for lists without a search from the collection; otherwise null. */
function knownCounts(
  { smart, shownCount }: PublicRecord,
  words: readonly string[] | null,
  place: CursorValues | null,
): Counts | null {
  if (place !== null) return { total: Number(place[2]), shown: Number(place[3]) };
  if (words?.length !== 0 || smart !== null || shownCount === null) return null;
  return { total: shownCount, shown: shownCount };
}

/** Returns the source of a list. Links are stored in list order; a smart collection is searched in its whole space. */
async function sourceOf(deps: Deps, record: PublicRecord): Promise<Source> {
  if (record.smart === null) {
    return {
      isSmart: false,
      from: sql`bookmark_collections l join bookmarks b on b.account_id = l.account_id and b.id = l.bookmark_id`,
      conditions: [
        sql`l.account_id = ${record.accountId}`,
        sql`l.collection_id = ${record.id}`,
        sql`l.live`,
        sql`not b.encrypted`,
        sql`b.deleted_at is null`,
      ],
      keys: [sql`l.created_at`, sql`l.bookmark_id`],
    };
  }
  // UTC, so that every reader gets the same list.
  const when = { now: deps.clock(), timeZone: 'UTC' };
  const smart = await prepareSmart(deps.db, record, record.smart.query, when);
  return {
    isSmart: true,
    from: sql`bookmarks b`,
    conditions: [
      sql`b.account_id = ${record.accountId}`,
      sql`b.space_id = ${record.spaceId}`,
      sql`not b.encrypted`,
      sql`b.deleted_at is null`,
      toSql(smart.condition),
    ],
    keys: [sql`b.created_at`, sql`b.id`],
  };
}

const skippedBy = ({ page = 1, size, cursor }: ListShown): number =>
  cursor === undefined ? (page - 1) * size : 0;

/** Reads rows of a list whose length is known, and no rows after them. */
async function readPage(
  { db }: Deps,
  { isSmart, from, conditions, keys }: Source,
  list: ListShown & { matches: readonly SQL[]; place: CursorValues | null },
): Promise<Row[]> {
  const { matches } = list;
  const behind: SQL[] = [];
  if (list.place !== null) {
    const [time = null, id = null] = list.place;
    behind.push(sql`(${keys[0]}, ${keys[1]}) < (${time}::timestamp at time zone 'UTC', ${id}::uuid)`);
  }
  const skipped = skippedBy(list);
  const order = sql`${keys[0]} desc, ${keys[1]} desc`;
  const statement = withinBytes(sql`
    select ${columns(order)} from ${from} where ${and(...conditions, ...matches, ...behind)}
    order by ${order}
    limit ${inline(list.size + 1)}${skipped === 0 ? sql`` : sql` offset ${skipped}`}`);
  if (skipped > 0 || matches.length > 0 || isSmart) return runBounded<Row>(db, statement, timeoutMs);
  // A frequent statement that reads a few rows in index order.
  const name = `shown-${list.place === null ? 'first' : 'next'}-${list.size}`;
  return (await executePrepared<Row>(db, name, statement)).rows;
}

/**
 * Reads rows of a list with its length and that of the whole collection. The latter is stored, unless the collection is
 * smart, has changed since it was read, or is locked by another transaction.
 */
async function countPage(
  { db }: Deps,
  { from, conditions, keys }: Source,
  list: ListShown & { matches: readonly SQL[]; record: PublicRecord },
): Promise<Counts & { rows: Row[] }> {
  const [time, id] = keys;
  const statement = sql`
    with matching as materialized (
        select ${id} as id, ${time} as created_at, ${and(...list.matches) ?? sql`true`} as answers
        from ${from} where ${and(...conditions)}),
      counted as materialized (
        select count(*)::integer as shown, (count(*) filter (where answers))::integer as total from matching)
      ${list.record.smart === null ? storeCount(list.record) : sql``}
    select counted.total, counted.shown, page.* from counted left join lateral (${withinBytes(sql`
      select ${columns(sql`b.created_at desc, b.id desc`)} from (
        select m.id from matching m where m.answers order by m.created_at desc, m.id desc
        limit ${inline(list.size + 1)} offset ${skippedBy(list)}) m
      join bookmarks b on b.account_id = ${list.record.accountId} and b.id = m.id`)}) page on true`;
  const rows = await runBounded<Partial<Row> & Counts>(db, statement, timeoutMs);
  return { rows: rows.filter(isShown), total: rows[0]?.total ?? 0, shown: rows[0]?.shown ?? 0 };
}

const storeCount = ({ accountId, id, shownAt }: PublicRecord): SQL => sql`
  , free as (
    select id from collections where account_id = ${accountId} and id = ${id} and shown_count is null
      and shown_at is not distinct from ${shownAt}::timestamptz for no key update skip locked),
  kept as (update collections set shown_count = (select shown from counted)
    where account_id = ${accountId} and id in (select id from free))`;

const isShown = <Found extends Partial<Row>>(row: Found): row is Found & Row => typeof row.id === 'string';
