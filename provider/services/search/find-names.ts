import type { SearchResult } from '@/lib/contract/schemas/search';
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

/** Collections of some spaces in whose names every word begins a word: those of the current space first, then the fullest. */
export async function findCollectionsByName(
  { $client }: Database,
  spaceIds: readonly string[],
  words: readonly string[],
  currentSpaceId: string,
): Promise<CollectionRecord[]> {
  const { rows } = await $client.query<CollectionRecord>({
    name: `search-collections-${words.length}`,
    text: `select ${collectionColumns} from collections c
      where c.space_id = any($1::uuid[]) and ${hasAllWords(collectionWords, words)}
      order by (c.space_id = $${words.length + 2}::uuid) desc, greatest(c.bookmark_count, c.smart_count) desc, mw_natural(c.name_key), c.id limit ${collectionsMax}`,
    values: [spaceIds, ...words, currentSpaceId],
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
      group by t.key order by count desc, mw_natural(t.key), t.key limit ${tagsMax}`,
    values: [spaceIds, ...words],
  });
  return rows;
}

/** The other spaces that hits are in, by name, with the hits of each. */
export async function nameSpaces(
  { $client }: Database,
  currentSpaceId: string,
  hits: readonly { id: string; spaceId: string }[],
): Promise<SearchResult['spaces']> {
  const elsewhere = hits.filter(({ spaceId }) => spaceId !== currentSpaceId);
  if (elsewhere.length === 0) return [];
  const { rows } = await $client.query<Omit<SearchResult['spaces'][number], 'hits'>>({
    name: 'search-spaces',
    text: `select s.id as uuid, s.name, c.id as "defaultCollection"
      from spaces s join collections c on c.space_id = s.id and c.is_default
      where s.id = any($1::uuid[]) order by mw_natural(mw_fold(s.name)), s.id`,
    values: [[...new Set(elsewhere.map(({ spaceId }) => spaceId))]],
  });
  return rows.map((space) => ({
    ...space,
    hits: elsewhere.filter(({ spaceId }) => spaceId === space.uuid).map(({ id }) => id),
  }));
}
