import { getTableColumns } from 'drizzle-orm';
import type { Driver } from '@/provider/db/client';
import { imports, type ImportRecord } from '@/provider/db/schema/imports';
import { eachColumn } from '@/provider/modules/bookmarks/columns';

/** The select list of `imports`; sizes are numbers. */
export const importColumns = eachColumn(getTableColumns(imports), (column, name, type) =>
  type === 'bigint' ? `${column}::float8 as "${name}"` : `${column} as "${name}"`,
);

/**
 * Returns the account's import with this id, and those that it leads, in the order of their names. Empty for one of
 * another account, for one that another leads, and while its file is being received.
 */
export async function findImports($client: Driver, { accountId, id }: ImportKey): Promise<ImportRecord[]> {
  const { rows } = await $client.query<ImportRecord>(
    `select ${importColumns} from imports
     where account_id = $2 and status <> 'receiving' and (id = $1 and leader_id is null or leader_id = $1)
     order by space_name nulls first`,
    [id, accountId],
  );
  return rows;
}

/** Key of the rows of an import. */
export type ImportKey = Pick<ImportRecord, 'id' | 'accountId'>;
