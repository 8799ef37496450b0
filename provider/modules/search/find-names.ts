import { sql, type SQL } from 'drizzle-orm';
import type { SearchResult } from '@/lib/contract/search';
import type { TagCount } from '@/lib/contract/tags';
import type { CurrentSpace, SpacesOfAccount } from '@/provider/actor';
import { executePrepared, inline, type Executor } from '@/provider/db/client';
import { collectionColumns, type CollectionRecord } from '@/provider/modules/collections/queries';

const collectionsMax = 20;
const tagsMax = 20;

// Words consist of letters and digits, so each can be searched unescaped, after a space. All names of a space are
// tested: a separate operand for each word takes half the time of a list of words.
const hasAllWords = (column: SQL, words: readonly string[]): SQL =>
  sql.join(
    words.map((word) => sql`strpos(${column}, ' ' || ${word}::text) > 0`),
    sql` and `,
  );

const collectionWords = sql`' ' || translate(c.name_key, '/.-_?=&#:%+~@;|()[]', '                   ')`;

/** Finds collections in whose names each word is a prefix of a word: the current space first, then the largest. */
export async function findCollectionsByName(
  db: Executor,
  { accountId, spaceIds }: SpacesOfAccount,
  words: readonly string[],
  currentSpaceId: string,
): Promise<CollectionRecord[]> {
  const { rows } = await executePrepared<CollectionRecord>(
    db,
    `search-collections-${words.length}`,
    sql`select ${collectionColumns} from collections c
      where c.account_id = ${accountId} and c.space_id = any(${sql.param(spaceIds)}::uuid[])
        and ${hasAllWords(collectionWords, words)}
      order by (c.space_id = ${currentSpaceId}::uuid) desc, greatest(c.bookmark_count, c.smart_count) desc,
        c.natural_key, c.id
      limit ${inline(collectionsMax)}`,
  );
  return rows;
}

/** Finds tags in which each word is a prefix of a word, most used first. */
export async function findTagsByName(
  db: Executor,
  spaceIds: readonly string[],
  words: readonly string[],
): Promise<TagCount[]> {
  const { rows } = await executePrepared<TagCount>(
    db,
    `search-tags-${words.length}`,
    sql`select min(t.name) as name, sum(t.bookmark_count)::integer as count from tags t
      where t.space_id = any(${sql.param(spaceIds)}::uuid[]) and ${hasAllWords(sql`t.words`, words)}
      group by t.key order by count desc, mw_natural(t.key), t.key limit ${inline(tagsMax)}`,
  );
  return rows;
}

/** Returns the spaces of hits other than the current one, ordered by name, with the ids of their hits. */
export async function nameSpaces(
  db: Executor,
  { accountId, spaceId: currentSpaceId }: CurrentSpace,
  hits: readonly { id: string; spaceId: string }[],
): Promise<SearchResult['spaces']> {
  const elsewhere = hits.filter(({ spaceId }) => spaceId !== currentSpaceId);
  if (elsewhere.length === 0) return [];
  const { rows } = await executePrepared<Omit<SearchResult['spaces'][number], 'hits'>>(
    db,
    'search-spaces',
    sql`select s.id as uuid, s.name, c.id as "defaultCollection"
      from spaces s join collections c on c.account_id = s.account_id and c.space_id = s.id and c.is_default
      where s.account_id = ${accountId} and s.id = any(${sql.param([...new Set(elsewhere.map(({ spaceId }) => spaceId))])}::uuid[])
      order by mw_natural(mw_fold(s.name)), s.id`,
  );
  return rows.map((space) => ({
    ...space,
    hits: elsewhere.filter(({ spaceId }) => spaceId === space.uuid).map(({ id }) => id),
  }));
}
