import { RecentMap } from '@/lib/utils/recent-map';
import type { Database } from '@/provider/db/client';
import type { Vocabulary } from '@/provider/services/ask/vocabulary';

const collectionsMax = 2_000;
const tagsMax = 5_000;
const latestBookmarks = 2_000;
const hostsMax = 500;

type Deps = Pick<Database, '$client'>;

interface Kept {
  /** Of each space, as they were before the names were read; see [Note: Revision]. */
  revisions: string;
  vocabulary: Vocabulary;
}

/** Some ten kilobytes each: who types a question asks once for each letter. */
const keptMax = 64;
const keptOf = new WeakMap<Database['$client'], RecentMap<string, Kept>>();

/** What a question about these spaces may name, as of now. Bounded whatever the size of the library. */
export async function readVocabulary(db: Deps, spaceIds: readonly string[]): Promise<Vocabulary> {
  const kept = keptOf.get(db.$client) ?? new RecentMap<string, Kept>(keptMax);
  keptOf.set(db.$client, kept);
  const key = spaceIds.join();
  const revisions = await readRevisions(db, spaceIds);
  const known = kept.get(key);
  if (known?.revisions === revisions) return known.vocabulary;
  const vocabulary = await readNames(db, spaceIds);
  kept.set(key, { revisions, vocabulary });
  return vocabulary;
}

async function readRevisions({ $client }: Deps, spaceIds: readonly string[]): Promise<string> {
  const { rows } = await $client.query<{ revisions: string | null }>({
    name: 'ask-revisions',
    text: `select string_agg(revision::text, ',' order by id) as revisions from spaces where id = any($1::uuid[])`,
    values: [spaceIds],
  });
  return rows[0]?.revisions ?? '';
}

async function readNames({ $client }: Deps, spaceIds: readonly string[]): Promise<Vocabulary> {
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
