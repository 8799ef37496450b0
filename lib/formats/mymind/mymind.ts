import { splitList } from '@/lib/formats/cells';
import { csvFormat } from '@/lib/formats/csv-format';
import { readDate } from '@/lib/formats/dates';

const pages = new Set(['WebPage', 'Article']);

/** `cards.csv` in the zip of an export. Cards without a page have no address, and are reported. */
export const mymind = csvFormat({
  id: 'mymind',
  name: 'mymind',
  isHeader: (has) => has('url') && has('type') && has('content') && has('note'),
  archive: { drops: { attachments: /./ } },
  fields: (cell) => ({
    url: cell('url'),
    title: cell('title'),
    description: pages.has(cell('type')) ? cell('content') : '',
    notes: cell('note'),
    tags: splitList(cell('tags'), ','),
    addedAt: readDate(cell('created')),
  }),
});
