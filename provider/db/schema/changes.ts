import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import { time } from './columns';
import { bookmarks, spaces } from './library';

/**
 * [Note: Journal] A change to many bookmarks first records what it changes, in its own transaction: a row of `changes`,
 * and for each bookmark the fields that it touches (`before`) and, if those change, its collections (`links`, each with
 * the import that added it). `before` also has the tags of annotations, and what a merge moved. Undo restores exactly
 * these. `intoId` is the bookmark that another one was merged into. The journal copies the content of bookmarks: it is
 * deleted with the bookmark, with its space, after a day, and after some further changes. A bookmark that becomes encrypted
 * removes its text from it.
 */
export const changes = pgTable(
  'changes',
  {
    id: uuid('id').notNull(),
    accountId: uuid('account_id').notNull(),
    spaceId: uuid('space_id').notNull(),
    renamedTag: text('renamed_tag'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'changes_pkey', columns: [table.accountId, table.id] }),
    foreignKey({
      name: 'changes_space_fkey',
      columns: [table.accountId, table.spaceId],
      foreignColumns: [spaces.accountId, spaces.id],
    }).onDelete('cascade'),
    index('changes_id_idx').on(table.id),
    index('changes_space_idx').on(table.spaceId, table.createdAt),
    index('changes_age_idx').on(table.createdAt),
  ],
);

export const changeRows = pgTable(
  'change_rows',
  {
    accountId: uuid('account_id').notNull(),
    changeId: uuid('change_id').notNull(),
    bookmarkId: uuid('bookmark_id').notNull(),
    before: jsonb('before').notNull(),
    links: jsonb('links'),
    intoId: uuid('into_id'),
  },
  (table) => [
    primaryKey({ name: 'change_rows_pkey', columns: [table.accountId, table.changeId, table.bookmarkId] }),
    index('change_rows_bookmark_idx').on(table.bookmarkId),
    index('change_rows_into_idx')
      .on(table.changeId, table.intoId)
      .where(sql`into_id is not null`),
  ],
);

/**
 * [Note: Collection journal] The collections of a change ([Note: Journal]): `before` is the whole row of a collection
 * that was deleted or merged, with the imports that had it as their target, and only the changed columns of one that
 * still exists.
 */
export const changeCollections = pgTable(
  'change_collections',
  {
    accountId: uuid('account_id').notNull(),
    changeId: uuid('change_id').notNull(),
    collectionId: uuid('collection_id').notNull(),
    kind: text('kind', { enum: ['deleted', 'moved', 'updated'] }).notNull(),
    before: jsonb('before').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'change_collections_pkey',
      columns: [table.accountId, table.changeId, table.collectionId],
    }),
    foreignKey({
      name: 'change_collections_change_fkey',
      columns: [table.accountId, table.changeId],
      foreignColumns: [changes.accountId, changes.id],
    }).onDelete('cascade'),
    check('change_collections_kind_check', sql`kind in ('deleted', 'moved', 'updated')`),
  ],
);

/**
 * A change of an encryption key that is too large for one request: its envelopes are uploaded in parts, and the last
 * request applies them in one transaction. An account has one change at most, so the table holds at most one envelope
 * per bookmark. `applied` is the result, which is returned again if the request is repeated.
 */
export const keyChanges = pgTable(
  'key_changes',
  {
    id: uuid('id').notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: time('created_at').notNull(),
    applied: integer('applied'),
  },
  (table) => [
    primaryKey({ name: 'key_changes_pkey', columns: [table.accountId, table.id] }),
    unique('key_changes_account_id_key').on(table.accountId),
    index('key_changes_created_idx').on(table.createdAt),
  ],
);

export const keyChangeRows = pgTable(
  'key_change_rows',
  {
    accountId: uuid('account_id').notNull(),
    changeId: uuid('change_id').notNull(),
    bookmarkId: uuid('bookmark_id').notNull(),
    cipher: text('cipher').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'key_change_rows_pkey',
      columns: [table.accountId, table.changeId, table.bookmarkId],
    }),
    foreignKey({
      name: 'key_change_rows_change_fkey',
      columns: [table.accountId, table.changeId],
      foreignColumns: [keyChanges.accountId, keyChanges.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'key_change_rows_bookmark_fkey',
      columns: [table.accountId, table.bookmarkId],
      foreignColumns: [bookmarks.accountId, bookmarks.id],
    }).onDelete('cascade'),
    index('key_change_rows_bookmark_idx').on(table.bookmarkId),
  ],
);

/**
 * Each row triggers the job that removes the last copies of a bookmark's text, see `eraseRemains`. Encryption inserts
 * it in its own transaction.
 */
export const erasures = pgTable('erasures', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
});
