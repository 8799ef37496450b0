import { splitList } from '@/lib/formats/cells';
import { readDate } from '@/lib/formats/dates';
import { jsonItems } from '@/lib/formats/json-format';
import { textOf } from '@/lib/formats/json-values';

export const pinboardJson = jsonItems({
  id: 'pinboard-json',
  name: 'Pinboard',
  has: ['[].href', '[].extended'],
  list: '',
  drops: { sharing: 'shared' },
  fields: (post) => ({
    url: textOf(post['href']),
    // The title is called description; without one, it can be `false`.
    title: textOf(post['description']),
    notes: textOf(post['extended']),
    tags: splitList(textOf(post['tags']), ' '),
    addedAt: readDate(textOf(post['time'])),
    later: post['toread'] === 'yes',
    extra: post['shared'] === 'no' ? { private: '1' } : {},
  }),
});
