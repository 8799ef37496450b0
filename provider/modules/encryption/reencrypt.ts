import { sql, type SQL } from 'drizzle-orm';
import type { BodyOf } from '@/provider/middleware/handler';
import type { CustomTypesConfig } from 'pg';
import type { StoredBookmark } from '@/lib/contract/encryption';
import { split } from '@/lib/utils/split';
import type { Actor } from '@/provider/actor';
import { executePrepared, toSql, type Executor } from '@/provider/db/client';
import { inTransaction, lockAllSpaces, type Transaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { eachColumn, unencryptedColumns } from '@/provider/modules/bookmarks/columns';
import { eraseCopies, erasing, findReports } from '@/provider/modules/bookmarks/erase-copies';
import { alignLinks, getBookmark } from '@/provider/modules/bookmarks/queries';
import { prepareBulkChange } from '@/provider/modules/bookmarks/journal';
import {
  envelopesOf,
  requireKeyUnused,
  requireUnchanged,
  rejectRepeated,
  setEncrypted,
  statementRoom,
  type NewEnvelope,
} from '@/provider/modules/encryption/key-change';
import { storedFields } from '@/provider/modules/encryption/create';

interface Current {
  id: string;
  encrypted: boolean;
  updatedAt: string;
  title: string | null;
  url: string | null;
  domain: string | null;
}

const mergedColumns = toSql(() =>
  eachColumn(
    unencryptedColumns,
    (column, name, type) =>
      `${column} = case when u.fields ? '${name}' then (u.fields ->> '${name}')::${type} else b.${column} end`,
  ),
);

/** Fields that an import found in addition to the envelope. */
const merge = (accountId: string, json: string): SQL => sql`
  update bookmarks b set ${mergedColumns} from jsonb_to_recordset(${json}) u (uuid uuid, fields jsonb)
  where b.account_id = ${accountId} and b.id = u.uuid`;

/**
 * Replaces the envelopes of many bookmarks of the actor, in any space and the trash, all or none. Plaintext copies of
 * those that were unencrypted are deleted in the same transaction. Returns the number of bookmarks. Throws
 * VALIDATION_FAILED for a repeated uuid, NOT_FOUND, and OUTDATED when a bookmark changed since the caller read it, or
 * when one is still encrypted with the replaced key.
 */
export async function reencrypt(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  { accountId }: Actor,
  { items, hint, replaces, kept = [] }: BodyOf<'bookmarks.reencrypt'>,
): Promise<number> {
  rejectRepeated(items);
  const spared = [...items.map(({ uuid }) => uuid), ...kept];
  return inTransaction(
    db,
    async (tx) => {
      await lockAllSpaces(tx, accountId);
      await prepareBulkChange(tx, items.length);
      const now = clock();
      for (const batch of split(items, statementRoom, ({ cipher }) => cipher.length)) {
        const current = await readUnchanged(tx, accountId, batch);
        const readable = current.filter(({ encrypted }) => !encrypted);
        await eraseCopies(tx, accountId, readable, spared);
        await tx.execute(sql`
        update bookmarks b set ${setEncrypted(now, hint)} from ${envelopesOf(batch)} u (id, cipher)
        where b.account_id = ${accountId} and b.id = u.id`);
        await mergeFields(tx, accountId, batch);
      }
      if (replaces !== undefined) await requireKeyUnused(tx, accountId, replaces);
      return items.length;
    },
    [erasing],
  );
}

/** Writes the fields that items have in addition to their envelope. */
async function mergeFields(tx: Executor, accountId: string, items: readonly NewEnvelope[]): Promise<void> {
  const merged = items.flatMap(({ uuid, ...item }) => {
    const { createdAt, ...others } = storedFields(item);
    // A bookmark keeps its creation time if that of the file is invalid.
    const fields = (createdAt ?? null) === null ? others : { createdAt, ...others };
    return Object.keys(fields).length === 0 ? [] : { uuid, fields };
  });
  if (merged.length === 0) return;
  await tx.execute(merge(accountId, JSON.stringify(merged)));
  await alignLinks(
    tx.$client,
    accountId,
    merged.map(({ uuid }) => uuid),
  );
}

/** Returns the current bookmarks. Throws NOT_FOUND if one is missing, OUTDATED if one has changed. */
async function readUnchanged(
  tx: Executor,
  accountId: string,
  items: readonly NewEnvelope[],
): Promise<Current[]> {
  const { rows } = await executePrepared<Current>(
    tx,
    'read-to-encrypt',
    sql`select b.id, b.encrypted, (b.updated_at at time zone 'UTC')::text as "updatedAt", b.title, b.url, b.domain
      from bookmarks b
      where b.id = any (${sql.param(items.map(({ uuid }) => uuid))}::uuid[]) and b.account_id = ${accountId}`,
  );
  requireUnchanged(rows, items);
  return rows;
}

const ofBookmark = 't.account_id = b.account_id and t.bookmark_id = b.id';

/**
 * Tables that can contain data of a bookmark, with the condition that finds it: `$1` is the bookmark, `b` its row. A test
 * compares them, and a list of all others, with the database.
 */
export const bookmarkTables = {
  bookmarks: 't.account_id = b.account_id and t.id = b.id',
  bookmark_collections: ofBookmark,
  tags: 't.space_id = b.space_id and t.key in (select mw_tag_key(tag) from unnest(b.tags) tag)',
  space_words: 't.space_id = b.space_id and t.word in (select mw_words(b.search))',
  page_contents: ofBookmark,
  page_fetches: ofBookmark,
  metadata_fetches: ofBookmark,
  link_checks: ofBookmark,
  covers: ofBookmark,
  cover_fetches: ofBookmark,
  highlights: ofBookmark,
  copies: ofBookmark,
  embeddings: ofBookmark,
  copy_fetches: ofBookmark,
  blob_references: ofBookmark,
  link_hosts: 't.host = b.domain',
  favicons: 't.host = b.domain',
  changes: `t.account_id = b.account_id and t.id in (
    select r.change_id from change_rows r where r.account_id = b.account_id and r.bookmark_id = b.id)`,
  change_rows: ofBookmark,
  key_change_rows: ofBookmark,
  import_changes: ofBookmark,
  import_rows: `t.account_id = b.account_id and t.import_id in (select i.id from imports i where i.account_id = b.account_id)
    and (t.bookmark_id = b.id or t.url_key = b.url_key)`,
  imports: 't.account_id = b.account_id and t.id = any ($2::uuid[])',
} as const satisfies Record<string, string>;

/** Keeps values in the text format of the database, regardless of their type. */
const asPrinted: CustomTypesConfig = { getTypeParser: () => (value: string) => value };

/** Returns every stored row with data of a bookmark of the actor, from one snapshot. Throws NOT_FOUND. */
export function readStored(
  { db }: Pick<ProviderDeps, 'db'>,
  { accountId }: Actor,
  id: string,
): Promise<StoredBookmark> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    const bookmark = await getBookmark(tx, accountId, id);
    const reports = await findReports(tx, accountId, [bookmark]);
    const found = reports.map((report) => report.id);
    const tables: StoredBookmark['tables'] = [];
    for (const [name, condition] of Object.entries(bookmarkTables)) {
      const rows = await readRows(
        tx,
        name,
        condition,
        name === 'imports' ? [id, found, accountId] : [id, accountId],
      );
      if (rows.length > 0) tables.push({ name, rows });
    }
    return { tables };
  });
}

/** Bypasses the query builder, which neither returns the column names of `*` nor keeps values in text format. */
async function readRows(
  { $client }: Transaction,
  table: string,
  condition: string,
  values: unknown[],
): Promise<StoredBookmark['tables'][number]['rows']> {
  const { fields, rows } = await $client.query<(string | null)[]>({
    text: `select t.* from ${table} t, bookmarks b where b.account_id = $${values.length} and b.id = $1 and ${condition}`,
    rowMode: 'array',
    types: asPrinted,
    values,
  });
  return rows.map((row) => fields.map(({ name }, at) => ({ column: name, value: row[at] ?? null })));
}
