import { urlKeyHash } from '@/lib/domain/url-key';
import type { Queryable } from '@/provider/db/transaction';
import type { ReportRow } from '@/provider/services/imports/import-record';

/** What is looked for in the reports of imports. */
export interface Reported {
  url: string | null;
  title: string | null;
}

/** A report that says something of a bookmark, and what is left of it without. */
export interface Report {
  id: string;
  others: ReportRow[];
}

/** As much of a title as a report shows. */
const shownCharacters = 1_000;
const shown = (title: string): string => Array.from(title).slice(0, shownCharacters).join('');

/** The reports of the account's imports in which one of the bookmarks stands, by its page or by its title. */
export async function findReports(
  tx: Queryable,
  accountId: string,
  bookmarks: readonly Reported[],
): Promise<Report[]> {
  const readable = bookmarks.flatMap(({ url, title }) => (url === null ? [] : [{ url, title }]));
  if (readable.length === 0) return [];
  const { rows: reports } = await tx.query<{ id: string; rows: ReportRow[] }>(
    `select id, rows from imports where account_id = $1 and rows <> '[]' order by id`,
    [accountId],
  );
  if (reports.length === 0) return [];
  const keys = new Set(readable.map(({ url }) => urlKeyHash(url)));
  const titles = new Set(readable.map(({ title }) => shown(title ?? '')));
  titles.delete('');
  // A long address is cut in the report, but not the key that it had.
  const isAbout = ({ url, key, title }: ReportRow): boolean =>
    keys.has(key ?? '') || keys.has(urlKeyHash(url)) || titles.has(title);
  return reports.flatMap(({ id, rows }) => {
    const others = rows.filter((row) => !isAbout(row));
    return others.length < rows.length ? [{ id, others }] : [];
  });
}
