import { splitList } from '@/lib/formats/cells';
import { csvFormat } from '@/lib/formats/csv-format';
import { fromSeconds } from '@/lib/formats/dates';

/** One part of Pocket's export; several are in a zip. */
export const pocketCsv = csvFormat({
  id: 'pocket-csv',
  name: 'Pocket',
  isHeader: (has) => has('url') && has('time_added') && has('status'),
  fields: (cell) => ({
    url: cell('url'),
    title: cell('title'),
    tags: splitList(cell('tags'), '|'),
    addedAt: fromSeconds(cell('time_added')),
    later: cell('status') === 'unread',
    archived: cell('status') === 'archive',
  }),
});
