import { readDate } from '@/lib/formats/dates';
import { jsonItems } from '@/lib/formats/json-format';
import { textOf, textsOf } from '@/lib/formats/json-values';

/** `metadata_*.json` in the zip of an export. */
export const omnivore = jsonItems({
  id: 'omnivore',
  name: 'Omnivore',
  has: ['[].slug', '[].savedAt'],
  list: '',
  fields: (item) => ({
    url: textOf(item['url']),
    title: textOf(item['title']),
    description: textOf(item['description']),
    tags: textsOf(item['labels']),
    addedAt: readDate(textOf(item['savedAt'])),
    modifiedAt: readDate(textOf(item['updatedAt'])),
    later: item['state'] === 'Active',
    archived: item['state'] === 'Archived',
    isRead: item['readingProgress'] === 100,
  }),
});
