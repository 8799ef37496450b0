import type { QueryOf } from '@/provider/middleware/handler';
import { sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { AdminUserPage, AdminUserSort } from '@/lib/contract/admin';
import type { Database } from '@/provider/db/client';
import type { ProviderConfig, ProviderDeps } from '@/provider/deps';
import { presentUser, type UserRow } from '@/provider/modules/admin/presenter';
import { emailKey } from '@/provider/policies';
import { decodeCursor, describePage, encodeCursor, type CursorScope } from '@/provider/pagination';

/**
 * [Note: List of accounts] The time of a page does not depend on the number of accounts. First the index of the sort
 * order is scanned, up to {@link scannedRows} rows: if many accounts match the filters, this fills the page. Otherwise
 * all matches, which are few, are read from the indexes of the filters and sorted. The total is counted if that is
 * cheap and estimated otherwise; the cursor contains the total, and which of the two strategies the list uses.
 */
const scannedRows = 3_000;

/** Maximum number of accounts for which a total is counted. */
const countedRows = 10_000;

type Query = QueryOf<'admin.users'>;
type Deps = Pick<ProviderDeps, 'db' | 'config'>;

const orders: Record<AdminUserSort, { column: SQL; type: SQL }> = {
  createdAt: { column: sql`a.created_at`, type: sql`timestamptz` },
  lastActive: { column: sql`t.last_active_at`, type: sql`timestamptz` },
  email: { column: sql`a.search_email`, type: sql`text` },
  bookmarks: { column: sql`t.bookmark_count`, type: sql`integer` },
};

/** Excludes accounts whose address was released: see `releaseEmail`. */
const isShown = sql`a.email <> ''`;

export const userColumns = sql`a.id, a.email, a.first_name, a.last_name, a.plan, a.is_admin, a.email_key,
  a.email_verified_at is not null as verified, a.suspended_at, a.created_at, t.last_active_at,
  (select coalesce(sum(s.bookmark_count), 0)::integer from spaces s where s.account_id = a.id) as bookmarks`;

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Whether a word is too short for a trigram and is matched as a prefix. */
const isPrefix = (word: string): boolean => [...word].length < 3;

/** Words with `@` are matched against addresses only: among the trigrams of names, `silva@` would find every Silva. */
function matchesWord(word: string): SQL {
  const pattern = isPrefix(word) ? `${escapeLike(word)}%` : `%${escapeLike(word)}%`;
  const column = isPrefix(word) || word.includes('@') ? sql`a.search_email` : sql`a.search_text`;
  return sql`${column} like mw_fold(${pattern}::text)`;
}

const wordsOf = ({ q = '' }: Query): string[] =>
  q
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 8);

export function isAdminSql({ adminEmail }: Pick<ProviderConfig, 'adminEmail'>): SQL {
  if (adminEmail === undefined) return sql`a.is_admin`;
  return sql`(a.is_admin or (a.email_key = ${emailKey(adminEmail)} and a.email_verified_at is not null))`;
}

/** Whether only a range of the index of the sort order is read. */
const isNarrowed = (query: Query): boolean => query.sortField === 'email' && wordsOf(query).some(isPrefix);

function filtersOf(query: Query, config: Deps['config']): SQL[] {
  const { plan, verified, suspended, admin } = query;
  const filters = wordsOf(query).map(matchesWord);
  if (plan !== undefined) filters.push(plan === 'pro' ? sql`a.plan = 'pro'` : sql`a.plan <> 'pro'`);
  if (verified !== undefined) {
    filters.push(verified ? sql`a.email_verified_at is not null` : sql`a.email_verified_at is null`);
  }
  if (suspended !== undefined) {
    filters.push(suspended ? sql`a.suspended_at is not null` : sql`a.suspended_at is null`);
  }
  if (admin !== undefined) filters.push(admin ? isAdminSql(config) : sql`not ${isAdminSql(config)}`);
  return filters;
}

interface Position {
  value: string;
  id: string;
}

interface Listing {
  source: SQL;
  filter: SQL;
  order: { column: SQL; id: SQL; direction: SQL };
  /** Conditions of the rows after the cursor, and of the range of the index that is read. */
  range: SQL;
  offset: number;
  size: number;
}

type ListedRow = UserRow & { sort_value: string; position: number };

function listingOf(query: Query, filters: readonly SQL[], position: Position | null): Listing {
  const { sortField, sortOrder, page = 1, size } = query;
  const { column, type } = orders[sortField];
  const direction = sortOrder === 'ASC' ? sql`asc` : sql`desc`;
  const byActivity = sortField === 'lastActive' || sortField === 'bookmarks';
  const id = byActivity ? sql`t.account_id` : sql`a.id`;
  const compare = sortOrder === 'ASC' ? sql`>` : sql`<`;
  // A prefix of an address is a range of the index by address.
  const range = isNarrowed(query) ? wordsOf(query).filter(isPrefix).map(matchesWord) : [];
  if (position) {
    range.push(sql`(${column}, ${id}) ${compare} (${position.value}::${type}, ${position.id}::uuid)`);
  }
  return {
    source: byActivity ? sql`account_activity t join accounts a on a.id = t.account_id` : sql`accounts a`,
    filter: sql.join([isShown, ...filters], sql` and `),
    order: { column, id, direction },
    range: sql.join([sql`true`, ...range], sql` and `),
    offset: position ? 0 : (page - 1) * size,
    size,
  };
}

const withColumns = (page: SQL): SQL => sql`
  select page.sort_value, page.position::integer, ${userColumns}
  from (${page}) page join accounts a on a.id = page.id join account_activity t on t.account_id = a.id
  order by page.position`;

