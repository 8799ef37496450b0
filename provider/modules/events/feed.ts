import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { limits } from '@/lib/contract/limits';
import type { BookmarkChanges, ChangeType } from '@/lib/contract/bookmarks';
import type { Handlers, QueryOf } from '@/provider/middleware/handler';
import { executePrepared, type Database, type Executor } from '@/provider/db/client';
import { inTransaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { presentBookmark, recordColumns, type BookmarkRecord } from '@/provider/modules/bookmarks/record';
import { collectionBytes, cutToBudget, isoTime, withinBytes, type Budgeted } from '@/provider/pagination';
import { Problem } from '@/provider/problem';

/** What the account has recorded. See [Note: Events]. */
interface Stream {
  generation: string;
  lastNumber: string;
  expiredThrough: string;
}

/** A position in the events of an account: after a resource within a number, or after the whole number. */
interface Position {
  generation: string;
  number: bigint;
  resourceId: string | null;
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const positionPattern = new RegExp(`^(${uuid}):(\\d{1,18})(?::(${uuid}))?$`);
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

// Not signed, unlike the cursors of lists: it must remain valid when the secret changes, and it selects nothing but
// events of the caller.
const printPosition = ({ generation, number, resourceId }: Position): string =>
  Buffer.from(`${generation}:${number}${resourceId === null ? '' : `:${resourceId}`}`).toString('base64url');

/** Throws VALIDATION_FAILED for a text that is not a position. */
function parsePosition(text: string): Position {
  const match = positionPattern.exec(Buffer.from(text, 'base64url').toString());
  if (!match) throw new Problem('VALIDATION_FAILED', { issues: [{ path: 'since', code: 'invalid_cursor' }] });
  const [, generation = '', number = '', resourceId = null] = match;
  return { generation, number: BigInt(number), resourceId };
}

/** Whether all events after a position still exist. One that was never issued is not known either. */
function isKnown({ generation, number, resourceId }: Position, stream: Stream): boolean {
  if (generation !== stream.generation || number > BigInt(stream.lastNumber)) return false;
  const expired = BigInt(stream.expiredThrough);
  return number > expired || (number === expired && resourceId === null);
}

type ChangeRow = { [Name in keyof BookmarkRecord]: BookmarkRecord[Name] | null } & Budgeted & {
    eventNumber: string;
    resourceId: string;
    type: ChangeType;
    at: string;
    eventsRead: number;
  };

/**
 * The next events in their order, of each bookmark only the last one, with the bookmarks as they are now. `eventsRead`
 * counts all of them, so that a full page is recognized.
 */
const changesAfter = (accountId: string, { number, resourceId }: Position, size: number) => {
  const order = sql`e.number, e.resource_id`;
  const page = sql`
    select ${recordColumns}, e.number as "eventNumber", e.resource_id as "resourceId", e.type,
      (e.at at time zone 'UTC')::text as at, e.events_read as "eventsRead",
      row_number() over (order by ${order})::integer as number, coalesce(b.stored_bytes, 100)::integer as bytes
    from (
      select n.*, count(*) over ()::integer as events_read,
        row_number() over (partition by n.resource_id order by n.number desc) as age
      from (
        select account_id, number, resource_id, type, at from events
        where account_id = ${accountId}
          and (number, resource_id) > (${String(number)}::bigint, ${resourceId ?? lastId}::uuid)
        order by number, resource_id limit ${size + 1}) n) e
    left join bookmarks b on b.account_id = e.account_id and b.id = e.resource_id
    where e.age = 1
    order by ${order}`;
  return withinBytes(page, { extra: collectionBytes });
};

const readStream = async (db: Executor, accountId: string): Promise<Stream> => {
  const { rows } = await executePrepared<{ [Name in keyof Stream]: string }>(
    db,
    'event-stream',
    sql`select generation, last_number as "lastNumber", expired_through as "expiredThrough"
      from event_streams where account_id = ${accountId}`,
  );
  const [stream] = rows;
  if (!stream) throw new Error('an account has no stream of events');
  return stream;
};

/**
 * Returns a page of the changes of an account after a position, or only the current position. A page ends early at its
 * byte budget. Throws CHANGES_EXPIRED if some of the changes are no longer recorded, and VALIDATION_FAILED.
 */
async function listChanges(
  { db }: { db: Database },
  accountId: string,
  { since, size }: QueryOf<'bookmarks.changes'>,
): Promise<z.input<typeof BookmarkChanges>> {
  if (since === undefined) {
    const { generation, lastNumber } = await readStream(db, accountId);
    const next = printPosition({ generation, number: BigInt(lastNumber), resourceId: null });
    return { content: [], next, hasMore: false };
  }
  const position = parsePosition(since);
  const read = async (tx: Executor) => {
    const stream = await readStream(tx, accountId);
    if (!isKnown(position, stream)) throw new Problem('CHANGES_EXPIRED');
    const { rows } = await executePrepared<ChangeRow>(tx, 'changes', changesAfter(accountId, position, size));
    const { records, isLast } = cutToBudget(rows, size);
    const last = records.at(-1);
    const hasMore = !isLast || (rows[0]?.eventsRead ?? 0) > size;
    const next =
      hasMore && last
        ? { ...position, number: BigInt(last.eventNumber), resourceId: last.resourceId }
        : { ...position, number: BigInt(stream.lastNumber), resourceId: null };
    return { content: records.map(presentChange), next: printPosition(next), hasMore };
  };
  // One snapshot: the last number must be that of the events that are read.
  return inTransaction(db, read, ['set transaction isolation level repeatable read, read only']);
}

function presentChange(row: ChangeRow): z.input<typeof BookmarkChanges>['content'][number] {
  const bookmark = row.id === null ? null : presentBookmark(row as BookmarkRecord);
  const isDeleted = bookmark === null || bookmark.deletedAt !== null;
  return {
    uuid: row.resourceId,
    // A later event on another page may have deleted it.
    type: isDeleted ? 'deleted' : row.type,
    at: isoTime(row.at),
    space: row.spaceId,
    bookmark,
  };
}

const purgeBatch = 5_000;
const dayMs = 24 * 60 * 60_000;

/** Deletes events that are older than the retention period, in batches. */
export async function purgeEvents({ db, clock }: Pick<ProviderDeps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - limits.changesDays * dayMs);
  for (let deleted = purgeBatch; deleted === purgeBatch;) {
    // The streams are locked in one order.
    const { rows } = await db.execute<{ deleted: number }>(sql`
      with old as materialized (
        select account_id, number, resource_id from events where at < ${before} limit ${purgeBatch}),
      locked as materialized (
        select account_id from event_streams where account_id in (select account_id from old)
        order by account_id for no key update),
      purged as (
        delete from events e using old o
        where e.account_id = o.account_id and e.number = o.number and e.resource_id = o.resource_id),
      expired as (
        update event_streams s set expired_through = greatest(s.expired_through, o.number)
        from (select account_id, max(number) as number from old group by 1) o
        where s.account_id = o.account_id and s.account_id in (select account_id from locked))
      select count(*)::integer as deleted from old`);
    deleted = rows[0]?.deleted ?? 0;
  }
}

export const events: Handlers<'bookmarks.changes'> = {
  'bookmarks.changes': async ({ actor, query, deps }) => ({
    status: 200,
    body: await listChanges(deps, actor.accountId, query),
  }),
};
