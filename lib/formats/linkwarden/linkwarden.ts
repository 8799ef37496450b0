import { htmlText } from '@/lib/formats/cells';
import { readDate } from '@/lib/formats/dates';
import { droppedIn } from '@/lib/formats/dropped-fields';
import { ownAttributes } from '@/lib/formats/entry';
import { jsonTree } from '@/lib/formats/json-format';
import { isSet, recordsOf, textOf, type JsonRecord } from '@/lib/formats/json-values';
import { type FolderFields } from '@/lib/formats/late-folders';
import { type SourceEntry } from '@/lib/formats/output';

/** The export of Linkwarden, which has the settings of the account as well. A collection may precede its parent. */
export const linkwarden = jsonTree({
  id: 'linkwarden',
  name: 'Linkwarden',
  has: ['collections[].links'],
  containers: ['collections', 'links', 'pinnedLinks'],
  onNode({ fields, parent }, output) {
    if (parent === null) return;
    if (!('url' in fields)) {
      output.folders.define(textOf(fields['id']), readCollection(fields));
      recordsOf(fields['rssSubscriptions']).forEach(() => output.drop('feeds'));
      if (isSet(fields['isPublic'])) output.drop('sharing');
      return;
    }
    // A pinned link is listed twice, and the second one makes it a favorite.
    const isPinned = parent.parent === null;
    const collection = textOf(isPinned ? fields['collectionId'] : parent.fields['id']);
    output.add(
      {
        ...readLink(fields),
        favorite: isPinned,
        dropped: isPinned ? [] : droppedIn(drops, (name) => fields[name]),
      },
      ...(collection === '' ? [] : [output.folders.get(collection)]),
    );
  },
});

const drops = { savedPages: 'textContent' };

const readLink = (link: JsonRecord): SourceEntry => ({
  url: textOf(link['url']),
  title: htmlText(textOf(link['name'])),
  description: htmlText(textOf(link['description'])),
  tags: recordsOf(link['tags']).map((tag) => textOf(tag['name'])),
  // A link that was imported before was created on the day of that import.
  addedAt: readDate(textOf(link['importDate']) || textOf(link['createdAt'])),
  modifiedAt: readDate(textOf(link['updatedAt'])),
});

const readCollection = (collection: JsonRecord): FolderFields => ({
  name: htmlText(textOf(collection['name'])),
  description: htmlText(textOf(collection['description'])),
  parent: textOf(collection['parentId']) || null,
  addedAt: readDate(textOf(collection['createdAt'])).date,
  modifiedAt: readDate(textOf(collection['updatedAt'])).date,
  extra: { [ownAttributes.color]: textOf(collection['color']).replace(/^#/, '') },
});
