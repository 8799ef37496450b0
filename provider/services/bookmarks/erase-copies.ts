import { urlKeyHash } from '@/lib/domain/url-key';
import type { Queryable } from '@/provider/db/transaction';
import type { BookmarkRecord } from '@/provider/services/bookmarks/bookmark-record';

interface Report {
  id: string;
  rows: { url: string; title: string }[];
}

const forgetWords = `
  with touched as (
    update change_rows set before = before - '{title,description,tags}'::text[] where bookmark_id = $1
    returning change_id)
  update changes c set renamed_tag = null from touched t where c.id = t.change_id and c.renamed_tag is not null`;

/**
 * Takes away what else the database holds of a bookmark that becomes encrypted: the icon that was kept for its host,
 * what imports have staged of its page, the lines about it in the reports of imports, and its words in the journal of
 * changes. The text of its page and what is known of its link go with the change itself: see the migration 0008.
 */
export async function eraseCopies(
  tx: Queryable,
  accountId: string,
  { id: bookmarkId, domain, url, title }: BookmarkRecord,
): Promise<void> {
  const key = urlKeyHash(url ?? '');
  await tx.query('delete from favicons where host = $1', [domain]);
  await tx.query(
    `delete from import_rows r using imports i
     where i.id = r.import_id and i.account_id = $1 and r.url_key = $2`,
    [accountId, key],
  );
  await tx.query(forgetWords, [bookmarkId]);
  const { rows: reports } = await tx.query<Report>(
    `select id, rows from imports where account_id = $1 and rows <> '[]' for update`,
    [accountId],
  );
  for (const { id, rows } of reports) {
    const kept = rows.filter((row) => urlKeyHash(row.url) !== key && (title === '' || row.title !== title));
    if (kept.length < rows.length) {
      await tx.query('update imports set rows = $2 where id = $1', [id, JSON.stringify(kept)]);
    }
  }
}
