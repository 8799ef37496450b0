import { eachFlagName, fields } from '@/lib/bookmark/fields';
import { parseTags } from '@/lib/domain/tags';
import { readListCell } from '@/lib/formats/csv-cells';
import { csvFormat } from '@/lib/formats/csv-format';

/** Name of the default collection, which cannot be changed. */
const defaultName = 'Uncategorized';

/** The table that an export of this service writes, with one row for each bookmark. */
export const markwellCsv = csvFormat({
  id: 'markwell-csv',
  name: 'Markwell',
  isHeader: (has) => has('collections') && has(fields.favorite.csv) && has(fields.lastAccessedAt.csv),
  fields: (cell) => ({
    url: cell('url'),
    title: cell('title'),
    description: cell('description'),
    notes: cell('notes'),
    tags: parseTags(cell('tags')),
    addedAt: cell('created'),
    modifiedAt: cell('updated'),
    visitedAt: cell('visited'),
    ...eachFlagName((name) => cell(fields[name].csv) === 'true'),
    readAt: cell('read'),
    visits: Number(cell('visits')),
    space: cell('space'),
    paths: readListCell(cell('collections')).flatMap((name) => (name === defaultName ? [] : [[name]])),
  }),
});
