import { splitList } from '@/lib/formats/cells';
import { csvFormat } from '@/lib/formats/csv-format';
import { readDate } from '@/lib/formats/dates';

const dayFirst = /^(\d{2})\/(\d{2})\/(\d{4})/;

export const wallabagCsv = csvFormat({
  id: 'wallabag-csv',
  name: 'wallabag',
  isHeader: (has) => has('url') && has('mime type') && has('creation date'),
  drops: { savedPages: 'content' },
  fields: (cell) => ({
    url: cell('url'),
    title: cell('title'),
    tags: splitList(cell('tags'), ','),
    addedAt: readDate(cell('creation date').replace(dayFirst, '$3-$2-$1')),
  }),
});
