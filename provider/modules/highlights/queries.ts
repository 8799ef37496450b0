import { and, sql, type SQL } from 'drizzle-orm';
import type { Highlight, ListedHighlight } from '@/lib/contract/highlights';
import type { CurrentSpace } from '@/provider/actor';
import { executePrepared, type Executor } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import type { QueryOf } from '@/provider/middleware/handler';
import { filterConditions } from '@/provider/modules/bookmarks/filters';
import { resolveFilters, type Reader } from '@/provider/modules/bookmarks/smart';
import {
  budgetColumns,
  cutToBudget,
  decodeCursor,
  encodeCursor,
  isoTime,
  withinBytes,
  type Budgeted,
} from '@/provider/pagination';

/** A row with its times as the database prints them. */
export type HighlightRecord = Highlight;
export type ListedRecord = HighlightRecord & ListedHighlight['page'];

export const highlightColumns = sql`h.id as uuid, h.bookmark_id as bookmark, h.quote, h.prefix, h.suffix,
  h.start_at as start, h.end_at as end, h.text_hash as "textHash", h.color, h.note, h.tags,
  (h.created_at at time zone 'UTC')::text as "createdAt", (h.updated_at at time zone 'UTC')::text as "updatedAt"`;

/** Converts a row to a response. */
export const presentHighlight = (record: HighlightRecord): Highlight => ({
  ...record,
  createdAt: isoTime(record.createdAt),
  updatedAt: isoTime(record.updatedAt),
});

/** Converts a row with the columns of its bookmark to a response. */
export const presentListed = ({ title, url, domain, ...record }: ListedRecord): ListedHighlight => ({
  ...presentHighlight(record),
  page: { title, url, domain },
});

/** Returns an annotation of the account; null if there is none with this id. */
export async function findHighlight(
  db: Executor,
  accountId: string,
  id: string,
): Promise<HighlightRecord | null> {
  const { rows } = await db.execute<HighlightRecord>(
    sql`select ${highlightColumns} from highlights h where h.account_id = ${accountId} and h.id = ${id}`,
  );
  return rows[0] ?? null;
}

/** Returns the annotations of a bookmark in the order of its text; those without a position come last. */
export async function highlightsOf(
  db: Executor,
  accountId: string,
  bookmarkId: string,
): Promise<Highlight[]> {
  const { rows } = await executePrepared<HighlightRecord>(
    db,
    'highlights-of-bookmark',
    sql`select ${highlightColumns} from highlights h
      where h.account_id = ${accountId} and h.bookmark_id = ${bookmarkId}
      order by h.start_at, h.created_at, h.id`,
  );
  return rows.map(presentHighlight);
}

/** Returns which of the bookmarks have annotations. */
export async function annotatedAmong(
  db: Executor,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select distinct bookmark_id as id from highlights
      where account_id = ${accountId} and bookmark_id = any (${sql.param(ids)}::uuid[])`,
  );
  return new Set(rows.map(({ id }) => id));
}

type Deps = Pick<ProviderDeps, 'db' | 'clock' | 'config'>;
type ListQuery = QueryOf<'highlights.list'>;

const directions = { ASC: sql`asc`, DESC: sql`desc` };

/** A word is found anywhere in the passage, the note, the tags and the title, regardless of case and accents. */
const hasWord = (word: string): SQL =>
  sql`strpos(mw_fold(h.quote || ' ' || h.note || ' ' || h.tags || ' ' || b.title), mw_fold(${word})) > 0`;

/** Compares like `tagKey`: tags are stored in that normalization. */
export const hasTag = (tag: string): SQL =>
  sql`lower(${tag.normalize('NFC').trim()}) = any (string_to_array(lower(h.tags), ','))`;

const source = sql`highlights h join bookmarks b on b.account_id = h.account_id and b.id = h.bookmark_id`;

/**
 * Returns a page of the annotations of a space, without those of bookmarks in the trash. Throws NOT_FOUND for a
 * collection of another space, and VALIDATION_FAILED for a cursor of another list.
 */
export async function listHighlights(
  deps: Deps,
  place: CurrentSpace,
  { collection, color, tag, query, sortOrder, page = 1, cursor, size }: ListQuery,
  reader: Reader,
): Promise<{ content: ListedHighlight[]; total: number; next: string | null }> {
  const { db, config } = deps;
  const words = (query ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, wordsMax);
  const conditions = [
    sql`h.account_id = ${place.accountId}`,
    ...filterConditions(place, await resolveFilters(deps, place, { collection }, reader)),
    ...(color === undefined ? [] : [sql`h.color = ${color}`]),
    ...(tag === undefined ? [] : [hasTag(tag)]),
    ...words.map(hasWord),
  ];
  const scope = {
    secret: config.secret,
    list: ['highlights', place.spaceId, sortOrder, collection ?? null, color ?? null, tag ?? null, words],
  };
  const [time = null, id = null, counted = null] = cursor === undefined ? [] : decodeCursor(scope, cursor);
  const total = typeof counted === 'number' ? counted : await count(db, conditions);
  const after =
    cursor === undefined
      ? sql`true`
      : sql`(h.created_at, h.id) ${sortOrder === 'ASC' ? sql`>` : sql`<`} (${time}::timestamp at time zone 'UTC', ${id})`;
  const order = sql`h.created_at ${directions[sortOrder]}, h.id ${directions[sortOrder]}`;
  const skipped = cursor === undefined ? (page - 1) * size : 0;
  const { rows } = await db.execute<ListedRecord & Budgeted & Record<string, unknown>>(
    withinBytes(sql`select ${highlightColumns}, b.title, b.url, b.domain, ${budgetColumns(order, sql`h.stored_bytes`)}
      from ${source} where ${and(...conditions, after)} order by ${order} limit ${size + 1} offset ${skipped}`),
  );
  const { records, isLast } = cutToBudget(rows, size);
  const last = records.at(-1);
  return {
    content: records.map(presentListed),
    total,
    next: isLast || !last ? null : encodeCursor(scope, [last.createdAt, last.uuid, total]),
  };
}

const wordsMax = 16;

async function count(db: Executor, conditions: readonly SQL[]): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::integer as total from ${source} where ${and(...conditions)}`,
  );
  return rows[0]?.total ?? 0;
}
