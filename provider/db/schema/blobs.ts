import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import { byteOrderedText, time } from './columns';

/**
 * [Note: Blobs] Files such as covers are in a store outside of the database, under the hash of their content, so that
 * equal files are stored once for all accounts. A row of `blobs` exists before its object is written and until after it
 * is deleted: there is no object without a row, except after a crash during a restore.
 *
 * A blob is kept as long as a row of `blob_references` has its hash. When a blob is stored, and when a reference is
 * deleted, a row of `blob_releases` names a time from which the blob may be deleted. The job locks the row of the blob,
 * and deletes the object only if there is neither a reference nor a release that is due later. A concurrent upload of the
 * same content locks the row as well, and adds its release before it writes the object, so it cannot lose the object:
 * the caller deletes that release in the transaction that adds the reference. Writers of references never update the rows
 * of blobs, which accounts share, so that they cannot block each other.
 *
 * The grace period of a day is longer than any upload, and keeps the objects for a backup that runs. It is skipped if
 * a bookmark becomes encrypted (the setting `markwell.erasing`).
 */
export const blobs = pgTable(
  'blobs',
  {
    /** SHA-256 of the content, in hexadecimal. */
    hash: byteOrderedText('hash').primaryKey(),
    size: bigint('size', { mode: 'number' }).notNull(),
    contentType: text('content_type').notNull(),
    createdAt: time('created_at').notNull(),
  },
  () => [check('blobs_hash_check', sql`hash ~ '^[0-9a-f]{64}$'`)],
);

/**
 * What keeps a blob: a bookmark, with the name of its use, such as `cover-320`. The id of a collection stands in place of
 * the bookmark's for uses that begin with `collection-`. A reference never changes, except for its bookmark with a merge and
 * its undo. Triggers delete the references of a bookmark in the statement that deletes or encrypts it, and count the bytes
 * in `blob_usage`, see [Note: Storage quota]; a blob counts once for each reference.
 */
export const blobReferences = pgTable(
  'blob_references',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    bookmarkId: uuid('bookmark_id').notNull(),
    name: text('name').notNull(),
    hash: byteOrderedText('hash')
      .notNull()
      .references(() => blobs.hash),
    size: bigint('size', { mode: 'number' }).notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'blob_references_pkey',
      columns: [table.accountId, table.bookmarkId, table.name],
    }),
    index('blob_references_hash_idx').on(table.hash),
    index('blob_references_collections_idx')
      .on(table.accountId, table.bookmarkId)
      .where(sql`name in ('collection-320', 'collection-640')`),
  ],
);

/** Bytes of the blobs and the annotations of an account. A row is added with the first of them. */
export const blobUsage = pgTable('blob_usage', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
});

/** Times from which a blob may be deleted if nothing refers to it. */
export const blobReleases = pgTable(
  'blob_releases',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    hash: byteOrderedText('hash').notNull(),
    dueAt: time('due_at').notNull(),
  },
  (table) => [
    index('blob_releases_due_idx').on(table.dueAt),
    index('blob_releases_hash_idx').on(table.hash, table.dueAt),
  ],
);
