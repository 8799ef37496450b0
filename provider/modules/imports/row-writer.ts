import type { Database } from '@/provider/db/client';
import { copyRows, printRow, type Cell } from '@/provider/modules/imports/queries';

const batchRows = 2_500;
const batchCharacters = 2_000_000;

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
      await copyRows(client, this.table, this.columns, lines);
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}
