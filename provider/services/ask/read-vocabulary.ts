import type { Database } from '@/provider/db/client';
import type { Vocabulary } from '@/provider/services/ask/vocabulary';

const collectionsMax = 2_000;
const tagsMax = 5_000;
const latestBookmarks = 2_000;
const hostsMax = 500;

/** What a question about these spaces may name. Bounded whatever the size of the library. */
export async function readVocabulary(
  { $client }: Pick<Database, '$client'>,
  spaceIds: readonly string[],
): Promise<Vocabulary> {
  const { rows } = await $client.query<Vocabulary>({
    name: 'ask-vocabulary',
    text: `select
      array(select c.name from collections c where c.space_id = any($1::uuid[])
        order by c.bookmark_count desc, c.id limit ${collectionsMax}) as collections,
      array(select t.name from tags t where t.space_id = any($1::uuid[])
        order by t.bookmark_count desc, t.key limit ${tagsMax}) as tags,
      array(select l.domain from (
          select b.domain from unnest($1::uuid[]) s (id) cross join lateral (
            select b.domain, b.created_at, b.id from bookmarks b
            where b.space_id = s.id and b.deleted_at is null and not b.encrypted
            order by b.created_at desc, b.id desc limit ${latestBookmarks}) b
          order by b.created_at desc, b.id desc limit ${latestBookmarks}) l
        where l.domain <> '' group by l.domain order by count(*) desc, l.domain limit ${hostsMax}) as hosts`,
    values: [spaceIds],
  });
  return rows[0] ?? { collections: [], tags: [], hosts: [] };
}
