import Papa from 'papaparse';
import { FormatError } from '@/lib/formats/entry';

/** The names of the columns, in lower case, and the character between them. */
export interface CsvHeader {
  readonly names: readonly string[];
  readonly delimiter: string;
  /**
   * Whether the records that follow have as many cells; not in a list of addresses that contain the delimiter, or one
   * that begins with a sentence.
   */
  readonly hasRows: boolean;
}

/** One record of a table. */
export interface CsvRow {
  /** The physical line on which it starts, from 1. */
  readonly line: number;
  /** The cells in their order. */
  readonly cells: readonly string[];
  /** Returns the cell of the first of these columns that the table has; empty if it has none. */
  get(...names: readonly string[]): string;
}

const columnsMax = 1_000;
const comparedRows = 20;
/** Longest record, which can contain the text of a whole page. */
const recordLength = 4 * 1024 * 1024;
const delimiters = [',', ';', '\t'];

/** Reads the first record of a text that has at least two cells, none of them a number or an address. */
export function csvHeader(text: string): CsvHeader | null {
  const delimiter = delimiterOf(text);
  const { data } = Papa.parse<string[]>(text.trimStart(), { delimiter, preview: 1 + comparedRows });
  const [first = [], ...rows] = data.filter((row) => row.length > 1 || row[0]?.trim() !== '');
  const names = first.map((name) => name.trim().toLowerCase());
  const isHeader =
    names.length > 1 &&
    names.length <= columnsMax &&
    names.every((name) => name.length <= 100 && !/^\d+$|:\/\//.test(name)) &&
    new Set(names).size > 1;
  const hasRows = rows.filter(({ length }) => length === names.length).length * 2 >= rows.length;
  return isHeader ? { names, delimiter, hasRows } : null;
}

/** Returns the most frequent delimiter in the first line, outside of quotes. */
function delimiterOf(text: string): string {
  const [first = ''] = text
    .slice(0, 16_384)
    .trimStart()
    .split(/[\r\n]/, 1);
  const unquoted = first.replace(/"[^"]*"/g, '');
  const counts = delimiters.map((each) => unquoted.split(each).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}

/**
 * Reads a table whose first record has the names of the columns, in chunks of text. Cells may contain line ends and
 * delimiters; a quote inside of an unquoted cell is literal. Missing cells are empty. Throws FormatError for a table that
 * has too many columns or too long a record.
 */
export async function readCsv(
  text: AsyncIterable<string>,
  header: Pick<CsvHeader, 'delimiter'>,
  onRow: (row: CsvRow) => void,
  onHeader: (names: readonly string[]) => void = () => undefined,
): Promise<void> {
  const table = new Table(header.delimiter, onRow, onHeader);
  for await (const chunk of text) table.write(chunk);
  table.end();
}

class Table {
  private rest = '';
  /** Length at which the rest is parsed again: it is doubled for a record that does not end. */
  private nextLength = 0;
  private line = 1;
  private columns: ReadonlyMap<string, number> | null = null;
  /** The last character of line ends; null until the first one. */
  private lineEnd: string | null = null;

  constructor(
    private readonly delimiter: string,
    private readonly onRow: (row: CsvRow) => void,
    private readonly onHeader: (names: readonly string[]) => void,
  ) {}

  write(chunk: string): void {
    this.rest += chunk;
    if (this.rest.length < this.nextLength) return;
    this.parse(false);
    if (this.rest.length > recordLength) throw new FormatError('IMPORT_PARSE_ERROR');
    this.nextLength = this.rest.length * 2;
  }

  end(): void {
    this.parse(true);
  }

  /** Passes on all records of the text except for the last one, which may continue in the next chunk. */
  private parse(isEnd: boolean): void {
    const { rest } = this;
    this.lineEnd ??= /\r?\n|\r(?=.)/s.exec(rest)?.[0].at(-1) ?? (isEnd ? '\n' : null);
    if (this.lineEnd === null) return;
    let last: { cells: string[]; begin: number; isOpen: boolean } | null = null;
    let begin = 0;
    Papa.parse<string[]>(rest, {
      delimiter: this.delimiter,
      newline: this.lineEnd === '\r' ? '\r' : '\n',
      step: ({ data, errors, meta }) => {
        if (last !== null) this.take(last.cells, rest.slice(last.begin, begin));
        last = { cells: data, begin, isOpen: errors.some(({ code }) => code === 'MissingQuotes') };
        begin = meta.cursor;
      },
    });
    const end = last as { cells: string[]; begin: number; isOpen: boolean } | null;
    if (end === null) return;
    if (isEnd && end.isOpen) throw new FormatError('IMPORT_PARSE_ERROR');
    if (isEnd) this.take(end.cells, '');
    this.rest = isEnd ? '' : rest.slice(end.begin);
  }

  /** Passes on a record; `text` is what it was read from. */
  private take(cells: string[], text: string): void {
    const { line } = this;
    this.line += linesIn(text, this.lineEnd ?? '\n');
    // A line ends with a line feed, perhaps after a carriage return.
    const last = cells.at(-1) ?? '';
    if (last.endsWith('\r')) cells[cells.length - 1] = last.slice(0, -1);
    if (cells.length === 1 && cells[0]?.trim() === '') return;
    if (this.columns === null) {
      this.columns = columnsOf(cells);
      this.onHeader(cells.map((name) => name.trim()));
    } else this.onRow(new Row(line, cells, this.columns));
  }
}

function linesIn(text: string, end: string): number {
  let count = 0;
  for (let at = text.indexOf(end); at !== -1; at = text.indexOf(end, at + 1)) count += 1;
  return count;
}

class Row implements CsvRow {
  constructor(
    readonly line: number,
    readonly cells: readonly string[],
    private readonly columns: ReadonlyMap<string, number>,
  ) {}

  get(...names: readonly string[]): string {
    for (const name of names) {
      const index = this.columns.get(name);
      if (index !== undefined) return this.cells[index] ?? '';
    }
    return '';
  }
}

function columnsOf(names: readonly string[]): ReadonlyMap<string, number> {
  if (names.length > columnsMax) throw new FormatError('IMPORT_PARSE_ERROR');
  return new Map(names.map((name, index) => [name.trim().toLowerCase(), index] as const).toReversed());
}
