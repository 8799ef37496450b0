import { fromSeconds } from '@/lib/formats/dates';
import { jsonItems } from '@/lib/formats/json-format';
import { isSet, textOf, textsOf } from '@/lib/formats/json-values';

export const goodlinks = jsonItems({
  id: 'goodlinks',
  name: 'GoodLinks',
  has: ['[].addedAt', '[].originalURL'],
  list: '',
  fields: (link) => ({
    // Without trackers; the original address has them.
    url: textOf(link['url']) || textOf(link['originalURL']),
    title: textOf(link['title']),
    description: textOf(link['summary']),
    tags: textsOf(link['tags']),
    addedAt: fromSeconds(textOf(link['addedAt'])),
    favorite: isSet(link['starred']),
    readAt: fromSeconds(textOf(link['readAt'])),
  }),
});
