import type { ImportDropped } from '@/lib/contract/imports';
import { unguarded } from '@/lib/formats/csv-cells';
import { type Format } from '@/lib/formats/format';
import { droppedIn, type DroppedFields } from '@/lib/formats/dropped-fields';
import { createOutput } from '@/lib/formats/output';
import { readCsv } from '@/lib/formats/read-csv';
import { type SourceEntry } from '@/lib/formats/output';

interface CsvFormat extends Pick<Format, 'id' | 'name' | 'archive'> {
  /** Whether a header with these names of columns, in lower case, is the one of the product. */
  readonly isHeader: (has: (name: string) => boolean) => boolean;
  /** Columns that have no place here. */
  readonly drops?: DroppedFields;
  /** Reads a row by the names of its columns: the first that exists. */
  readonly fields: (cell: (...names: readonly string[]) => string) => SourceEntry | ImportDropped;
}

/** A format that is a table with a header. */
export const csvFormat = ({ isHeader, drops = {}, fields, ...format }: CsvFormat): Format => ({
  ...format,
  detect: ({ csv }) => csv !== null && isHeader((name) => csv.names.includes(name)),
  async read({ text, sample }, sink, options) {
    let line = 1;
    const output = createOutput(sink, () => line, options);
    await readCsv(text, sample.csv ?? { delimiter: ',' }, (row) => {
      line = row.line;
      const entry = fields((...names) => unguarded(row.get(...names)));
      if (typeof entry === 'string') output.drop(entry);
      else output.add({ dropped: droppedIn(drops, (name) => row.get(name)), ...entry });
    });
    output.end();
  },
});
