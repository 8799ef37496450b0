import { sql, type SQL } from 'drizzle-orm';
import { limits } from '@/lib/contract/limits';
import type { CurrentSpace } from '@/provider/actor';
import { executePrepared, inline, type Executor } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import type { Handlers } from '@/provider/middleware/handler';
import { presentBookmark, recordColumns, type BookmarkRecord } from '@/provider/modules/bookmarks/record';
import { mergeBookmarks, mergeDuplicates } from '@/provider/modules/duplicates/merge';
import {
  budgetColumns,
  collectionBytes,
  cutToBudget,
  decodeCursor,
  describePage,
  encodeCursor,
  withinBytes,
  type Budgeted,
  type PageRequest,
} from '@/provider/pagination';

export interface DuplicateList {
  /** Groups of bookmarks for the same page, each from oldest to newest. */
  groups: BookmarkRecord[][];
  /** Total number of groups. */
  total: number;
  next: string | null;
}

type Deps = Pick<ProviderDeps, 'db' | 'config'>;

const readable = ({ accountId, spaceId }: CurrentSpace): SQL =>
  sql`account_id = ${accountId} and space_id = ${spaceId} and deleted_at is null and url_key is not null`;

/**
 * Returns a page of the groups of bookmarks of a space for the same page, in a stable order. Throws VALIDATION_FAILED
 * for a cursor of another list.
 */
export async function listDuplicates(
  { db, config }: Deps,
  { accountId, spaceId }: CurrentSpace,
  { page = 1, cursor, size }: PageRequest,
): Promise<DuplicateList> {
  const scope = { secret: config.secret, list: ['duplicates', spaceId] };
  const place = cursor === undefined ? null : decodeCursor(scope, cursor);
  const storedTotal = typeof place?.[1] === 'number' ? place[1] : null;
  const skipped = place === null ? (page - 1) * size : 0;
  const { keys, total } = await findKeys(
    db,
    { accountId, spaceId },
    {
      after: place === null ? null : String(place[0]),
      skipped,
      size: size + 1,
      counts: storedTotal === null,
    },
  );
  const groups = await readGroups(db, { accountId, spaceId }, keys.slice(0, size));
  const last = groups.at(-1)?.[0]?.urlKey;
  const all = storedTotal ?? total;
  return {
    groups,
    total: all,
    next: keys.length > groups.length && last !== undefined ? encodeCursor(scope, [last, all]) : null,
  };
}

interface KeyRange {
  after: string | null;
  skipped: number;
  size: number;
  /** Whether to count the groups. The total is included in the cursor, so that they are counted once per list. */
  counts: boolean;
}

/** Returns url keys of more than one bookmark, with an index-only scan of the page index. */
async function findKeys(
  db: Executor,
  place: CurrentSpace,
  { after, skipped, size, counts }: KeyRange,
): Promise<{ keys: string[]; total: number }> {
  const afterKey = after === null ? sql`` : sql` and url_key > ${after}`;
  const repeated = sql`select url_key from bookmarks where ${readable(place)}${afterKey} group by url_key having count(*) > 1`;
  const range = sql`order by url_key limit ${size} offset ${skipped}`;
  const { rows } = await db.execute<{ keys: string[]; total: number }>(
    counts
      ? sql`with repeated as materialized (${repeated})
          select array(select url_key from repeated ${range}) as keys, (select count(*)::integer from repeated) as total`
      : sql`select array(${repeated} ${range}) as keys, 0 as total`,
  );
  return rows[0] ?? { keys: [], total: 0 };
}

/** Maximum group size, equal to the maximum of one merge; further bookmarks are listed after the merge. */
const groupSize = limits.pageSizeMax;

/** A single bookmark is not a group. */
const minimumGroupSize = 2;

const groupOrder = sql`b.url_key, b.created_at, b.id`;

const groupsOf = (place: CurrentSpace, keys: readonly string[]): SQL =>
  withinBytes(
    sql`select ${recordColumns}, b.url_key as "urlKey", ${budgetColumns(groupOrder, sql`b.stored_bytes`)}
      from (select id, row_number() over (partition by url_key order by created_at, id) as place
        from bookmarks where ${readable(place)} and url_key = any (${sql.param(keys)}::uuid[])) n
      join bookmarks b on b.account_id = ${place.accountId} and b.id = n.id
      where n.place <= ${inline(groupSize)}`,
    { extra: collectionBytes, least: minimumGroupSize },
  );

type GroupRow = BookmarkRecord & { urlKey: string };

/** Returns the groups for the keys in order, as many as fit into the byte budget, and at least the beginning of one. */
async function readGroups(db: Executor, place: CurrentSpace, keys: readonly string[]): Promise<GroupRow[][]> {
  if (keys.length === 0) return [];
  const { rows } = await executePrepared<GroupRow & Budgeted>(db, 'duplicate-groups', groupsOf(place, keys));
  const { records, isLast } = cutToBudget(rows, rows.length, { least: minimumGroupSize });
  const groups = [...Map.groupBy(records, ({ urlKey }) => urlKey).values()];
  // The last group may be truncated; it starts the next page, unless it is the only one.
  return isLast || groups.length === 1 ? groups : groups.slice(0, -1);
}

type Ids = 'bookmarks.duplicates' | 'bookmarks.merge' | 'bookmarks.mergeDuplicates';

export const duplicates: Handlers<Ids> = {
  'bookmarks.duplicates': async ({ actor, query, deps }) => {
    const { groups, total, next } = await listDuplicates(deps, actor, query);
    return {
      status: 200,
      body: {
        content: groups.map((group) => ({ bookmarks: group.map(presentBookmark) })),
        pagination: describePage(query, total, next),
      },
    };
  },

  'bookmarks.merge': async ({ actor, body, deps }) => {
    const { bookmark, undo } = await mergeBookmarks(deps, actor, body);
    return { status: 200, body: { bookmark: presentBookmark(bookmark), undo } };
  },

  'bookmarks.mergeDuplicates': async ({ actor, body, deps }) => ({
    status: 200,
    body: await mergeDuplicates(deps, actor, body.keep),
  }),
};
