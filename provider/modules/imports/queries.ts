import { once } from 'node:events';
import type { PoolClient } from 'pg';
import { from } from 'pg-copy-streams';
import type { Driver } from '@/provider/db/client';
import type { ImportRecord } from '@/provider/db/schema/imports';

export const importColumns = `
  id, account_id as "accountId", space_id as "spaceId", collection_id as "collectionId",
  leader_id as "leaderId", space_name as "spaceName", creates_space as "createsSpace", status,
  dry_run as "dryRun", bytes::float8, bytes_total::float8 as "bytesTotal", read_count as "readCount",
  created_count as "createdCount", duplicate_count as "duplicateCount",
  repeated_count as "repeatedCount", invalid_count as "invalidCount",
  collection_count as "collectionCount", rows, new_collections as "newCollections", merged, found,
  default_collection as "defaultCollection", failure, attempts,
  created_at as "createdAt", started_at as "startedAt", finished_at as "finishedAt"`;

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

/** A value of a row; objects are written as JSON. */
export type Cell =
  string | number | boolean | Date | readonly string[] | Readonly<Record<string, unknown>> | null;

const special = /[\\\n\r\t]/;
const everySpecial = /[\\\n\r\t]/g;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
// Most cells have no special characters, and the test costs a third of the replacement.
const escapeText = (text: string): string =>
  special.test(text) ? text.replace(everySpecial, (character) => escapes[character] ?? '') : text;

/** Formats one line in the text format of COPY. */
export const printRow = (cells: readonly Cell[]): string => `${cells.map(printCell).join('\t')}\n`;

function printCell(cell: Cell): string {
  if (cell === null) return '\\N';
  if (typeof cell === 'string') return escapeText(cell);
  if (typeof cell !== 'object') return String(cell);
  if (cell instanceof Date) return cell.toISOString();
  if (isList(cell)) return cell.length === 0 ? '{}' : escapeText(printList(cell));
  return escapeText(JSON.stringify(cell));
}

const isList = (cell: object): cell is readonly string[] => Array.isArray(cell);
const printList = (items: readonly string[]): string =>
  `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

const batchItems = 500;
const batchCharacters = 2_000_000;

/** Collects items for statements that write several at once, limited by their number and by their text. */
export class WriteBatch<T> {
  private items: T[] = [];
  private characters = 0;

  constructor(private readonly write: (items: readonly T[]) => Promise<void>) {}

  /** Adds an item; writes the batch if that fills it. */
  async add(item: T, characters: number): Promise<void> {
    this.items.push(item);
    this.characters += characters;
    if (this.items.length >= batchItems || this.characters >= batchCharacters) await this.end();
  }

  /** Writes the remaining items. */
  async end(): Promise<void> {
    const { items } = this;
    if (items.length === 0) return;
    this.items = [];
    this.characters = 0;
    await this.write(items);
  }
}

/** Writes formatted rows to `table (columns)` with one COPY. */
export async function copyRows(
  client: PoolClient,
  table: string,
  columns: readonly string[],
  lines: readonly string[],
): Promise<void> {
  const stream = client.query(from(`copy ${table} (${columns.join(', ')}) from stdin`));
  const finished = once(stream, 'finish');
  for (let start = 0; start < lines.length; start += 500)
    stream.write(lines.slice(start, start + 500).join(''));
  stream.end();
  await finished;
}
