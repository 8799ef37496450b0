import { readDate } from '@/lib/formats/dates';
import { jsonItems } from '@/lib/formats/json-format';
import { isSet, textOf, textsOf } from '@/lib/formats/json-values';

/** The links of elCurator. */
export const elcurator = jsonItems({
  id: 'elcurator',
  name: 'elCurator',
  has: ['[].url', '[].is_saved'],
  list: '',
  fields: (link) => ({
    url: textOf(link['url']),
    title: textOf(link['title']),
    description: textOf(link['description']),
    tags: textsOf(link['tags']),
    addedAt: readDate(textOf(link['created_at'])),
    favorite: isSet(link['is_saved']),
  }),
});
