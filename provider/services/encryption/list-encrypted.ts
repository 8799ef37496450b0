import type { Actor } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import { recordColumns, type BookmarkRecord } from '@/provider/services/bookmarks/bookmark-record';
import {
  budgetColumns,
  collectionBytes,
  cutToBudget,
  withinBytes,
  type Budgeted,
} from '@/provider/services/listing/byte-budget';
import { decodeCursor, encodeCursor, type CursorScope } from '@/provider/services/listing/cursor';
import { Parameters } from '@/provider/services/listing/parameters';

export interface ListEncrypted {
  key?: string | undefined;
  space: 'current' | 'all';
  trash: 'without' | 'with';
  cursor?: string | undefined;
  size: number;
}

/** Bytes of one page: some 2,000 ordinary envelopes. */
const encryptedPageBytes = 2_000_000;

type Deps = Pick<ProviderDeps, 'db' | 'config'>;

/**
 * A page of the actor's encrypted bookmarks, the newest first; every page costs the same, however deep. Throws
 * VALIDATION_FAILED for a cursor of another list.
 */
export async function listEncrypted(
  { db, config }: Deps,
  actor: Actor,
  list: ListEncrypted,
): Promise<{ records: BookmarkRecord[]; next: string | null }> {
  const { space, key, trash, cursor, size } = list;
  const where = space === 'all' ? actor.accountId : actor.spaceId;
  const scope: CursorScope = { secret: config.secret, list: ['encrypted', where, key ?? null, trash] };
  const parameters = new Parameters();
  const conditions = conditionsOf(actor, list, parameters);
  if (cursor !== undefined) {
    const [time, id] = decodeCursor(scope, cursor);
    conditions.push(
      `(b.created_at, b.id) < (${parameters.add(time)}::timestamp at time zone 'UTC', ${parameters.add(id)})`,
    );
  }
  const order = 'b.created_at desc, b.id desc';
  const { rows } = await db.$client.query<BookmarkRecord & Budgeted>(
    withinBytes(
      `select ${recordColumns}, ${budgetColumns(order, 'b.stored_bytes')}
       from bookmarks b where ${conditions.join(' and ')} order by ${order} limit ${size + 1}`,
      { max: encryptedPageBytes, extra: collectionBytes },
    ),
    parameters.values,
  );
  const { records, isLast } = cutToBudget(rows, size, { max: encryptedPageBytes });
  const last = records.at(-1);
  return { records, next: !last || isLast ? null : encodeCursor(scope, [last.createdAt, last.id]) };
}

function conditionsOf(actor: Actor, { space, key, trash }: ListEncrypted, parameters: Parameters): string[] {
  return [
    'b.encrypted',
    `b.account_id = ${parameters.add(actor.accountId)}`,
    ...(space === 'all' ? [] : [`b.space_id = ${parameters.add(actor.spaceId)}`]),
    ...(trash === 'with' ? [] : ['b.deleted_at is null']),
    ...(key === undefined ? [] : [`mw_key_id(b.cipher) = ${parameters.add(key)}`]),
  ];
}
