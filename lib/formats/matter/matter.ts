import { splitList } from '@/lib/formats/cells';
import { csvFormat } from '@/lib/formats/csv-format';
import { readDate } from '@/lib/formats/dates';

export const matter = csvFormat({
  id: 'matter',
  name: 'Matter',
  isHeader: (has) => has('url') && has('in queue') && has('favorited'),
  // The file has only the number of highlights.
  drops: { highlights: 'highlight_count', authors: 'author' },
  fields: (cell) => ({
    url: cell('url'),
    title: cell('title'),
    tags: splitList(cell('tags'), ';'),
    // The date of the last use: the file has no other.
    addedAt: readDate(cell('last interaction date')),
    favorite: cell('favorited') === 'True',
    later: cell('in queue') === 'True',
    archived: cell('in queue') === 'False',
    isRead: cell('read') === 'True',
  }),
});
