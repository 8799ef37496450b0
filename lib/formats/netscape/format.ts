import { FormatError, type Format } from '@/lib/formats/format';
import { createNetscapeParser } from '@/lib/formats/netscape/parse';

/** Bookmark files of browsers, and of the many services that write the same. */
export const netscape: Format = {
  id: 'netscape',
  name: 'HTML',
  detect: ({ root, json, csv }) => root !== null && !xmlRoots.has(root) && json === null && csv === null,
  async read({ text }, sink) {
    const parser = createNetscapeParser({ onEntry: (entry) => sink.entry(entry), folders: sink.folders });
    for await (const chunk of text) parser.write(chunk);
    const { isMarkup, isBookmarkFile } = parser.end();
    if (!isMarkup) throw new FormatError('IMPORT_INVALID_TYPE');
    if (!isBookmarkFile) throw new FormatError('IMPORT_INVALID_FILE');
  },
};

/** Root elements of other formats. */
const xmlRoots = new Set(['posts', 'xbel', 'opml', 'en-export', 'response', 'plist', 'rss', 'feed', 'svg']);
