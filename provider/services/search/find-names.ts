import type { TagCount } from '@/lib/contract/schemas/tag';
import type { Database } from '@/provider/db/client';
import { collectionColumns, type CollectionRecord } from '@/provider/services/collections/collection-record';

const collectionsMax = 20;
const tagsMax = 20;

// Words are letters and digits only, so each can be looked for as it is, behind a space. All names of a space are tried,
// so each word is an operand of its own: going through a list of them for each name takes twice as long.
const hasAllWords = (column: string, words: readonly string[]): string =>
  words.map((_, place) => `strpos(${column}, ' ' || $${place + 2}::text) > 0`).join(' and ');

const collectionWords = `' ' || translate(c.name_key, '/.-_?=&#:%+~@;|()[]', '                   ')`;

/** Collections of some spaces in whose names every word begins a word, the fullest first. */
export async function findCollectionsByName(
  { $client }: Database,
  spaceIds: readonly string[],
  words: readonly string[],
): Promise<CollectionRecord[]> {
  const { rows } = await $client.query<CollectionRecord>({
    name: `search-collections-${words.length}`,
    text: `select ${collectionColumns} from collections c
      where c.space_id = any($1::uuid[]) and ${hasAllWords(collectionWords, words)}
      order by greatest(c.bookmark_count, c.smart_count) desc, c.name_key, c.id limit ${collectionsMax}`,
    values: [spaceIds, ...words],
  });
  return rows;
}

/** Tags of some spaces in which every word begins a word, the most used first. */
export async function findTagsByName(
  { $client }: Database,
  spaceIds: readonly string[],
  words: readonly string[],
): Promise<TagCount[]> {
  const { rows } = await $client.query<TagCount>({
    name: `search-tags-${words.length}`,
    text: `select min(t.name) as name, sum(t.bookmark_count)::integer as count from tags t
      where t.space_id = any($1::uuid[]) and ${hasAllWords('t.words', words)}
      group by t.key order by count desc, t.key limit ${tagsMax}`,
    values: [spaceIds, ...words],
  });
  return rows;
}
