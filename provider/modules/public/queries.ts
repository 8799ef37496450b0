import { limits } from '@/lib/contract/limits';
import { splitWords } from '@/lib/domain/search-words';
import { SqlParameters } from '@/provider/db/client';
import type { CollectionRow } from '@/provider/db/schema/library';
import type { ProviderDeps } from '@/provider/deps';
import { prepareSmart } from '@/provider/modules/collections/smart';
import { runBounded } from '@/provider/modules/search/statements';
import { shownPath } from '@/provider/modules/bookmarks/presenter';
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

/** A public collection, with what anybody may know of it and of its owner. Times are texts in UTC. */
export interface PublicRecord extends Pick<
  CollectionRow,
  | 'id'
  | 'accountId'
  | 'spaceId'
  | 'name'
  | 'description'
  | 'color'
  | 'slug'
  | 'listed'
  | 'smart'
  | 'shownCount'
> {
  /** Which list was counted: the mark of its last change, to the microsecond. */
  shownAt: string | null;
  createdAt: string;
  updatedAt: string;
  ownerName: string;
}

/** Public, and of somebody who is not suspended: everything else is as if it were not there. */
export const isPublic = `c.security = 1 and a.suspended_at is null`;

const byId = {
  name: 'public-collection',
  text: `
    select c.id, c.account_id as "accountId", c.space_id as "spaceId", c.name, c.description, c.color, c.slug, c.listed, c.smart,
      c.shown_count as "shownCount", c.shown_at::text as "shownAt",
      (c.created_at at time zone 'UTC')::text as "createdAt",
      (greatest(c.updated_at, c.shown_at) at time zone 'UTC')::text as "updatedAt",
      trim(a.first_name || ' ' || a.last_name) as "ownerName"
    from collections c join accounts a on a.id = c.account_id
    where c.id = $1 and ${isPublic}`,
};

/** The public collection with this id. Throws NOT_FOUND for private, deleted and unknown ones alike. */
export async function findPublic({ db }: Pick<ProviderDeps, 'db'>, id: string): Promise<PublicRecord> {
  const { rows } = await db.$client.query<PublicRecord>({ ...byId, values: [id] });
  const [record] = rows;
  if (!record) throw new Problem('NOT_FOUND');
  return record;
}

/** A line of a site map. `updatedAt` is a text in UTC. */
export interface ListedRecord {
  id: string;
  slug: string;
  updatedAt: string;
}

const from = `from collections c join accounts a on a.id = c.account_id where c.listed and ${isPublic}`;

const count = { name: 'listed-collections-count', text: `select count(*)::integer as count ${from}` };
const list = {
  name: 'listed-collections',
  text: `select c.id, c.slug, (greatest(c.updated_at, c.shown_at) at time zone 'UTC')::text as "updatedAt" ${from}
    order by c.id limit $1 offset $2`,
};

/** The collections that search engines may list, the oldest first, by the page. */
export async function listListed(
  { db }: Pick<ProviderDeps, 'db'>,
  page: number,
): Promise<{ records: ListedRecord[]; pages: number }> {
  const size = limits.listedPageSize;
  const [counted, listed] = await Promise.all([
    db.$client.query<{ count: number }>(count),
    db.$client.query<ListedRecord>({ ...list, values: [size, (page - 1) * size] }),
  ]);
  return { records: listed.rows, pages: Math.max(1, Math.ceil((counted.rows[0]?.count ?? 0) / size)) };
}

const wordsMax = 20;

/** The words of what somebody has typed; null where that is something, but no word. */
function readWords(typed = ''): string[] | null {
  const words = [...new Set(splitWords(typed))].slice(0, wordsMax);
  return words.length === 0 && typed.trim() !== '' ? null : words;
}

/**
 * That a bookmark has each of the words somewhere in title, host or path, on `bookmarks b`. The row's index of words is
 * left alone: it also knows the words of descriptions and tags. The sort key is the folded beginning of the title. A
 * word holds no sign that means anything in a pattern.
 */
