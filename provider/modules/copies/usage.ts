import { sql } from 'drizzle-orm';
import type { CopyUsage } from '@/lib/contract/copies';
import { inTransaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { isoTime } from '@/provider/pagination';

/** Rows of each list. */
const listedMax = 50;

type Deps = Pick<ProviderDeps, 'db' | 'config'>;

/** Returns the space that the copies of an account use. A page in several collections counts in each. */
export function readUsage({ db, config }: Deps, accountId: string): Promise<CopyUsage> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    const total = await tx.execute<{ bytes: number; versions: number; pages: number }>(sql`
      select coalesce(sum(bytes), 0)::float8 as bytes, count(*)::integer as versions,
        count(distinct bookmark_id)::integer as pages
      from copies where account_id = ${accountId}`);
    const files = await tx.execute<{ bytes: number }>(
      sql`select bytes::float8 from blob_usage where account_id = ${accountId}`,
    );
    const largest = await tx.execute<{
      bookmark: string;
      title: string;
      domain: string;
      bytes: number;
      versions: number;
      newestAt: string;
    }>(sql`
      select b.id as bookmark, coalesce(b.title, '') as title, coalesce(b.domain, '') as domain, c.bytes, c.versions,
        (c.newest_at at time zone 'UTC')::text as "newestAt"
      from (
        select bookmark_id, sum(bytes)::float8 as bytes, count(*)::integer as versions, max(seen_at) as newest_at
        from copies where account_id = ${accountId} group by bookmark_id
        order by 2 desc, bookmark_id limit ${listedMax}) c
      join bookmarks b on b.account_id = ${accountId} and b.id = c.bookmark_id
      order by c.bytes desc, c.bookmark_id`);
    const collections = await tx.execute<{ uuid: string; name: string; bytes: number; pages: number }>(sql`
      select o.id as uuid, o.name, sum(c.bytes)::float8 as bytes, count(distinct c.bookmark_id)::integer as pages
      from copies c
        join bookmark_collections l on l.account_id = c.account_id and l.bookmark_id = c.bookmark_id
        join collections o on o.account_id = l.account_id and o.id = l.collection_id
      where c.account_id = ${accountId}
      group by o.id, o.name order by 3 desc, o.id limit ${listedMax}`);
    const { bytes = 0, versions = 0, pages = 0 } = total.rows[0] ?? {};
    return {
      bytes,
      otherBytes: Math.max(0, (files.rows[0]?.bytes ?? 0) - bytes),
      quotaBytes: config.storageQuotaBytes ?? null,
      versions,
      pages,
      collections: collections.rows,
      largest: largest.rows.map((row) => ({ ...row, newestAt: isoTime(row.newestAt) })),
    };
  });
}
