import { once } from 'node:events';
import type { PoolClient } from 'pg';
import { from } from 'pg-copy-streams';

type Cell = string | number | boolean | Date | readonly string[] | null;

const special = /[\\\n\r\t]/g;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const escapeText = (text: string): string => text.replace(special, (character) => escapes[character] ?? '');

function printCell(cell: Cell): string {
  if (cell === null) return '\\N';
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell === 'string') return escapeText(cell);
  if (typeof cell === 'object') {
    return escapeText(`{${cell.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`);
  }
  return String(cell);
}

/** Copies rows into `table (columns)` with one COPY, so statement triggers run once. */
export async function copyRows(
  client: PoolClient,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  const stream = client.query(from(`copy ${table} (${columns.join(', ')}) from stdin`));
  for (let start = 0; start < rows.length; start += 1_000) {
    const chunk = rows.slice(start, start + 1_000).map((row) => `${row.map(printCell).join('\t')}\n`);
    if (!stream.write(chunk.join(''))) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'finish');
}
