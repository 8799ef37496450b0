import { noFields } from '@/lib/bookmark/fields';
import { commonHosts, commonTags, englishWords } from '@/bench/data/words';
import { zipf } from '@/bench/data/zipf';
import {
  netscapeEntry,
  netscapeFolderEnd,
  netscapeFolderStart,
  netscapeFoot,
  netscapeHead,
  type WrittenEntry,
} from '@/lib/formats/netscape/write';
import { createRandom } from '@/lib/utils/random';

/**
 * A bookmark file like the export of a browser used for years: `count` distinct bookmarks, about 300 bytes each, in
 * folders of a hundred, two levels deep. The same count gives the same bytes. The title of the last bookmark is
 * `import-last-entry`.
 */
export function* bookmarkFile(count: number): Generator<string, void, undefined> {
  const sample = createSampler(count);
  yield netscapeHead;
  for (let index = 0; index < count; index += 1) {
    if (index % 1_000 === 0)
      yield (index > 0 ? netscapeFolderEnd(1) : '') + folder(`Area ${index / 1_000}`, 1);
    if (index % 100 === 0) yield folder(`Topic ${index / 100}`, 2);
    const entry = sample(index);
    yield netscapeEntry(index === count - 1 ? { ...entry, title: 'import-last-entry' } : entry, 3);
    if (index % 100 === 99 || index === count - 1) yield netscapeFolderEnd(2);
  }
  yield (count > 0 ? netscapeFolderEnd(1) : '') + netscapeFoot;
}

const folder = (name: string, depth: number): string =>
  netscapeFolderStart(
    { name, description: '', addedAt: new Date(1_500_000_000_000), modifiedAt: null, extra: {} },
    depth,
  );

function createSampler(seed: number): (index: number) => WrittenEntry {
  const random = createRandom(seed);
  const word = zipf(englishWords, random);
  const host = zipf(commonHosts, random);
  const tag = zipf(commonTags, random);
  const words = (length: number): string => Array.from({ length }, word).join(' ');
  return (index) => ({
    ...noFields,
    url: `https://${host()}/${words(4).replaceAll(' ', '-')}/${index}?ref=${Math.floor(random() * 1_000)}&page=2`,
    title: `${words(7)} ${index}`,
    description: random() < 0.5 ? words(20) : '',
    tags: [...new Set(Array.from({ length: Math.floor(random() * 4) }, tag))],
    addedAt: new Date((1_400_000_000 + index * 1_000) * 1_000),
    modifiedAt: new Date((1_400_000_100 + index * 1_000) * 1_000),
    favorite: random() < 0.02,
    extra: {},
  });
}
