import { readDate } from '@/lib/formats/dates';
import { jsonItems } from '@/lib/formats/json-format';
import { isSet, textOf } from '@/lib/formats/json-values';

/** The reading list of a service that closed in 2016. */
export const readability = jsonItems({
  id: 'readability',
  name: 'Readability',
  has: ['bookmarks[].article__url'],
  list: 'bookmarks',
  fields: (bookmark) => ({
    url: textOf(bookmark['article__url']),
    title: textOf(bookmark['article__title']),
    addedAt: readDate(textOf(bookmark['date_added'])),
    favorite: isSet(bookmark['favorite']),
    archived: isSet(bookmark['archive']),
  }),
});
