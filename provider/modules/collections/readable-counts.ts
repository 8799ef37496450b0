import { sql } from 'drizzle-orm';
import { toSql, type Executor } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import type { CollectionRecord } from '@/provider/modules/collections/queries';
import { countSmart } from '@/provider/modules/collections/list';
import { prepareSmart, type Reader } from '@/provider/modules/bookmarks/smart';

/** Returns collections of one space with their numbers of readable bookmarks: encrypted ones are not counted. */
export async function countReadable(
  deps: Pick<ProviderDeps, 'db' | 'clock'>,
  records: readonly CollectionRecord[],
  reader: Reader,
): Promise<CollectionRecord[]> {
  const [first] = records;
  if (!first || !(await hasEncrypted(deps.db, first))) return countSmart(deps, records, reader);
  const encrypted = await countEncrypted(deps.db, first, records);
  const when = { now: deps.clock(), timeZone: reader.timeZone };
  const counted: CollectionRecord[] = [];
  for (const record of records) {
    const bookmarkCount =
      record.smart === null
        ? record.bookmarkCount - (encrypted.get(record.id) ?? 0)
        : await countMatches(
            deps.db,
            record,
            (await prepareSmart(deps.db, record, record.smart.query, when)).condition,
          );
    counted.push({ ...record, bookmarkCount });
  }
  return counted;
}

type Space = Pick<CollectionRecord, 'accountId' | 'spaceId'>;

async function hasEncrypted(db: Executor, { accountId, spaceId }: Space): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`select from bookmarks
      where account_id = ${accountId} and space_id = ${spaceId} and encrypted and deleted_at is null limit 1`,
  );
  return rowCount === 1;
}

async function countEncrypted(
  db: Executor,
  { accountId, spaceId }: Space,
  records: readonly CollectionRecord[],
): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ id: string; count: number }>(
    sql`select l.collection_id as id, count(*)::integer as count
      from bookmarks b join bookmark_collections l on l.account_id = b.account_id and l.bookmark_id = b.id
      where b.account_id = ${accountId} and b.space_id = ${spaceId} and b.encrypted and b.deleted_at is null
        and l.collection_id = any (${sql.param(records.map(({ id }) => id))}::uuid[])
      group by l.collection_id`,
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

async function countMatches(
  db: Executor,
  { accountId, spaceId }: Space,
  condition: Parameters<typeof toSql>[0],
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::integer as count from bookmarks b
      where b.account_id = ${accountId} and b.space_id = ${spaceId} and b.deleted_at is null and not b.encrypted
        and ${toSql(condition)}`,
  );
  return rows[0]?.count ?? 0;
}
