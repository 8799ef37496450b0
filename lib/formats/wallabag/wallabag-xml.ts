import { wallabagFields } from '@/lib/formats/wallabag/wallabag-json';
import { xmlFormat } from '@/lib/formats/xml-format';
import { readXmlRecords } from '@/lib/formats/xml-records';

const texts = [
  'preview_picture',
  'content',
  'title',
  'url',
  'created_at',
  'updated_at',
  'archived_at',
  'is_starred',
  'is_archived',
];

export const wallabagXml = xmlFormat({
  id: 'wallabag-xml',
  name: 'wallabag',
  root: 'response',
  read: (output) =>
    readXmlRecords(
      'entry',
      [...texts, 'tags/item', 'annotations/item/quote', 'annotations/item/text'],
      (record) => {
        const notes = record('annotations/item/text');
        output.add(
          wallabagFields({
            ...Object.fromEntries(texts.map((name) => [name, record(name)[0]])),
            tags: record('tags/item'),
            annotations: record('annotations/item/quote').map((quote, index) => ({
              quote,
              text: notes[index],
            })),
          }),
        );
      },
    ),
});
