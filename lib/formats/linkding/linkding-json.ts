import { readDate } from '@/lib/formats/dates';
import { jsonItems } from '@/lib/formats/json-format';
import { isSet, textOf, textsOf } from '@/lib/formats/json-values';

/** A saved answer of linkding's API. */
export const linkdingJson = jsonItems({
  id: 'linkding-json',
  name: 'linkding',
  has: ['results[].url', 'results[].tag_names'],
  list: 'results',
  drops: { covers: 'preview_image_url', sharing: 'shared' },
  fields: (bookmark) => ({
    url: textOf(bookmark['url']),
    title: textOf(bookmark['title']),
    description: textOf(bookmark['description']),
    notes: textOf(bookmark['notes']),
    tags: textsOf(bookmark['tag_names']),
    addedAt: readDate(textOf(bookmark['date_added'])),
    modifiedAt: readDate(textOf(bookmark['date_modified'])),
    later: isSet(bookmark['unread']),
    archived: isSet(bookmark['is_archived']),
    copyUrl: textOf(bookmark['web_archive_snapshot_url']),
  }),
});
