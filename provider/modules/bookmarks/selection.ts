import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { CurrentSpace } from '@/provider/actor';
import type { Executor } from '@/provider/db/client';
import { bookmarks, collections } from '@/provider/db/schema/library';
import { Problem } from '@/provider/problem';
import { filterConditions, type BookmarkFilters } from '@/provider/modules/bookmarks/filters';

/** A choice of bookmarks in a space: by id, or by the filters of a list, which are resolved. */
export interface Chosen {
  uuids?: readonly string[] | undefined;
  query?: (BookmarkFilters & { except?: readonly string[] | undefined }) | undefined;
}

/** The conditions on `bookmarks b` for a choice. */
export type Selection = readonly SQL[];

/** Passes ids as one array parameter, so that lists of any length use the same statement. */
const anyOf = (ids: readonly string[]): SQL => sql`any (${sql.param(ids)}::uuid[])`;

/** Throws NOT_FOUND unless the id is a collection of the space, and SMART_COLLECTION if it is smart. */
export async function requireRegularCollection(
  tx: Executor,
  { accountId, spaceId }: CurrentSpace,
  id: string,
): Promise<void> {
  const [collection] = await tx
    .select({ smart: collections.smart })
    .from(collections)
    .where(
      and(eq(collections.accountId, accountId), eq(collections.spaceId, spaceId), eq(collections.id, id)),
    );
  if (!collection) throw new Problem('NOT_FOUND');
  if (collection.smart !== null) throw new Problem('SMART_COLLECTION');
}

/** Returns the spaces of an account's bookmarks; unknown ids are ignored. */
export async function spacesOf(
  tx: Executor,
  accountId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const rows = await tx
    .selectDistinct({ id: bookmarks.spaceId })
    .from(bookmarks)
    .where(and(eq(bookmarks.accountId, accountId), sql`${bookmarks.id} = ${anyOf(ids)}`));
  return rows.map(({ id }) => id);
}

/** Selects bookmarks of several spaces by id, in the trash or not. Throws NOT_FOUND when one is missing. */
export async function selectNamed(
  tx: Executor,
  accountId: string,
  spaceIds: readonly string[],
  uuids: readonly string[],
): Promise<Selection> {
  const named = [
    sql`b.account_id = ${accountId}`,
    sql`b.space_id = ${anyOf(spaceIds)}`,
    sql`b.id = ${anyOf(uuids)}`,
  ];
  const { rows } = await tx.execute<{ found: number }>(
    sql`select count(*)::integer as found from bookmarks b where ${and(...named)}`,
  );
  if (rows[0]?.found !== new Set(uuids).size) throw new Problem('NOT_FOUND');
  return named;
}

/** Selects the bookmarks of a space that match a choice. Throws NOT_FOUND when it contains a missing id. */
export async function selectBookmarks(
  tx: Executor,
  place: CurrentSpace,
  { uuids, query }: Chosen,
): Promise<Selection> {
  if (uuids !== undefined) return selectNamed(tx, place.accountId, [place.spaceId], uuids);
  const { except = [], ...filters } = query ?? {};
  return [
    ...filterConditions(place, filters),
    ...(except.length === 0 ? [] : [sql`b.id <> all (${sql.param(except)}::uuid[])`]),
  ];
}

/** Whether a selected bookmark is encrypted. */
export async function hasEncrypted(tx: Executor, selection: Selection): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`select from bookmarks b where b.encrypted and ${and(...selection)} limit 1`,
  );
  return rowCount !== 0;
}
