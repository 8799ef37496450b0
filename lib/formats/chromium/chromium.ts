import { fromMicroseconds, windowsEpochMs } from '@/lib/formats/dates';
import { droppedIn } from '@/lib/formats/dropped-fields';
import { jsonTree, type TreeNode } from '@/lib/formats/json-format';
import { isRecord, textOf } from '@/lib/formats/json-values';
import { type SourceEntry } from '@/lib/formats/output';

/** Names of the roots: those in the file are in the language of the browser. */
const rootNames: Readonly<Record<string, string>> = {
  bookmark_bar: 'Bookmarks bar',
  other: 'Other bookmarks',
  synced: 'Mobile bookmarks',
};

/** The file `Bookmarks` in a profile of Chrome, Edge, Brave, Vivaldi or Opera. */
export const chromium = jsonTree({
  id: 'chromium',
  name: 'Chrome',
  has: ['roots'],
  containers: ['roots', 'children'],
  onNode(node, output, keyOf) {
    const { fields, parent } = node;
    const isTop = parent === null || node.key !== null;
    if (fields['type'] === 'url') {
      if (isInTrash(node)) output.drop('trash');
      else output.add(readBookmark(node), ...(parent ? [output.folders.get(keyOf(parent))] : []));
    } else if (fields['type'] === 'folder' && !isInTrash(node)) {
      output.folders.define(keyOf(node), {
        // A folder ends after what it contains, and is named then.
        name: rootNames[node.key ?? ''] ?? textOf(fields['name']),
        parent: isTop ? null : keyOf(parent),
        addedAt: timeOf(fields['date_added']).date,
        modifiedAt: timeOf(fields['date_modified']).date,
      });
    }
  },
});

/** Vivaldi has its trash among the roots. */
function isInTrash(node: TreeNode): boolean {
  for (let at: TreeNode | null = node; at !== null; at = at.parent) if (at.key === 'trash') return true;
  return false;
}

const timeOf = (value: unknown) => fromMicroseconds(textOf(value), windowsEpochMs);

function readBookmark({ fields }: TreeNode): SourceEntry {
  const info = isRecord(fields['meta_info']) ? fields['meta_info'] : {};
  return {
    url: textOf(fields['url']),
    title: textOf(fields['name']),
    description: textOf(info['Description']),
    addedAt: timeOf(fields['date_added']),
    visitedAt: timeOf(fields['date_last_used']),
    visits: Number(fields['visit_count'] ?? 0),
    dropped: droppedIn({ covers: 'Thumbnail' }, (name) => info[name]),
    extra: { shortcuturl: textOf(info['Nickname']) },
  };
}
