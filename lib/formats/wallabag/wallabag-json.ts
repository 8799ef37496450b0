import { htmlText, splitList } from '@/lib/formats/cells';
import { readDate } from '@/lib/formats/dates';
import { type SourceEntry } from '@/lib/formats/output';
import { droppedIn } from '@/lib/formats/dropped-fields';
import { jsonItems } from '@/lib/formats/json-format';
import { isSet, recordsOf, textOf, textsOf, type JsonRecord } from '@/lib/formats/json-values';

/** Fields of an entry in JSON and XML. Its content, by far the largest part, is not read. */
const wallabagDrops = { savedPages: 'content', covers: 'preview_picture', authors: 'published_by' };
/** In place of a page that could not be saved. */
const noContent = /^\s*(?:<p>)?wallabag can't retrieve contents/i;

export const wallabagFields = (entry: JsonRecord): SourceEntry => ({
  url: textOf(entry['url']),
  title: htmlText(textOf(entry['title'])),
  tags: textsOf(entry['tags']),
  addedAt: readDate(textOf(entry['created_at'])),
  modifiedAt: readDate(textOf(entry['updated_at'])),
  favorite: isSet(entry['is_starred']),
  later: !isSet(entry['is_archived']),
  archived: isSet(entry['is_archived']),
  readAt: readDate(textOf(entry['archived_at'])),
  dropped: droppedIn(wallabagDrops, (name) => (noContent.test(textOf(entry[name])) ? '' : entry[name])),
  highlights: recordsOf(entry['annotations']).map(({ quote, text }) => ({
    quote: textOf(quote),
    note: textOf(text),
  })),
});

export const wallabagJson = jsonItems({
  id: 'wallabag-json',
  name: 'wallabag',
  has: ['[].is_archived', '[].is_starred'],
  list: '',
  fields: wallabagFields,
});

/** Version 1 has every value twice, also under a number, and no dates. */
export const wallabag1Json = jsonItems({
  id: 'wallabag-1-json',
  name: 'wallabag 1',
  has: ['[].is_fav', '[].is_read'],
  list: '',
  drops: { savedPages: 'content' },
  fields: (entry) => ({
    url: textOf(entry['url']),
    title: htmlText(textOf(entry['title'])),
    tags: splitList(textOf(entry['tags']), ','),
    favorite: isSet(entry['is_fav']),
    later: !isSet(entry['is_read']),
    archived: isSet(entry['is_read']),
  }),
});
