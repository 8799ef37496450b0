import { jsonTree } from '@/lib/formats/json-format';
import { textOf, textsOf } from '@/lib/formats/json-values';

/** Names of the outermost folders. */
const rootNames: Readonly<Record<string, string>> = {
  '[xbs] Menu': 'Bookmarks menu',
  '[xbs] Toolbar': 'Bookmarks bar',
  '[xbs] Other': 'Other bookmarks',
  '[xbs] Mobile': 'Mobile bookmarks',
};

/** A backup that is not encrypted; an encrypted one has no bookmarks. */
export const xbrowsersync = jsonTree({
  id: 'xbrowsersync',
  name: 'xBrowserSync',
  has: ['xbrowsersync|xBrowserSync'],
  containers: ['xbrowsersync', 'xBrowserSync', 'bookmarks', 'children'],
  onNode(node, output, keyOf) {
    const { fields, parent } = node;
    if (parent === null || node.key !== null) return;
    const isTop = parent.parent === null || parent.key !== null;
    const title = textOf(fields['title']);
    // A separator has neither an address nor children.
    if (textOf(fields['url']) === '') {
      if (node.data === null) return;
      const name = isTop ? (rootNames[title] ?? title) : title;
      output.folders.define(keyOf(node), { name, parent: isTop ? null : keyOf(parent) });
      return;
    }
    output.add(
      {
        url: textOf(fields['url']),
        title,
        description: textOf(fields['description']),
        tags: textsOf(fields['tags']),
      },
      ...(isTop ? [] : [output.folders.get(keyOf(parent))]),
    );
  },
});
