import { jsonList } from '@/lib/formats/cells';
import { csvFormat } from '@/lib/formats/csv-format';
import { readDate } from '@/lib/formats/dates';

export const readeckCsv = csvFormat({
  id: 'readeck-csv',
  name: 'Readeck',
  isHeader: (has) => has('url') && has('labels') && has('is_marked'),
  fields: (cell) => ({
    url: cell('url'),
    title: cell('title'),
    tags: jsonList(cell('labels')),
    addedAt: readDate(cell('created')),
    favorite: cell('is_marked') === 'true',
    archived: cell('is_archived') === 'true',
    later: cell('is_archived') === 'false',
  }),
});
