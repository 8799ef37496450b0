import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { FoundInFile } from '@/lib/formats/found-in-file';
import { importProducts, productRefusals, type Import, type ImportRowReason } from '@/lib/contract/imports';
import type { DefaultCollection, ImportHighlight } from '@/lib/formats/entry';
import { accounts } from './accounts';
import { byteOrderedText, bytes, descending, searchVector, time } from './columns';
import { spaces, type CollectionRow, type ImportedExtra } from './library';

/** An entry in the report of an import. `key` is a hash of the URL key that identifies the entry. */
export interface ReportRow {
  line: number;
  reasons: ImportRowReason[];
  title: string;
  url: string;
  key: string | null;
}

/** Existing bookmarks that an import changes, by kind of change. */
export interface MergedCounts {
  bookmarks: number;
  tags: number;
  descriptions: number;
  favorites: number;
  /** Bookmarks with an earlier creation date. */
  dates: number;
  /** Bookmarks with more visits. */
  visits: number;
}

/** Failure reason of an import, if the user can act on it. */
export type ImportFailure = NonNullable<Import['failure']>;

/** Fields of the default collection that an import can change. */
export type DefaultCollectionLook = Readonly<
  Pick<CollectionRow, 'color' | 'description' | 'security' | 'listed'>
>;

/** The default collection as described by the file, and the fields that the import changed, for undo. */
export interface DefaultCollectionChange {
  readonly file: DefaultCollection;
  readonly id?: string;
  readonly before?: Partial<DefaultCollectionLook>;
  readonly after?: Partial<DefaultCollectionLook>;
}

