import type { Database } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import type { CollectionRecord } from '@/provider/services/collections/collection-record';
import type { Reader } from '@/provider/services/collections/resolve-filters';
import { dayOf, prepareSmart, type Smart } from '@/provider/services/collections/smart-query';
import { Parameters } from '@/provider/services/listing/parameters';

type Deps = Pick<ProviderDeps, 'db' | 'clock'>;

/** One count that is to be made. */
interface Count {
  readonly record: CollectionRecord;
  readonly smart: Smart;
}

/**
 * The records with the smart ones among them counted: anew where their space has changed since, or the day has, in one
 * statement for all; else as they were counted before. See [Note: Revision].
 */
export async function countSmart<T extends CollectionRecord>(
  { db, clock }: Deps,
  records: readonly T[],
  { timeZone }: Reader,
): Promise<T[]> {
  const counts: Count[] = [];
  if (records.every(({ smart }) => smart === null)) return [...records];
  const when = { now: clock(), timeZone };
  const today = dayOf(when);
  for (const record of records) {
    if (record.smart === null) continue;
    const holds = record.countedFor === '' || record.countedFor === today;
    if (holds && record.countedAt === record.revision) continue;
    counts.push({ record, smart: await prepareSmart(db, record.spaceId, record.smart.query, when) });
  }
  if (counts.length === 0) return [...records];
  const counted = await count(db, counts);
  return records.map((record) => ({
    ...record,
    bookmarkCount: counted.get(record.id) ?? record.bookmarkCount,
  }));
}

/** One collection, counted. */
export async function countOne(
  deps: Deps,
  record: CollectionRecord,
  reader: Reader,
): Promise<CollectionRecord> {
  return (await countSmart(deps, [record], reader))[0] ?? record;
}

/**
 * Counts, and keeps what was counted under the revision that was read before: what has changed in between is then
 * counted again. A row that somebody else writes is passed over rather than waited for; nobody is stopped by a count.
 */
async function count({ $client }: Database, counts: readonly Count[]): Promise<Map<string, number>> {
  const parameters = new Parameters();
  const selects = counts.map(({ record, smart }) => {
    const [id, space] = [parameters.add(record.id), parameters.add(record.spaceId)];
    const [revision, reader] = [parameters.add(record.revision), parameters.add(smart.countedFor)];
    return `select ${id}::uuid, ${revision}::bigint, ${reader}::text, (
      select count(*)::integer from bookmarks b
      where b.space_id = ${space} and b.deleted_at is null and ${smart.condition(parameters)})`;
  });
  const { rows } = await $client.query<{ id: string; count: number }>(
    `with counted (id, revision, reader, count) as materialized (${selects.join(' union all ')}),
      free as (
        select id from collections where id in (select id from counted) for no key update skip locked),
      kept as (
        update collections c set smart_count = n.count, smart_revision = n.revision, smart_counted_for = n.reader
        from counted n where c.id = n.id and c.id in (select id from free))
    select id, count from counted`,
    parameters.values,
  );
  return new Map(rows.map((row) => [row.id, row.count]));
}
