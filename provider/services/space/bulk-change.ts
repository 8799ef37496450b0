import type { Queryable } from '@/provider/db/transaction';

/** Settings of a transaction that writes thousands of rows: their words are filed together, not a few at a time. */
export async function beginBulkChange(tx: Queryable): Promise<void> {
  await tx.query("set local work_mem = '64MB'; set local gin_pending_list_limit = '4MB'");
}

/**
 * Moves the words of a bulk change from the pending lists of the GIN indexes into the indexes. Until then every search
 * reads these lists from end to end: after an import of 100,000 bookmarks that doubled its time, until autovacuum came.
 */
export async function clearPendingWords(db: Pick<Queryable, 'query'>): Promise<void> {
  await db.query(
    "select gin_clean_pending_list('bookmarks_search_idx'), gin_clean_pending_list('space_words_trigram_idx')",
  );
}
