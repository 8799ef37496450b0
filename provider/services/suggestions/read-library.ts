import type { Database } from '@/provider/db/client';

/** A readable bookmark, as far as it says where it belongs. */
export interface Sample {
  id: string;
  title: string;
  url: string;
  domain: string;
  tags: readonly string[];
}

export interface FiledSample extends Sample {
  collectionId: string;
}

/** What is looked at of a library, the newest first. */
const uncollectedMax = 2_000;
const filedMax = 3_000;

const columns = 'b.id, b.title, b.url, b.domain, b.tags';

const uncollected = {
  name: 'suggest-uncollected',
  text: `select ${columns} from bookmark_collections l join bookmarks b on b.id = l.bookmark_id
    where l.collection_id = (select id from collections where space_id = $1 and is_default) and l.live
      and not b.encrypted and not exists (
        select 1 from bookmark_collections o where o.bookmark_id = l.bookmark_id and o.collection_id <> l.collection_id)
    order by l.created_at desc, l.bookmark_id desc limit ${uncollectedMax}`,
};

const filed = {
  name: 'suggest-filed',
  text: `select ${columns}, l.collection_id as "collectionId"
    from (select * from bookmarks where space_id = $1 and deleted_at is null and not encrypted
        order by created_at desc, id desc limit ${filedMax}) b
      join bookmark_collections l on l.bookmark_id = b.id
      join collections c on c.id = l.collection_id and not c.is_default`,
};

/** The newest bookmarks that are in the default collection only. */
export const readUncollected = async ({ $client }: Database, spaceId: string): Promise<Sample[]> =>
  (await $client.query<Sample>({ ...uncollected, values: [spaceId] })).rows;

/** Those of the newest bookmarks that somebody has filed, once for each collection. */
export const readFiled = async ({ $client }: Database, spaceId: string): Promise<FiledSample[]> =>
  (await $client.query<FiledSample>({ ...filed, values: [spaceId] })).rows;
