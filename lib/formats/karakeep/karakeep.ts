import { emojiOf } from '@/lib/contract/collection-icons';
import { fromSeconds } from '@/lib/formats/dates';
import { ownAttributes } from '@/lib/formats/entry';
import { jsonFormat } from '@/lib/formats/json-format';
import { isRecord, isSet, textOf, textsOf } from '@/lib/formats/json-values';
import { cutText } from '@/lib/formats/text';

const iconOf = (text: string) => {
  const emoji = emojiOf(cutText(text, 64));
  return emoji === null ? {} : { [ownAttributes.icon]: emoji };
};

/** The export of Karakeep, formerly Hoarder. Lists follow the bookmarks; older files have none. */
export const karakeep = jsonFormat({
  id: 'karakeep',
  name: 'Karakeep',
  has: ['bookmarks[].content'],
  read: (output) => ({
    lists: {
      bookmarks(bookmark) {
        // Texts and uploaded files have no address.
        const content = isRecord(bookmark['content']) ? bookmark['content'] : {};
        output.add(
          {
            url: textOf(content['url']),
            title: textOf(bookmark['title']) || textOf(content['text']),
            notes: textOf(bookmark['note']),
            tags: textsOf(bookmark['tags']),
            addedAt: fromSeconds(textOf(bookmark['createdAt'])),
            archived: isSet(bookmark['archived']),
          },
          ...textsOf(bookmark['lists']).map((id) => output.folders.get(id)),
        );
      },
      lists(list) {
        if (list['type'] === 'smart') output.drop('smartCollections');
        else
          output.folders.define(textOf(list['id']), {
            name: textOf(list['name']),
            description: textOf(list['description']),
            parent: textOf(list['parentId']) || null,
            extra: iconOf(textOf(list['icon'])),
          });
      },
    },
  }),
});
