import type { PoolClient } from 'pg';
import type { Queryable } from '@/provider/db/transaction';
import type { ImportRecord, MergedCounts, ReportRow } from '@/provider/services/imports/import-record';
import type { NewCollection } from '@/provider/services/imports/place-collections';

/** What an import, or its rehearsal, came to. */
export interface ImportReport {
  created: number;
  duplicates: number;
  invalid: number;
  rows: ReportRow[];
  newCollections: readonly NewCollection[];
  merged: MergedCounts;
}

const reportedRows = 1_000;
const reportedCollections = 1_000;
const shownCharacters = 1_000;

/** Sums up what was not taken as it stands, from the tables of the merge. */
export async function sumUp(
  client: PoolClient,
  importId: string,
): Promise<Pick<ImportReport, 'duplicates' | 'invalid' | 'rows'>> {
  const { rows: counts } = await client.query<{ duplicates: number; invalid: number }>(
    `select (count(kept) filter (where not is_place) + (select count(*) from import_known))::integer as duplicates,
       count(*) filter (where url_key is null)::integer as invalid
     from import_rows where import_id = $1`,
    [importId],
  );
  const { rows } = await client.query<ReportRow>(
    `select r.line, r.reasons || case when r.kept is not null then '{duplicate_in_file}'::text[]
         when n.position is not null then '{duplicate_in_library}' else '{}' end as reasons,
       left(r.title, $3) as title, left(r.url, $3) as url, r.url_key as key
     from import_rows r left join import_known n on n.position = r.position
     where r.import_id = $1 and not r.is_place and (r.kept is not null or n.position is not null or r.reasons <> '{}')
     order by r.position limit $2`,
    [importId, reportedRows, shownCharacters],
  );
  return { duplicates: counts[0]?.duplicates ?? 0, invalid: counts[0]?.invalid ?? 0, rows };
}

/** Ends the import with its report. */
export async function closeImport(
  client: PoolClient,
  { id }: ImportRecord,
  report: ImportReport,
  finishedAt: Date,
): Promise<void> {
  const newCollections = report.newCollections.slice(0, reportedCollections);
  await client.query(
    `update imports set status = 'done', created_count = $2, duplicate_count = $3, invalid_count = $4,
       collection_count = $5, rows = $6, new_collections = $7, finished_at = $8, merged = $9
     where id = $1`,
    [
      id, report.created, report.duplicates, report.invalid, report.newCollections.length, JSON.stringify(report.rows),
      JSON.stringify(newCollections.map(({ name, count, shared }) => ({ name, count, isPublic: shared !== null }))),
      finishedAt,
      JSON.stringify(report.merged),
    ], // prettier-ignore
  );
}

/** Lets go of what was staged for an import. */
export async function dropStaged(client: Queryable, importId: string): Promise<void> {
  await client.query('delete from import_rows where import_id = $1', [importId]);
  await client.query('delete from import_folders where import_id = $1', [importId]);
}
