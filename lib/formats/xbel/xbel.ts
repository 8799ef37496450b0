import { readDate } from '@/lib/formats/dates';
import { type Output } from '@/lib/formats/output';
import { xmlFormat } from '@/lib/formats/xml-format';
import { type XmlSink } from '@/lib/formats/read-xml';

interface Item {
  readonly name: 'folder' | 'bookmark';
  readonly key: string;
  readonly attributes: Readonly<Record<string, string>>;
  title: string;
  desc: string;
}

const textLength = 70_000;

/** XBEL, of floccus, buku and KDE. Data of programs and references to other bookmarks are skipped. */
export const xbel = xmlFormat({ id: 'xbel', name: 'XBEL', root: 'xbel', read: readXbel });

function readXbel(output: Output): XmlSink {
  const open: Item[] = [];
  let field: 'title' | 'desc' | null = null;
  let infoDepth = 0;
  let count = 0;
  return {
    open(name, attributes) {
      if (infoDepth > 0 || name === 'info') infoDepth += 1;
      else if (name === 'title' || name === 'desc') field = name;
      else if (name === 'folder' || name === 'bookmark')
        open.push({ name, key: String((count += 1)), attributes, title: '', desc: '' });
    },
    text(text) {
      const item = open.at(-1);
      if (item && field !== null && item[field].length < textLength) item[field] += text;
    },
    close(name) {
      if (infoDepth > 0) infoDepth -= 1;
      else if (name === 'title' || name === 'desc') field = null;
      else if (name === open.at(-1)?.name) addItem(output, open.pop(), open.at(-1));
    },
  };
}

function addItem(output: Output, item: Item | undefined, parent: Item | undefined): void {
  if (item === undefined) return;
  const { key, name, title, desc, attributes } = item;
  const date = (attribute: string) => readDate(attributes[attribute] ?? '');
  if (name === 'folder')
    output.folders.define(key, {
      ...{ name: title.trim(), description: desc.trim(), parent: parent?.key ?? null },
      ...{ addedAt: date('added').date, modifiedAt: date('modified').date },
    });
  else
    output.add(
      {
        ...{ url: attributes['href'] ?? '', title, description: desc },
        ...{ addedAt: date('added'), modifiedAt: date('modified'), visitedAt: date('visited') },
      },
      ...(parent ? [output.folders.get(parent.key)] : []),
    );
}
