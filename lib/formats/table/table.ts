import Papa from 'papaparse';
import type { ImportField } from '@/lib/contract/imports';
import { unguarded } from '@/lib/formats/csv-cells';
import type { Format } from '@/lib/formats/format';
import { createOutput } from '@/lib/formats/output';
import { readCsv, type CsvRow } from '@/lib/formats/read-csv';
import type { Sample } from '@/lib/formats/sample';
import { fieldsOf, hasPasswords, isAddress, valuesOf } from '@/lib/formats/table/table-fields';
import { cutText, storable } from '@/lib/formats/text';

/** Rows by which a table and its columns are recognized. */
const firstRows = 20;
// What a preview shows.
const shownRows = 5;
const shownLength = 100;
/** A table of links has fewer. */
const columnsMax = 100;

/**
 * A table of links that none of the other formats has written, as people keep them in spreadsheets and databases. The
 * user can map its columns.
 */
export const tableBesides = (others: readonly Format[]): Format => ({
  id: 'table',
  name: 'CSV',
  detect: (sample) => isTableOfLinks(sample) && !others.some((format) => format.detect(sample)),
  // The whole database, and not one of its views.
  archive: {
    choose(names) {
      const whole = names.filter((name) => name.endsWith('_all.csv'));
      return whole.length > 0 ? whole : names;
    },
  },
  async read({ text, sample }, sink, { columns, onTable }) {
    let line = 1;
    const output = createOutput(sink, () => line);
    let names: readonly string[] = [];
    let fields: readonly (ImportField | null)[] = [];
    /** The first rows, until they have shown what the columns are. */
    let first: CsvRow[] | null = [];
    const add = (row: CsvRow): void => {
      line = row.line;
      output.add(valuesOf(row.cells.map(unguarded), fields));
    };
    const begin = (): void => {
      if (first === null) return;
      const begun = first;
      first = null;
      const rows = begun.map(({ cells }) => cells);
      fields = columns ?? fieldsOf(names, rows);
      const mapped = names.map((name, at) => ({ name: shown(name), field: fields[at] ?? null }));
      const cut = rows.slice(0, shownRows).map((cells) => names.map((_, at) => shown(cells[at] ?? '')));
      onTable({ columns: mapped, rows: cut });
      sink.drop('columns', mapped.filter(({ field }) => field === null).length);
      begun.forEach(add);
    };
    await readCsv(
      text,
      sample.csv ?? { delimiter: ',' },
      (row) => {
        if (first === null) add(row);
        else if (first.push(row) === firstRows) begin();
      },
      (header) => (names = header),
    );
    begin();
    output.end();
  },
});

const shown = (cell: string): string => storable(cutText(cell.trim(), shownLength));

function isTableOfLinks({ csv, text }: Sample): boolean {
  if (csv?.hasRows !== true || csv.names.length > columnsMax || hasPasswords(csv.names)) return false;
  const { data } = Papa.parse<string[]>(text, { delimiter: csv.delimiter, preview: firstRows + 1 });
  // A text whose first line has a comma is not a table.
  return data.slice(1).some((cells) => cells.length === csv.names.length && cells.some(isAddress));
}
