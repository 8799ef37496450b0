import { jsonFormat } from '@/lib/formats/json-format';
import { recordsOf, textOf, textsOf } from '@/lib/formats/json-values';

export const toby = jsonFormat({
  id: 'toby',
  name: 'Toby',
  has: ['lists[].cards'],
  read: (output) => ({
    lists: {
      lists(list) {
        for (const card of recordsOf(list['cards'])) {
          output.add({
            url: textOf(card['url']),
            title: textOf(card['customTitle']) || textOf(card['title']),
            notes: textOf(card['customDescription']),
            tags: textsOf(list['labels']),
            paths: [[textOf(list['title'])]],
          });
        }
      },
    },
  }),
});
