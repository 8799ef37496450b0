import type { CustomTypesConfig } from 'pg';
import type { StoredBookmark } from '@/lib/contract/schemas/encryption';
import type { Actor } from '@/provider/actor';
import { inTransaction, type Queryable } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { getBookmark } from '@/provider/services/bookmarks/find-bookmark';
import { findReports } from '@/provider/services/bookmarks/find-reports';

/**
 * Where something of a bookmark can stand, with the condition that finds it: `$1` is the bookmark, `b` its row. A table
 * of the database is here or in {@link tablesWithoutBookmarks}, which a test compares with the database itself.
 */
export const storedIn = {
  bookmarks: 't.id = b.id',
  bookmark_collections: 't.bookmark_id = b.id',
  tags: 't.space_id = b.space_id and t.key in (select mw_tag_key(tag) from unnest(b.tags) tag)',
  space_words: 't.space_id = b.space_id and t.word in (select mw_words(b.search))',
  page_contents: 't.bookmark_id = b.id',
  page_fetches: 't.bookmark_id = b.id',
  metadata_fetches: 't.bookmark_id = b.id',
  link_checks: 't.bookmark_id = b.id',
  link_hosts: 't.host = b.domain',
  favicons: 't.host = b.domain',
  changes: 't.id in (select r.change_id from change_rows r where r.bookmark_id = b.id)',
  change_rows: 't.bookmark_id = b.id',
  key_change_rows: 't.bookmark_id = b.id',
  import_changes: 't.bookmark_id = b.id',
  import_rows: `t.import_id in (select i.id from imports i where i.account_id = b.account_id)
    and (t.bookmark_id = b.id or t.url_key = b.url_key)`,
  imports: 't.account_id = b.account_id and t.id = any ($2::uuid[])',
} as const satisfies Record<string, string>;

/** Tables that hold nothing of what a bookmark says; the walks keep the place that a job has come to. */
export const tablesWithoutBookmarks = [
  ...[
    'accounts',
    'avatars',
    'email_codes',
    'erasures',
    'identities',
    'mails',
    'personal_tokens',
    'rate_limits',
    'sessions',
  ],
  ...['collections', 'import_folders', 'key_changes', 'link_walk', 'migrations', 'page_walk', 'spaces'],
] as const;

/** Values as the database prints them, whatever their type. */
const asPrinted: CustomTypesConfig = { getTypeParser: () => (value: string) => value };

/** Every row that the database holds of a bookmark of the actor, all of one moment. Throws NOT_FOUND. */
export function readStored(
  { db }: Pick<ProviderDeps, 'db'>,
  { accountId }: Actor,
  id: string,
): Promise<StoredBookmark> {
  return inTransaction(db, async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    const bookmark = await getBookmark(tx, accountId, id);
    const reports = await findReports(tx, accountId, [bookmark]);
    const found = reports.map((report) => report.id);
    const tables: StoredBookmark['tables'] = [];
    for (const [name, condition] of Object.entries(storedIn)) {
      const rows = await readRows(tx, name, condition, name === 'imports' ? [id, found] : [id]);
      if (rows.length > 0) tables.push({ name, rows });
    }
    return { tables };
  });
}

async function readRows(
  tx: Queryable,
  table: string,
  condition: string,
  values: unknown[],
): Promise<StoredBookmark['tables'][number]['rows']> {
  const { fields, rows } = await tx.query<(string | null)[]>({
    text: `select t.* from ${table} t, bookmarks b where b.id = $1 and ${condition}`,
    rowMode: 'array',
    types: asPrinted,
    values,
  });
  return rows.map((row) => fields.map(({ name }, at) => ({ column: name, value: row[at] ?? null })));
}