function shownWords(words: readonly string[] | null, parameters: SqlParameters): string[] {
  if (words === null) return ['false'];
  return words.map((word) => {
    const pattern = parameters.add(`%${word}%`);
    return `(b.title_key like ${pattern} or b.domain like ${pattern} or lower(b.path collate "C") like ${pattern}
      or (char_length(b.title) > 200 and mw_fold_fast(b.title) like ${pattern}))`;
  });
}

/** A bookmark with what anybody may see of it, and nothing else is ever read. `createdAt` is a text in UTC. */
export interface ShownRecord {
  id: string;
  title: string;
  url: string;
  domain: string;
  path: string;
  createdAt: string;
}

/** How many bookmarks there are. */
interface Counts {
  /** That answer. */
  total: number;
  /** In the whole collection. */
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

/** A list in SQL: where its rows come from, which of them are shown, which of those answer, and the keys of its order. */
interface Source {
  isSmart: boolean;
  from: string;
  conditions: string[];
  answers: string[];
  keys: readonly [string, string];
}

const columns = (
  order: string,
): string => `b.id, b.title, b.url, coalesce(b.domain, '') as domain, coalesce(${shownPath}, '') as path,
  (b.created_at at time zone 'UTC')::text as "createdAt", ${budgetColumns(order, 'b.stored_bytes')}`;

type Row = ShownRecord & Budgeted;

/** How long anybody may keep the database busy with one question. */
const timeoutMs = 4_000;

/**
 * A page of what anybody sees of a public collection, the newest first. One statement, or where the collection is a
 * smart one those that read its query. Throws VALIDATION_FAILED for a cursor of another list.
 */
export async function listShown(deps: Deps, record: PublicRecord, list: ListShown): Promise<ShownList> {
  const words = readWords(list.q);
  const scope = { secret: deps.config.secret, list: ['shown', record.id, words] };
  const place = list.cursor === undefined ? null : decodeCursor(scope, list.cursor);
  const parameters = new SqlParameters();
  const source = await sourceOf(deps, record, parameters);
  source.answers.push(...shownWords(words, parameters));
  const known = knownCounts(record, words, place);
  const found =
    known === null
      ? await countPage(deps, source, parameters, { ...list, record })
      : { rows: await readPage(deps, source, parameters, { ...list, place }), ...known };
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

/** Whether the database looks at rows of the whole collection, or of much of it, for a page. */
export const isCostly = ({ smart }: PublicRecord, list: ListShown): boolean =>
  smart !== null || list.q !== undefined || skippedBy(list) > skippedMany;

/** The count so far: part of the cursor, and stored with the collection for lists without a search. */
function knownCounts(
  { smart, shownCount }: PublicRecord,
  words: readonly string[] | null,
  place: CursorValues | null,
): Counts | null {
  if (place !== null) return { total: Number(place[2]), shown: Number(place[3]) };
  if (words?.length !== 0 || smart !== null || shownCount === null) return null;
  return { total: shownCount, shown: shownCount };
}

/** Links lie in the order of the list; what a smart collection matches is looked for among all of its space. */
async function sourceOf(deps: Deps, record: PublicRecord, parameters: SqlParameters): Promise<Source> {
  if (record.smart === null) {
    return {
      isSmart: false,
      from: 'bookmark_collections l join bookmarks b on b.account_id = l.account_id and b.id = l.bookmark_id',
      conditions: [
        `l.account_id = ${parameters.add(record.accountId)}`,
        `l.collection_id = ${parameters.add(record.id)}`,
        'l.live',
        'not b.encrypted',
        'b.deleted_at is null',
      ],
      answers: [],
      keys: ['l.created_at', 'l.bookmark_id'],
    };
  }
  // The same for every reader, wherever they are.
  const when = { now: deps.clock(), timeZone: 'UTC' };
  const smart = await prepareSmart(deps.db, record, record.smart.query, when);
  return {
    isSmart: true,
    from: 'bookmarks b',
    conditions: [
      `b.account_id = ${parameters.add(record.accountId)}`,
      `b.space_id = ${parameters.add(record.spaceId)}`,
      'not b.encrypted',
      'b.deleted_at is null',
      smart.condition(parameters),
    ],
    answers: [],
    keys: ['b.created_at', 'b.id'],
  };
}

const skippedBy = ({ page = 1, size, cursor }: ListShown): number =>
  cursor === undefined ? (page - 1) * size : 0;

/** Rows of a list whose length is known: only those in front of them are looked at. */
async function readPage(
  { db }: Deps,
  { isSmart, from, conditions, answers, keys }: Source,
  parameters: SqlParameters,
  list: ListShown & { place: CursorValues | null },
): Promise<Row[]> {
  const behind: string[] = [];
  if (list.place !== null) {
    const [time, id] = [parameters.add(list.place[0]), parameters.add(list.place[1])];
    behind.push(`(${keys.join(', ')}) < (${time}::timestamp at time zone 'UTC', ${id}::uuid)`);
  }
  const skipped = skippedBy(list);
  const order = `${keys[0]} desc, ${keys[1]} desc`;
  const text = withinBytes(`
    select ${columns(order)} from ${from} where ${[...conditions, ...answers, ...behind].join(' and ')}
    order by ${order}
    limit ${list.size + 1}${skipped === 0 ? '' : ` offset ${parameters.add(skipped)}`}`);
  const { values } = parameters;
  if (skipped > 0 || answers.length > 0 || isSmart) {
    return runBounded<Row>(db, { text, values }, timeoutMs);
  }
  // Read from the beginning of an index, all the time.
  const name = `shown-${list.place === null ? 'first' : 'next'}-${list.size}`;
  return (await db.$client.query<Row>({ name, text, values })).rows;
}

/**
 * Rows of a list with its length and that of the whole collection. This is kept, unless the collection is a smart one or
 * has changed since it was found, and without waiting for anybody who writes it.
 */
async function countPage(
  { db }: Deps,
  { from, conditions, answers, keys }: Source,
  parameters: SqlParameters,
  list: ListShown & { record: PublicRecord },
): Promise<Counts & { rows: Row[] }> {
  const [time, id] = keys;
  const text = `
    with matching as materialized (
        select ${id} as id, ${time} as created_at, ${answers.join(' and ') || 'true'} as answers
        from ${from} where ${conditions.join(' and ')}),
      counted as materialized (
        select count(*)::integer as shown, (count(*) filter (where answers))::integer as total from matching)
      ${list.record.smart === null ? keepCount(list.record, parameters) : ''}
    select counted.total, counted.shown, page.* from counted left join lateral (${withinBytes(`
      select ${columns('b.created_at desc, b.id desc')} from (
        select m.id from matching m where m.answers order by m.created_at desc, m.id desc
        limit ${list.size + 1} offset ${parameters.add(skippedBy(list))}) m
      join bookmarks b on b.account_id = ${parameters.add(list.record.accountId)} and b.id = m.id`)}) page on true`;
  const rows = await runBounded<Partial<Row> & Counts>(db, { text, values: parameters.values }, timeoutMs);
  return { rows: rows.filter(isShown), total: rows[0]?.total ?? 0, shown: rows[0]?.shown ?? 0 };
}

const keepCount = (record: PublicRecord, parameters: SqlParameters): string => {
  const { account, id } = { account: parameters.add(record.accountId), id: parameters.add(record.id) };
  return `
  , free as (
    select id from collections where account_id = ${account} and id = ${id} and shown_count is null
      and shown_at is not distinct from ${parameters.add(record.shownAt)}::timestamptz for no key update skip locked),
  kept as (update collections set shown_count = (select shown from counted)
    where account_id = ${account} and id in (select id from free))`;
};

const isShown = <Found extends Partial<Row>>(row: Found): row is Found & Row => typeof row.id === 'string';
