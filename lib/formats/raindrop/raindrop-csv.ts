import { splitList } from '@/lib/formats/cells';
import { csvFormat } from '@/lib/formats/csv-format';
import { readDate } from '@/lib/formats/dates';
import { quotesOf } from '@/lib/formats/output';

/** The trash is not exported. Columns vary: `id` and `favorite` are newer, and one collection has no `folder`. */
export const raindropCsv = csvFormat({
  id: 'raindrop-csv',
  name: 'Raindrop.io',
  isHeader: (has) => has('url') && has('created') && (has('excerpt') || (has('folder') && has('cover'))),
  drops: { covers: 'cover' },
  fields: (cell) => ({
    url: cell('url'),
    title: cell('title'),
    description: cell('excerpt', 'description'),
    notes: cell('note'),
    tags: splitList(cell('tags'), ','),
    addedAt: readDate(cell('created')),
    favorite: cell('favorite') === 'true',
    // A slash in a name cannot be told from one between two names.
    paths: cell('folder') === 'Unsorted' ? [] : [splitList(cell('folder'), '/')],
    highlights: quotesOf(cell('highlights')),
  }),
});
