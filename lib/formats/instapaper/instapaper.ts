import { jsonList } from '@/lib/formats/cells';
import { csvFormat } from '@/lib/formats/csv-format';
import { fromSeconds } from '@/lib/formats/dates';

/** The folder is one value, so an article that is a favorite and archived loses one of them in the export. */
const states = new Set(['Unread', 'Archive', 'Starred', '']);

export const instapaper = csvFormat({
  id: 'instapaper',
  name: 'Instapaper',
  isHeader: (has) => has('url') && has('selection') && has('folder'),
  fields: (cell) => ({
    url: cell('url'),
    title: cell('title'),
    tags: jsonList(cell('tags')),
    addedAt: fromSeconds(cell('timestamp')),
    favorite: cell('folder') === 'Starred',
    later: cell('folder') === 'Unread',
    archived: cell('folder') === 'Archive',
    paths: states.has(cell('folder')) ? [] : [[cell('folder')]],
    highlights: cell('selection') === '' ? [] : [{ quote: cell('selection') }],
  }),
});
