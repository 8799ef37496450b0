import { once } from 'node:events';
import { from } from 'pg-copy-streams';
import type { Database } from '@/provider/db/client';

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
const printRow = (cells: readonly Cell[]): string => `${cells.map(printCell).join('\t')}\n`;

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

const batchRows = 2_500;
const batchCharacters = 2_000_000;
const writtenLines = 500;

/**
 * Writes rows in batches, each with one COPY on a separate connection, so that a slow upload holds none. While one
 * batch is written, the next one is collected.
 */
export class RowWriter {
  private lines: string[] = [];
  /** Total characters of all rows. */
  staged = 0;
  private characters = 0;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly table: string,
    private readonly columns: readonly string[],
  ) {}

  add(cells: readonly Cell[]): void {
    const line = printRow(cells);
    this.lines.push(line);
    this.characters += line.length;
    this.staged += line.length;
  }

  /** Writes the collected rows if they fill a batch, after the previous batch; returns whether it did. */
  async flushFull(): Promise<boolean> {
    if (this.lines.length < batchRows && this.characters < batchCharacters) return false;
    await this.flush();
    return true;
  }

  /** Writes the remaining rows and waits until all are written. */
  async end(): Promise<void> {
    await this.flush();
    await this.writing;
  }

  /** Discards collected rows and waits for the current batch, even if it fails; nothing is written afterwards. */
  async abandon(): Promise<void> {
    this.lines = [];
    await this.writing.catch(() => undefined);
  }

  private async flush(): Promise<void> {
    const { lines } = this;
    this.lines = [];
    this.characters = 0;
    await this.writing;
    this.writing = this.copy(lines);
    // The next await receives the failure; until then it must not be an unhandled rejection.
    this.writing.catch(() => undefined);
  }

  private async copy(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    const client = await this.db.$client.connect();
    try {
      const stream = client.query(from(`copy ${this.table} (${this.columns.join(', ')}) from stdin`));
      const finished = once(stream, 'finish');
      for (let start = 0; start < lines.length; start += writtenLines)
        stream.write(lines.slice(start, start + writtenLines).join(''));
      stream.end();
      await finished;
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}
