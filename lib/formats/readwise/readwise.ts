import { pythonList } from '@/lib/formats/cells';
import { csvFormat } from '@/lib/formats/csv-format';
import { readDate } from '@/lib/formats/dates';

const later = new Set(['new', 'later', 'shortlist']);

/** Entries of feeds are skipped: nobody saved them. */
export const readwise = csvFormat({
  id: 'readwise',
  name: 'Readwise Reader',
  isHeader: (has) => has('url') && has('document tags') && has('location'),
  fields: (cell) => {
    if (cell('location') === 'feed') return 'feeds';
    const tags = pythonList(cell('document tags'));
    return {
      url: cell('url'),
      title: cell('title'),
      tags: tags.filter((tag) => tag !== 'favorite'),
      addedAt: readDate(cell('saved date')),
      favorite: tags.includes('favorite'),
      later: later.has(cell('location')),
      archived: cell('location') === 'archive',
      isRead: Number(cell('reading progress')) === 1,
    };
  },
});
