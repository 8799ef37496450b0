import { readDate } from '@/lib/formats/dates';
import { droppedIn } from '@/lib/formats/dropped-fields';
import { jsonFormat } from '@/lib/formats/json-format';
import { isRecord, isSet, recordsOf, textOf, textsOf } from '@/lib/formats/json-values';

/** The answers of Raindrop.io's API in one file: its collections, and its bookmarks. A child can precede its parent. */
export const raindropJson = jsonFormat({
  id: 'raindrop-json',
  name: 'Raindrop.io',
  has: ['items[].link', 'items[].collectionId|items[].collection'],
  read: (output) => ({
    lists: {
      collections: (collection) => {
        output.folders.define(textOf(collection['_id']), {
          name: textOf(collection['title']),
          description: textOf(collection['description']),
          parent: idIn(collection['parent']) || null,
          addedAt: readDate(textOf(collection['created'])).date,
          modifiedAt: readDate(textOf(collection['lastUpdate'])).date,
        });
        if (isSet(collection['public'])) output.drop('sharing');
      },
      items: (item) => {
        const collection = textOf(item['collectionId']) || idIn(item['collection']);
        output.add(
          {
            url: textOf(item['link']),
            title: textOf(item['title']),
            description: textOf(item['excerpt']),
            notes: textOf(item['note']),
            tags: textsOf(item['tags']),
            addedAt: readDate(textOf(item['created'])),
            modifiedAt: readDate(textOf(item['lastUpdate'])),
            favorite: isSet(item['important']),
            highlights: recordsOf(item['highlights']).map(({ text, note }) => ({
              quote: textOf(text),
              note: textOf(note),
            })),
            dropped: droppedIn({ covers: 'cover' }, (name) => item[name]),
          },
          ...(collection === unsorted || collection === '' ? [] : [output.folders.get(collection)]),
        );
      },
    },
  }),
});

/** The collection of bookmarks that are in no other. */
const unsorted = '-1';

/** Returns the id in a reference to a collection. */
const idIn = (reference: unknown): string => (isRecord(reference) ? textOf(reference['$id']) : '');
