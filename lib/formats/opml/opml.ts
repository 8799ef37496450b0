import { splitList } from '@/lib/formats/cells';
import { readDate } from '@/lib/formats/dates';
import { type Output } from '@/lib/formats/output';
import { xmlFormat } from '@/lib/formats/xml-format';
import { type XmlSink } from '@/lib/formats/read-xml';

interface Outline {
  readonly key: string;
  readonly name: string;
  isFolder: boolean;
}

/** OPML: links, and the sites of feeds. An outline of neither kind is a folder if it contains others. */
export const opml = xmlFormat({ id: 'opml', name: 'OPML', root: 'opml', read: readOpml });

function readOpml(output: Output): XmlSink {
  const open: Outline[] = [];
  let count = 0;
  return {
    open(name, attributes) {
      if (name !== 'outline') return;
      const parent = open.at(-1);
      if (parent) parent.isFolder = true;
      const feed = attributes['xmlUrl'] ?? '';
      const url = attributes['htmlUrl'] || attributes['url'] || feed;
      const title = attributes['text'] || attributes['title'] || '';
      open.push({ key: String((count += 1)), name: title, isFolder: false });
      if (url === '') return;
      output.add(
        {
          url,
          title,
          description: attributes['description'] ?? '',
          tags: splitList(attributes['category'] ?? '', ',').map((category) => category.replace(/^\//, '')),
          addedAt: readDate(attributes['created'] ?? ''),
          extra: feed === '' ? {} : { feedurl: feed },
        },
        ...(parent ? [output.folders.get(parent.key)] : []),
      );
    },
    close(name) {
      if (name !== 'outline') return;
      const outline = open.pop();
      if (outline?.isFolder)
        output.folders.define(outline.key, { name: outline.name, parent: open.at(-1)?.key ?? null });
    },
  };
}
