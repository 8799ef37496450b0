import { sql } from 'drizzle-orm';
import type { BodyOf } from '@/provider/middleware/handler';
import { entryName, noFields } from '@/lib/bookmark/fields';
import { keyAtTop, sequenceLimit } from '@/lib/domain/order-key';
import { split } from '@/lib/utils/split';
import { isFuture } from '@/lib/domain/future-date';
import type { Actor } from '@/provider/actor';
import { executePrepared, toSql, type Executor } from '@/provider/db/client';
import { bookmarks } from '@/provider/db/schema/library';
import { inTransaction, lockSpaces } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import {
  eachColumn,
  recordset,
  unencryptedColumns,
  unencryptedNames,
} from '@/provider/modules/bookmarks/columns';
import { encryptedContent } from '@/provider/modules/bookmarks/content';
import { resolveCollections } from '@/provider/modules/bookmarks/queries';
import { statementRoom } from '@/provider/modules/encryption/key-change';

type NewEncrypted = BodyOf<'bookmarks.createEncrypted'>['items'][number];
/** An item has every field that is not in its envelope, except the time of the change. */
type FieldsOfItem = Pick<NewEncrypted, (typeof unencryptedNames)[number]>;

/** Values of the fields outside of an envelope, as they are stored. */
type StoredFields = Record<(typeof unencryptedNames)[number], unknown>;

/** A new bookmark with its position and its collections. */
interface Row {
  item: NewEncrypted;
  orderKey: string;
  createdAt: Date;
  fields: StoredFields;
  collections: readonly string[];
}

const latestMs = Date.UTC(2100, 0, 1);

const { titleKey, indexVersion } = encryptedContent('', null);

/**
 * Saves many encrypted bookmarks in the actor's space in the given order, all or none; those that the account created
 * earlier with the same uuid do not change. Returns the number of new bookmarks. Throws SPACE_NOT_FOUND, NOT_FOUND for
 * a collection of another space, SMART_COLLECTION, and CONFLICT for a uuid that belongs to another account.
 */
export function createEncrypted(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  actor: Actor,
  items: readonly NewEncrypted[],
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const locked = await lockSpaces(tx, actor.accountId, [actor.spaceId]);
    if (locked === 0) throw new Problem('SPACE_NOT_FOUND');
    const newItems = await skipExisting(tx, actor, items);
    if (newItems.length === 0) return 0;
    const now = clock();
    const named = newItems.flatMap(({ collections = [] }) => collections);
    const rows = assignPositions(newItems, now, await resolveCollections(tx, actor, named));
    for (const batch of split(rows, statementRoom, ({ item }) => item.cipher.length)) {
      await write(tx, actor, batch, now);
    }
    return rows.length;
  });
}

/** Returns the items that do not exist yet, without duplicates. */
async function skipExisting(
  tx: Executor,
  { accountId }: Actor,
  items: readonly NewEncrypted[],
): Promise<NewEncrypted[]> {
  const byId = new Map<string, NewEncrypted>();
  for (const item of items) if (!byId.has(item.uuid)) byId.set(item.uuid, item);
  const { rows } = await executePrepared<{ id: string; isOwn: boolean }>(
    tx,
    'find-taken-ids',
    sql`select id, account_id = ${accountId} as "isOwn" from bookmarks
      where id = any (${sql.param([...byId.keys()])}::uuid[])`,
  );
  for (const { id, isOwn } of rows) {
    if (!isOwn) throw new Problem('CONFLICT');
    byId.delete(id);
  }
  return [...byId.values()];
}

/** Assigns order keys above all existing rows, the first item at the top. */
function assignPositions(
  items: readonly NewEncrypted[],
  now: Date,
  collectionsOf: (named: readonly string[]) => readonly string[],
): Row[] {
  const first = Math.floor(Math.random() * (sequenceLimit - items.length));
  return items.map((item, at) => {
    const given = readTime(item.createdAt);
    const createdAt = given === null || isFuture(given, now) ? now : given;
    return {
      item,
      orderKey: keyAtTop(now, first + at),
      createdAt,
      fields: { ...nothingStored, ...storedFields(item), createdAt },
      collections: collectionsOf(item.collections ?? []),
    };
  });
}

const nothingStored = Object.fromEntries(
  unencryptedNames.map((name) => [name, noFields[entryName(name)]]),
) as StoredFields;

/** Returns the fields that an item has in addition to its envelope; invalid times are null. */
export function storedFields(item: FieldsOfItem): Partial<StoredFields> {
  const given = unencryptedNames.filter((name) => item[name] !== undefined);
  return Object.fromEntries(
    given.map((name) => {
      const value = item[name];
      return [name, typeof value === 'string' ? readTime(value) : value];
    }),
  );
}

/** Parses a time; null for an invalid one and, as in an imported file, for a time outside of 1970 to 2099. */
function readTime(text: string | null | undefined): Date | null {
  const ms = Date.parse(text ?? '');
  return ms >= 0 && ms < latestMs ? new Date(ms) : null;
}

const insertedColumns = {
  ...{ id: bookmarks.id, cipher: bookmarks.cipher, hint: bookmarks.hint, orderKey: bookmarks.orderKey },
  ...unencryptedColumns,
};
const insertedNames = toSql(() => eachColumn(insertedColumns, (column) => column));

async function write(
  tx: Executor,
  { accountId, spaceId }: Actor,
  rows: readonly Row[],
  now: Date,
): Promise<void> {
  const values = rows.map(({ item: { uuid: id, cipher, hint }, orderKey, fields }) => ({
    ...{ id, cipher, hint: hint === '' ? null : hint, orderKey },
    ...fields,
  }));
  const { rowCount } = await executePrepared(
    tx,
    'insert-encrypted',
    sql`insert into bookmarks (account_id, space_id, updated_at, encrypted, title_key, index_version, ${insertedNames})
      select ${accountId}, ${spaceId}, ${now}::timestamptz, true, ${titleKey}, ${indexVersion}::smallint, n.*
      from jsonb_to_recordset(${JSON.stringify(values)}) n (${toSql(() => recordset(insertedColumns))})
      on conflict (account_id, id) do nothing`,
  );
  // A concurrent request has taken one of the ids.
  if (rowCount !== rows.length) throw new Problem('CONFLICT');
  const links = rows.flatMap((row) => row.collections.map((collection) => ({ row, collection })));
  await executePrepared(
    tx,
    'link-encrypted',
    sql`insert into bookmark_collections (account_id, bookmark_id, collection_id, space_id, live, created_at)
      select ${accountId}::uuid, n.bookmark_id, n.collection_id, ${spaceId}, true, n.created_at
      from unnest(${sql.param(links.map(({ row }) => row.item.uuid))}::uuid[],
        ${sql.param(links.map(({ collection }) => collection))}::uuid[],
        ${sql.param(links.map(({ row }) => row.createdAt))}::timestamptz[]) n (bookmark_id, collection_id, created_at)`,
  );
}