export const imports = pgTable(
  'imports',
  {
    id: uuid('id').notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    spaceId: uuid('space_id').notNull(),
    /** Target collection of all bookmarks; null if folders become collections. */
    collectionId: uuid('collection_id'),
    /** The import that leads this one. See [Note: Import parts]. */
    leaderId: uuid('leader_id'),
    /** Name of the space in the file, which is that of `spaceId` unless a dry run creates it. */
    spaceName: text('space_name'),
    /** Whether the space did not exist before. */
    createsSpace: boolean('creates_space').notNull().default(false),
    status: text('status', {
      enum: ['receiving', 'queued', 'running', 'done', 'failed', 'undone'],
    }).notNull(),
    dryRun: boolean('dry_run').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    bytesTotal: bigint('bytes_total', { mode: 'number' }),
    readCount: integer('read_count').notNull().default(0),
    createdCount: integer('created_count').notNull().default(0),
    duplicateCount: integer('duplicate_count').notNull().default(0),
    /** Those of the duplicates that repeat an entry of the file. */
    repeatedCount: integer('repeated_count').notNull().default(0),
    invalidCount: integer('invalid_count').notNull().default(0),
    collectionCount: integer('collection_count').notNull().default(0),
    rows: jsonb('rows').$type<ReportRow[]>().notNull().default([]),
    /** Reports of earlier versions lack `isPublic` and `lostRules`. */
    newCollections: jsonb('new_collections')
      .$type<{ name: string; count: number; isPublic?: boolean; lostRules?: boolean }[]>()
      .notNull()
      .default([]),
    /** Number of times the merge was started. */
    attempts: smallint('attempts').notNull().default(0),
    createdAt: time('created_at').notNull(),
    startedAt: time('started_at'),
    finishedAt: time('finished_at'),
    /** Empty until the merge is finished. */
    merged: jsonb('merged').$type<Partial<MergedCounts>>().notNull().default({}),
    failure: text('failure').$type<ImportFailure>(),
    /** Null while the file is being received. */
    found: jsonb('found').$type<FoundInFile>(),
    /** Null if the file does not describe it. */
    defaultCollection: jsonb('default_collection').$type<DefaultCollectionChange>(),
  },
  (table) => [
    primaryKey({ name: 'imports_pkey', columns: [table.accountId, table.id] }),
    foreignKey({
      name: 'imports_space_fkey',
      columns: [table.accountId, table.spaceId],
      foreignColumns: [spaces.accountId, spaces.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'imports_leader_fkey',
      columns: [table.accountId, table.leaderId],
      foreignColumns: [table.accountId, table.id],
    }).onDelete('cascade'),
    index('imports_account_idx').on(table.accountId, descending(table.createdAt)),
    index('imports_open_idx')
      .on(table.createdAt)
      .where(sql`status in ('receiving', 'queued', 'running')`),
    check(
      'imports_status_check',
      sql`status in ('receiving', 'queued', 'running', 'done', 'failed', 'undone')`,
    ),
  ],
);
export type ImportRecord = typeof imports.$inferSelect;

/** Entries that an import has read but not merged yet. */
export const importRows = pgTable(
  'import_rows',
  {
    accountId: uuid('account_id').notNull(),
    importId: uuid('import_id').notNull(),
    position: integer('position').notNull(),
    line: integer('line').notNull(),
    bookmarkId: uuid('bookmark_id').notNull(),
    /** Position of the first entry for the same page, if this is a later one. */
    kept: integer('kept'),
    folder: integer('folder'),
    url: text('url').notNull(),
    /** Null for an entry that cannot be imported. */
    urlKey: uuid('url_key'),
    domain: text('domain').notNull(),
    path: text('path').notNull(),
    title: text('title').notNull(),
    titleKey: byteOrderedText('title_key').notNull(),
    search: searchVector('search').notNull(),
    description: text('description').notNull(),
    notes: text('notes').notNull().default(''),
    tags: text('tags').array().notNull(),
    favorite: boolean('favorite').notNull(),
    highlighted: boolean('highlighted').notNull(),
    orderKey: byteOrderedText('order_key').notNull(),
    addedAt: time('added_at'),
    modifiedAt: time('modified_at'),
    visitedAt: time('visited_at'),
    extra: jsonb('extra').$type<ImportedExtra>(),
    reasons: text('reasons').array().notNull(),
    type: text('type'),
    indexVersion: smallint('index_version').notNull().default(0),
    visits: integer('visits').notNull().default(0),
    later: boolean('later').notNull().default(false),
    readAt: time('read_at'),
    /** The row is a further folder of the preceding entry and not an entry itself. */
    isPlace: boolean('is_place').notNull().default(false),
    /** The envelope of an encrypted bookmark, whose `bookmarkId` is the one that it had. */
    cipher: text('cipher'),
    /** Passages that become annotations, with their words. */
    highlights: jsonb('highlights').$type<readonly (ImportHighlight & { search?: string })[]>(),
  },
  (table) => [
    primaryKey({ name: 'import_rows_pkey', columns: [table.accountId, table.importId, table.position] }),
  ],
);

export const importFolders = pgTable(
  'import_folders',
  {
    accountId: uuid('account_id').notNull(),
    importId: uuid('import_id').notNull(),
    id: integer('id').notNull(),
    path: text('path').array().notNull(),
    description: text('description').notNull(),
    entries: integer('entries').notNull(),
    isLeaf: boolean('is_leaf').notNull(),
    addedAt: time('added_at'),
    modifiedAt: time('modified_at'),
    extra: jsonb('extra').$type<ImportedExtra>(),
    /** Number of entries that precede it in the file, so that an import preserves the order of both. */
    entriesBefore: integer('entries_before').notNull().default(0),
  },
  (table) => [
    primaryKey({ name: 'import_folders_pkey', columns: [table.accountId, table.importId, table.id] }),
  ],
);

/**
 * [Note: Import journal] What an import changes in existing bookmarks, so that undo restores exactly that: the changed
 * fields with their values `before` and `after`, and whether the bookmark moved from the default collection to one of
 * the file's folders (`leftDefault`, with the import that had added it there). Undo restores a field only while it
 * still holds the value that the import wrote. The journal copies the content of bookmarks: it is deleted with the
 * bookmark and with the import, and a bookmark that becomes encrypted removes its text from it.
 */
export const importChanges = pgTable(
  'import_changes',
  {
    accountId: uuid('account_id').notNull(),
    importId: uuid('import_id').notNull(),
    bookmarkId: uuid('bookmark_id').notNull(),
    before: jsonb('before').notNull().default({}),
    after: jsonb('after').notNull().default({}),
    leftDefault: boolean('left_default').notNull().default(false),
    defaultImportId: uuid('default_import_id'),
  },
  (table) => [
    primaryKey({ name: 'import_changes_pkey', columns: [table.accountId, table.importId, table.bookmarkId] }),
    index('import_changes_bookmark_idx').on(table.bookmarkId),
  ],
);

/**
 * The library in another product that an account is reading, or has read: one at a time. See [Note: Product reads]. The
 * token is encrypted, and exists only while the library is being read.
 */
export const productReads = pgTable(
  'product_reads',
  {
    accountId: uuid('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Distinguishes it from an earlier one, whose page may still be on its way. */
    id: uuid('id').notNull(),
    product: text('product', { enum: importProducts }).notNull(),
    status: text('status', { enum: ['reading', 'read', 'failed'] }).notNull(),
    token: bytes('token'),
    /** The part to read next. */
    part: integer('part').notNull().default(0),
    /** Number of bookmarks so far; null for a product that sends all at once. */
    count: integer('count'),
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    refusal: text('refusal', { enum: productRefusals }),
    /** Time before which the product is not asked again; null if it may be asked at once. */
    retryAt: time('retry_at'),
    /** Number of times in a row that the product could not be read. */
    failures: smallint('failures').notNull().default(0),
    createdAt: time('created_at').notNull(),
  },
  () => [
    check('product_reads_status_check', sql`status in ('reading', 'read', 'failed')`),
    check('product_reads_token_check', sql`(token is not null) = (status = 'reading')`),
  ],
);
export type ProductReadRow = typeof productReads.$inferSelect;

/** The parts of a library in another product that were read. */
export const productParts = pgTable(
  'product_parts',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => productReads.accountId, { onDelete: 'cascade' }),
    part: integer('part').notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [primaryKey({ name: 'product_parts_pkey', columns: [table.accountId, table.part] })],
);
