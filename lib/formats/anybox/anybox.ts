import { readDate } from '@/lib/formats/dates';
import { jsonItems } from '@/lib/formats/json-format';
import { listOf, textOf, textsOf } from '@/lib/formats/json-values';

export const anybox = jsonItems({
  id: 'anybox',
  name: 'Anybox',
  has: ['[].url', '[].dateAdded'],
  list: '',
  fields: (link) => ({
    url: textOf(link['url']),
    title: textOf(link['title']),
    description: textOf(link['description']),
    notes: textOf(link['comment']),
    // Nested tags are paths.
    tags: listOf(link['tags']).map((path) => textsOf(path).join('/')),
    addedAt: readDate(textOf(link['dateAdded'])),
  }),
});
