import type { Format } from '@/lib/formats/format';
import { FormatError } from '@/lib/formats/entry';
import { createNetscapeParser } from '@/lib/formats/netscape/parse';
import { readQuirks, readState, type FolderState } from '@/lib/formats/netscape/quirks';
import type { Sample } from '@/lib/formats/sample';

interface Producer {
  readonly id: string;
  readonly name: string;
  /** What only its files have in their first lines. */
  readonly head: RegExp;
  /** Folders that are states of their entries. */
  readonly states?: Readonly<Record<string, FolderState>>;
}

/** Services whose files are told from those of browsers. */
const producers: readonly Producer[] = [
  {
    id: 'pocket-html',
    name: 'Pocket',
    head: /<title>Pocket Export/i,
    states: { Unread: { later: true }, 'Read Archive': { archived: true } },
  },
  {
    id: 'instapaper-html',
    name: 'Instapaper',
    head: /<title>Instapaper: Export/i,
    states: { Unread: { later: true }, Archive: { archived: true }, Starred: { favorite: true } },
  },
  {
    id: 'readeck-html',
    name: 'Readeck',
    head: /<title>[^<]{0,40}Readeck/i,
    states: { Favorite: { favorite: true }, Archived: { archived: true } },
  },
  { id: 'raindrop-html', name: 'Raindrop.io', head: /<title>Raindrop\.io/i, states: { Unsorted: {} } },
  { id: 'shaarli', name: 'Shaarli', head: /Shaarli export of/i },
];

const headLength = 2_000;

const producerOf = ({ text }: Sample): Producer | undefined =>
  producers.find(({ head }) => head.test(text.slice(0, headLength)));

/** Root elements of other formats. */
const otherRoots = new Set(['posts', 'xbel', 'opml', 'en-export', 'response', 'plist', 'rss', 'feed', 'svg']);

const isMarkup = ({ root, json, csv }: Sample): boolean =>
  root !== null && !otherRoots.has(root) && json === null && csv === null;

const htmlFormat = (id: string, name: string, states: Producer['states'] = {}): Format => ({
  id,
  name,
  detect: (sample) => isMarkup(sample) && (producerOf(sample)?.id ?? netscapeId) === id,
  async read({ text }, sink) {
    const parser = createNetscapeParser({
      onEntry: (entry) => sink.entry(readState(readQuirks(entry), states)),
      folders: sink.folders,
    });
    for await (const chunk of text) parser.write(chunk);
    const { isMarkup: hasTags, isBookmarkFile } = parser.end();
    if (!hasTags) throw new FormatError('IMPORT_INVALID_TYPE');
    // The files of some services are pages with links, which their titles identify.
    if (!isBookmarkFile && id === netscapeId) throw new FormatError('IMPORT_INVALID_FILE');
    const { all } = sink.folders;
    all.splice(0, all.length, ...all.filter((folder) => !(folder.name in states)));
  },
});

const netscapeId = 'netscape';

/** Bookmark files of browsers, and of the many services that write the same. */
export const netscape = htmlFormat(netscapeId, 'HTML');

/** Bookmark files of services, some of which say more than a browser does. */
export const htmlFormats: readonly Format[] = [
  netscape,
  ...producers.map(({ id, name, states }) => htmlFormat(id, name, states)),
];
