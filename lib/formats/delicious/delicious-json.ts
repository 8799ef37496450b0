import { fromSeconds } from '@/lib/formats/dates';
import { jsonItems } from '@/lib/formats/json-format';
import { isSet, textOf, textsOf } from '@/lib/formats/json-values';

export const deliciousJson = jsonItems({
  id: 'delicious-json',
  name: 'Delicious',
  has: ['[].url', '[].created', '[].owner'],
  list: '',
  fields: (post) => ({
    url: textOf(post['url']),
    title: textOf(post['title']),
    notes: textOf(post['description']),
    tags: textsOf(post['tags']),
    addedAt: fromSeconds(textOf(post['created'])),
    extra: isSet(post['private']) ? { private: '1' } : {},
  }),
});
