import { once } from 'node:events';
import type { PoolClient } from 'pg';
import { from } from 'pg-copy-streams';

/** A value of a row; an object is written as JSON. */
export type Cell =
  string | number | boolean | Date | readonly string[] | Readonly<Record<string, unknown>> | null;

const special = /[\\\n\r\t]/;
const everySpecial = /[\\\n\r\t]/g;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
// Most cells hold nothing special, and asking costs a third of replacing.
const escapeText = (text: string): string =>
  special.test(text) ? text.replace(everySpecial, (character) => escapes[character] ?? '') : text;

/** One line in the text form of COPY. */
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

/** Sends printed rows into `table (columns)` as one COPY. */
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
