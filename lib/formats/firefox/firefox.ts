import { serviceLimits } from '@/lib/contract/service-limits';
import { splitList } from '@/lib/formats/cells';
import { fromMicroseconds } from '@/lib/formats/dates';
import { decompressMozLz4, mozLz4 } from '@/lib/formats/firefox/lz4';
import { type Format } from '@/lib/formats/format';
import { jsonTree, type TreeNode } from '@/lib/formats/json-format';
import { recordsOf, textOf } from '@/lib/formats/json-values';
import { type SourceEntry } from '@/lib/formats/output';
import { type Sample } from '@/lib/formats/sample';

/** Names of the roots: those in the file are for programs. */
const rootNames: Readonly<Record<string, string>> = {
  bookmarksMenuFolder: 'Bookmarks menu',
  toolbarFolder: 'Bookmarks toolbar',
  unfiledBookmarksFolder: 'Other bookmarks',
  mobileFolder: 'Mobile bookmarks',
};

/** Old backups have a root of tags, which lists the bookmarks again. */
const firefoxJson = jsonTree({
  id: 'firefox',
  name: 'Firefox',
  has: ['guid', 'typeCode', 'dateAdded'],
  containers: ['children'],
  onNode(node, output, keyOf) {
    const { fields, parent } = node;
    const feed = annotation(node, 'livemark/feedURI');
    if (parent === null || isTag(node)) return;
    if (textOf(fields['uri']) !== '' || feed !== '') {
      output.add(readBookmark(node, feed), output.folders.get(keyOf(parent)));
    } else if (fields['type'] === 'text/x-moz-place-container') {
      output.folders.define(keyOf(node), {
        name: rootNames[textOf(fields['root'])] ?? textOf(fields['title']),
        parent: parent.parent === null ? null : keyOf(parent),
        addedAt: fromMicroseconds(textOf(fields['dateAdded'])).date,
        modifiedAt: fromMicroseconds(textOf(fields['lastModified'])).date,
      });
    }
  },
});

/** A backup of Firefox, compressed (`.jsonlz4`) or as JSON. */
export const firefox: Format = {
  id: firefoxJson.id,
  name: firefoxJson.name,
  detect: (sample) => isCompressed(sample) || firefoxJson.detect(sample),
  read: (source, sink, options) =>
    isCompressed(source.sample)
      ? firefoxJson.read(
          { ...source, bytes: decompressMozLz4(source.bytes, serviceLimits.importBytes) },
          sink,
          options,
        )
      : firefoxJson.read(source, sink, options),
};

const isCompressed = ({ bytes }: Sample): boolean => mozLz4.every((byte, index) => bytes[index] === byte);

function isTag(node: TreeNode): boolean {
  for (let at: TreeNode | null = node; at !== null; at = at.parent)
    if (at.fields['root'] === 'tagsFolder') return true;
  return false;
}

const annotation = ({ fields }: TreeNode, name: string): string =>
  textOf(recordsOf(fields['annos']).find((each) => each['name'] === name)?.['value']);

const readBookmark = (node: TreeNode, feed: string): SourceEntry => ({
  url: textOf(node.fields['uri']) || annotation(node, 'livemark/siteURI') || feed,
  title: textOf(node.fields['title']),
  description: annotation(node, 'bookmarkProperties/description'),
  tags: splitList(textOf(node.fields['tags']), ','),
  addedAt: fromMicroseconds(textOf(node.fields['dateAdded'])),
  modifiedAt: fromMicroseconds(textOf(node.fields['lastModified'])),
  extra: {
    shortcuturl: textOf(node.fields['keyword']),
    post_data: textOf(node.fields['postData']),
    last_charset: textOf(node.fields['charset']),
    feedurl: feed,
  },
});
