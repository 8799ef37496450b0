import { splitList } from '@/lib/formats/cells';
import { csvFormat } from '@/lib/formats/csv-format';
import { readDate } from '@/lib/formats/dates';

/** All columns of the product's table. */
export const linkace = csvFormat({
  id: 'linkace',
  name: 'LinkAce',
  isHeader: (has) => has('url') && has('lists') && (has('is_private') || has('visibility')),
  drops: { covers: 'thumbnail' },
  fields: (cell) => {
    if (cell('deleted_at') !== '') return 'trash';
    return {
      url: cell('url'),
      title: cell('title'),
      description: cell('description'),
      tags: splitList(cell('tags'), ','),
      addedAt: readDate(cell('created_at')),
      modifiedAt: readDate(cell('updated_at')),
      ...((cell('is_private') === '0' || cell('visibility') === '1') && { dropped: ['sharing'] }),
      paths: splitList(cell('lists'), ',').map((name) => [name]),
    };
  },
});
