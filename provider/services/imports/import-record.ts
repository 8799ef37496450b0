import type { Import, ImportRowReason } from '@/lib/contract/schemas/import';
import type { DefaultCollectionChange } from '@/provider/services/imports/default-collection';
import type { Database } from '@/provider/db/client';

/** An entry in an import's report. `key` is the hash of the url's key, by which the entry is found again. */
export interface ReportRow {
  line: number;
  reasons: ImportRowReason[];
  title: string;
  url: string;
  key: string | null;
}

/** Bookmarks of the library that an import adds something to, and what. */
export interface MergedCounts {
  bookmarks: number;
  tags: number;
  descriptions: number;
  favorites: number;
  /** Bookmarks whose date of creation moves back. */
  dates: number;
  /** Bookmarks that were visited more often. */
  visits: number;
}

/** Why an import failed, where somebody can do something about it. */
export type ImportFailure = NonNullable<Import['failure']>;

/** A row of `imports`. */
export interface ImportRecord {
  id: string;
  accountId: string;
  spaceId: string;
  /** The one collection that everything goes to; null where folders become collections. */
  collectionId: string | null;
  status: 'receiving' | 'queued' | 'running' | 'done' | 'failed' | 'undone';
  dryRun: boolean;
  bytes: number;
  bytesTotal: number | null;
  readCount: number;
  createdCount: number;
  duplicateCount: number;
  invalidCount: number;
  collectionCount: number;
  rows: ReportRow[];
  /** Reports of earlier versions do not say what is public. */
  newCollections: { name: string; count: number; isPublic?: boolean }[];
  /** Empty until the merge is over. */
  merged: Partial<MergedCounts>;
  /** See default-collection.ts. */
  defaultCollection: DefaultCollectionChange | null;
  failure: ImportFailure | null;
  /** How often its merge was begun. */
  attempts: number;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

export const importColumns = `
  id, account_id as "accountId", space_id as "spaceId", collection_id as "collectionId", status,
  dry_run as "dryRun", bytes::float8, bytes_total::float8 as "bytesTotal", read_count as "readCount",
  created_count as "createdCount", duplicate_count as "duplicateCount", invalid_count as "invalidCount",
  collection_count as "collectionCount", rows, new_collections as "newCollections", merged,
  default_collection as "defaultCollection", failure, attempts,
  created_at as "createdAt", started_at as "startedAt", finished_at as "finishedAt"`;

/** The account's import with this id; null for anybody else's, and while its file is still being received. */
export async function findImport(
  { $client }: Database,
  accountId: string,
  id: string,
): Promise<ImportRecord | null> {
  const { rows } = await $client.query<ImportRecord>(
    `select ${importColumns} from imports where id = $1 and account_id = $2 and status <> 'receiving'`,
    [id, accountId],
  );
  return rows[0] ?? null;
}
