import type { Database } from '@/provider/db/client';
import { copyRows, printRow, type Cell } from '@/provider/services/imports/copy-rows';

const batchRows = 2_500;
const batchCharacters = 2_000_000;

/**
 * Writes rows in batches, each one COPY on a connection of its own, so that a slow sender holds none. One batch is
 * under way while the next one fills.
 */
export class RowWriter {
  private lines: string[] = [];
  /** Characters of all rows so far. */
  staged = 0;
  private characters = 0;
  private written = 0;
  private underWay: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly table: string,
    private readonly columns: readonly string[],
    /** Hears how many rows are written so far. */
    private readonly onWritten: (count: number) => void = () => undefined,
  ) {}

  add(cells: readonly Cell[]): void {
    const line = printRow(cells);
    this.lines.push(line);
    this.characters += line.length;
    this.staged += line.length;
  }

  /** Sends what has gathered, if it is enough for a batch, after the batch before it; answers whether it did. */
  async flushFull(): Promise<boolean> {
    if (this.lines.length < batchRows && this.characters < batchCharacters) return false;
    await this.flush();
    return true;
  }

  /** Sends the rest and waits until all is written. */
  async end(): Promise<void> {
    await this.flush();
    await this.underWay;
  }

  /** Waits for the batch under way, however it ends; nothing is written afterwards. */
  async abandon(): Promise<void> {
    this.lines = [];
    await this.underWay.catch(() => undefined);
  }

  private async flush(): Promise<void> {
    const { lines } = this;
    this.lines = [];
    this.characters = 0;
    await this.underWay;
    this.underWay = this.copy(lines);
    // Whoever waits next hears of a failure; until then it is not an unhandled one.
    this.underWay.catch(() => undefined);
  }

  private async copy(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    const client = await this.db.$client.connect();
    try {
      await copyRows(client, this.table, this.columns, lines);
      client.release();
      this.written += lines.length;
      this.onWritten(this.written);
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}
