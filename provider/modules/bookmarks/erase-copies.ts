import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import { urlKeyHash } from '@/lib/domain/url-key';
import type { Executor } from '@/provider/db/client';
import { importChanges, imports, type ReportRow } from '@/provider/db/schema/imports';
import { textNames } from '@/provider/modules/bookmarks/columns';

/** Fields of a bookmark by which report entries are found. */
interface Reported {
  url: string | null;
  title: string | null;
}

/** An import report that mentions the bookmarks, and its remaining rows without them. */
export interface Report {
  id: string;
  others: ReportRow[];
}

/** Maximum title length in a report. */
const shownCharacters = 1_000;
const shown = (title: string): string => Array.from(title).slice(0, shownCharacters).join('');

const isReport = (accountId: string) => and(eq(imports.accountId, accountId), sql`${imports.rows} <> '[]'`);

/** Returns the import reports of the account that contain one of the bookmarks, by page or by title. */
export async function findReports(
  tx: Executor,
  accountId: string,
  bookmarks: readonly Reported[],
): Promise<Report[]> {
  const readable = bookmarks.flatMap(({ url, title }) => (url === null ? [] : [{ url, title }]));
  if (readable.length === 0) return [];
  const reports = await tx
    .select({ id: imports.id, rows: imports.rows })
    .from(imports)
    .where(isReport(accountId))
    .orderBy(asc(imports.id));
  if (reports.length === 0) return [];
  const keys = new Set(readable.map(({ url }) => urlKeyHash(url)));
  const titles = new Set(readable.map(({ title }) => shown(title ?? '')));
  titles.delete('');
  // The report truncates a long address, but not its key.
  const isAbout = ({ url, key, title }: ReportRow): boolean =>
    keys.has(key ?? '') || keys.has(urlKeyHash(url)) || titles.has(title);
  return reports.flatMap(({ id, rows }) => {
    const others = rows.filter((row) => !isAbout(row));
    return others.length < rows.length ? [{ id, others }] : [];
  });
}

/** A bookmark that is unencrypted until this change. */
export interface Readable extends Reported {
  id: string;
  domain: string | null;
}

const eraseTexts = (
  accountId: string,
  keys: readonly string[],
  ids: readonly string[],
  kept: readonly string[],
): SQL => sql`
  with purged as (
    delete from bookmarks
    where account_id = ${accountId} and space_id in (select id from spaces where account_id = ${accountId})
      and url_key = any (${sql.param(keys)}::uuid[]) and deleted_at is not null and not encrypted
      and id <> all (${sql.param(kept)}::uuid[])),
  requested as (insert into erasures default values),
  touched as (
    update change_rows set before = before - ${sql.param([...textNames, 'highlight_tags'])}::text[]
    where account_id = ${accountId} and bookmark_id = any (${sql.param(ids)}::uuid[])
    returning change_id)
  update changes c set renamed_tag = null
  from (select distinct change_id from touched) t
  where c.account_id = ${accountId} and c.id = t.change_id and c.renamed_tag is not null`;

/** Setting of a transaction with {@link eraseCopies}: files are deleted without a grace period, see [Note: Blobs]. */
export const erasing = "set local markwell.erasing = 'on'";

/**
 * Deletes the remaining copies of bookmarks that become encrypted: the icons of their hosts, duplicates in the trash of
 * any space (such as a merge leaves), staged rows of imports for their pages, their entries in import reports, and
 * their text in the journal of changes. The caller has locked all spaces of the account. Triggers delete page texts and
 * link checks, see provider/db/schema/pages.ts. The number of statements does not depend on the number of bookmarks.
 * Requests `eraseRemains` for the physical remains of the deleted rows. `kept` are bookmarks that become encrypted as
 * well, now or later, and so are not deleted as duplicates of others.
 */
export async function eraseCopies(
  tx: Executor,
  accountId: string,
  bookmarks: readonly Readable[],
  kept: readonly string[] = [],
): Promise<void> {
  if (bookmarks.length === 0) return;
  const keys = bookmarks.map(({ url }) => urlKeyHash(url ?? ''));
  const ids = bookmarks.map(({ id }) => id);
  const hosts = bookmarks.map(({ domain }) => domain);
  // Always in one order, since hosts are shared by all accounts: concurrent calls cannot deadlock.
  await tx.execute(sql`
    delete from favicons where host in (
      select host from favicons where host = any (${sql.param(hosts)}::text[]) order by host, scheme for update)`);
  await tx.execute(sql`
    delete from import_rows r using imports i
    where i.account_id = ${accountId} and r.account_id = ${accountId} and i.id = r.import_id
      and r.url_key = any (${sql.param(keys)}::uuid[])`);
  await tx.execute(eraseTexts(accountId, keys, ids, [...ids, ...kept]));
  await tx
    .update(importChanges)
    .set({ before: {}, after: {} })
    .where(
      and(
        eq(importChanges.accountId, accountId),
        sql`${importChanges.bookmarkId} = any (${sql.param(ids)}::uuid[])`,
      ),
    );
  await cleanReports(tx, accountId, bookmarks);
}

async function cleanReports(tx: Executor, accountId: string, bookmarks: readonly Reported[]): Promise<void> {
  await tx
    .select({ id: imports.id })
    .from(imports)
    .where(isReport(accountId))
    .orderBy(asc(imports.id))
    .for('update');
  const reports = await findReports(tx, accountId, bookmarks);
  if (reports.length === 0) return;
  const ids = sql.param(reports.map(({ id }) => id));
  const others = sql.param(reports.map((report) => JSON.stringify(report.others)));
  await tx.execute(sql`
    update imports i set rows = u.rows from unnest(${ids}::uuid[], ${others}::jsonb[]) u (id, rows)
    where i.account_id = ${accountId} and i.id = u.id`);
}