/**
 * Returns the rows of the page that are among the first rows of the order. `position` is the number of scanned rows.
 */
async function scan(db: Database, listing: Listing, isFiltered: boolean): Promise<ListedRow[]> {
  const { source, filter, order, range, offset, size } = listing;
  const { column, id, direction } = order;
  const scanLimit = isFiltered ? sql`limit ${scannedRows}` : sql``;
  const { rows } = await db.execute<ListedRow>(
    withColumns(sql`
    select * from (
      select ordered.*, row_number() over () as position from (
        select a.id, ${column}::text as sort_value, (${filter}) as matches from ${source}
        where ${range} order by ${column} ${direction}, ${id} ${direction} ${scanLimit}) ordered) numbered
    where matches offset ${offset} limit ${size + 1}`),
  );
  return rows;
}

/** Returns the page of a list with few matches. `total` is the number of matches after the cursor. */
async function collect(db: Database, listing: Listing): Promise<{ rows: ListedRow[]; total: number }> {
  const { source, filter, order, range, offset, size } = listing;
  const { rows } = await db.execute<ListedRow & { total: number }>(sql`
    with matching as materialized (
      select a.id, ${order.column} as sort_key from ${source} where ${filter} and ${range})
    select listed.*, (select count(*)::integer from matching) as total from (${withColumns(sql`
      select id, sort_key::text as sort_value, row_number() over () as position from (
        select * from matching order by sort_key ${order.direction}, id ${order.direction}
        offset ${offset} limit ${size + 1}) ordered`)}) listed`);
  return { rows, total: rows[0]?.total ?? 0 };
}

interface Total {
  total: number;
  isEstimate: boolean;
}

/** Returns the number of accounts: exact for a small installation, otherwise as of the last ANALYZE. */
async function countAccounts(db: Database): Promise<Total> {
  const { rows } = await db.execute<{ estimated: number }>(
    sql`select reltuples::integer as estimated from pg_class where oid = 'accounts'::regclass`,
  );
  const estimated = rows[0]?.estimated ?? 0;
  if (estimated > 2 * countedRows) return { total: estimated, isEstimate: true };
  const { rows: counted } = await db.execute<{ total: number }>(sql`
    select count(*)::integer as total from (select from accounts a where ${isShown} limit ${countedRows + 1}) c`);
  const total = counted[0]?.total ?? 0;
  return total > countedRows
    ? { total: Math.max(total, estimated), isEstimate: true }
    : { total, isEstimate: false };
}

/**
 * Returns the total of a list whose filters many accounts match: counted, or estimated from the share of matching rows.
 */
async function countMatches(
  db: Database,
  filters: readonly SQL[],
  rows: ListedRow[],
  page: Query,
): Promise<Total> {
  const all = await countAccounts(db);
  if (filters.length === 0) return all;
  if (!all.isEstimate) {
    const where = sql.join([isShown, ...filters], sql` and `);
    const { rows: counted } = await db.execute<{ total: number }>(
      sql`select count(*)::integer as total from accounts a where ${where}`,
    );
    return { total: counted[0]?.total ?? 0, isEstimate: false };
  }
  const share = isNarrowed(page) ? await sampleShare(db, filters) : matchedShare(rows, page);
  return { total: Math.round(share * all.total), isEstimate: true };
}

/** Share of the rows scanned for a page that match. */
function matchedShare(rows: readonly ListedRow[], { page = 1, size }: Query): number {
  return ((page - 1) * size + rows.length) / (rows.at(-1)?.position ?? 1);
}

/** Share of the newest accounts that match. */
async function sampleShare(db: Database, filters: readonly SQL[]): Promise<number> {
  const { rows } = await db.execute<{ share: number }>(sql`
    select avg((${sql.join([...filters], sql` and `)})::integer)::double precision as share from (
      select * from accounts order by created_at desc, id desc limit ${scannedRows}) a`);
  return rows[0]?.share ?? 0;
}

/** Returns a page of accounts. See [Note: List of accounts]. */
export async function listUsers(deps: Deps, query: Query): Promise<z.input<typeof AdminUserPage>> {
  const { db, config } = deps;
  const { cursor, q = '', plan, verified, suspended, admin, sortField, sortOrder, size } = query;
  const list = [
    'admin.users',
    q,
    plan ?? '',
    verified ?? '',
    suspended ?? '',
    admin ?? '',
    sortField,
    sortOrder,
  ];
  const scope: CursorScope = { secret: config.secret, list };
  const [value, id, knownTotal, knownEstimate, storedCollected] =
    cursor === undefined ? [] : decodeCursor(scope, cursor);
  const position = cursor === undefined ? null : { value: String(value), id: String(id) };
  const filters = filtersOf(query, config);
  const listing = listingOf(query, filters, position);

  let isCollected = storedCollected === 1;
  let rows = isCollected ? [] : await scan(db, listing, filters.length > 0);
  let total: Total = { total: Number(knownTotal), isEstimate: knownEstimate === 1 };
  if (filters.length > 0 && rows.length <= size) {
    isCollected = true;
    const collected = await collect(db, listing);
    rows = collected.rows;
    if (!position) total = { total: collected.total, isEstimate: false };
  } else if (!position) {
    total = await countMatches(db, filters, rows, query);
  }

  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  const next = last
    ? encodeCursor(scope, [
        last.sort_value,
        last.id,
        total.total,
        Number(total.isEstimate),
        Number(isCollected),
      ])
    : null;
  return {
    content: shown.map((row) => presentUser(row, config)),
    pagination: { ...describePage(query, total.total, next), isEstimate: total.isEstimate },
  };
}
