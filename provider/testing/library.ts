import { searchColumns } from '@/lib/domain/search-vector';
import type { Database } from '@/provider/db/client';

const tables = {
  spaces: `select to_jsonb(x) - 'last_activity_at' - 'revision' as row from spaces x where account_id = $1`,
  collections: 'select to_jsonb(x) as row from collections x where account_id = $1',
  bookmarks: 'select to_jsonb(x) as row from bookmarks x where account_id = $1',
  links: `select to_jsonb(x) as row from bookmark_collections x join spaces s on s.id = x.space_id
    where s.account_id = $1`,
  tags: 'select to_jsonb(x) as row from tags x join spaces s on s.id = x.space_id where s.account_id = $1',
  changes: `select to_jsonb(x) as row from changes x where account_id = $1`,
};

/** Everything in the library of an account, whatever its space, except when something was last done in a space. */
export async function libraryOf(
  { $client }: Database,
  { accountId }: { accountId: string },
): Promise<Record<string, string[]>> {
  const library: Record<string, string[]> = {};
  for (const [name, text] of Object.entries(tables)) {
    const { rows } = await $client.query<{ row: unknown }>(text, [accountId]);
    library[name] = rows.map(({ row }) => JSON.stringify(row)).sort();
  }
  return library;
}

/** What is derived from the rows of a space and not as it would be derived anew: counters, links and words. */
export async function wrongIn(db: Database, spaceId: string): Promise<unknown[]> {
  return [...(await wrongCounters(db, spaceId)), ...(await wrongWords(db, spaceId))];
}

/** Every counter beside the number that counting gives, where they differ. */
export async function wrongCounters({ $client }: Database, spaceId: string): Promise<unknown[]> {
  const { rows } = await $client.query<{ kept: unknown; counted: unknown }>(
    `with live as (select * from bookmarks where space_id = $1 and deleted_at is null)
    select 'bookmarks' what, bookmark_count kept, (select count(*) from live) counted from spaces where id = $1
    union all select 'favorites', favorite_count, (select count(*) from live where favorite) from spaces where id = $1
    union all select 'trash', trash_count, (select count(*) from bookmarks where space_id = $1 and deleted_at is not null)
      from spaces where id = $1
    union all select 'bytes', stored_bytes, (select coalesce(sum(stored_bytes), 0) from bookmarks where space_id = $1)
      from spaces where id = $1
    union all select 'collections', collection_count, (select count(*) from collections where space_id = $1)
      from spaces where id = $1
    union all select c.name, c.bookmark_count, (select count(*) from bookmark_collections l join live b on b.id = l.bookmark_id
      where l.collection_id = c.id) from collections c where c.space_id = $1
    union all select c.name || ' as shown', c.shown_count, (select count(*) from bookmark_collections l
      join live b on b.id = l.bookmark_id and not b.encrypted where l.collection_id = c.id)
      from collections c where c.space_id = $1 and c.shown_count is not null and c.security = 1
    union all select 'tag ' || coalesce(t.key, u.key), t.bookmark_count, u.n from (select * from tags where space_id = $1) t
      full join (select mw_tag_key(tag) as key, count(*) n from live, unnest(tags) tag group by 1) u on u.key = t.key
    union all select 'link ' || l.bookmark_id, 1, 0 from bookmark_collections l
      left join bookmarks b on b.id = l.bookmark_id left join collections c on c.id = l.collection_id
      where l.space_id = $1 and (b.id is null or c.id is null or l.live <> (b.deleted_at is null)
        or b.space_id <> l.space_id or c.space_id <> l.space_id or b.created_at <> l.created_at)
    union all select 'uncategorized beside another ' || l.bookmark_id, 0, 1 from bookmark_collections l
      join collections d on d.id = l.collection_id and d.is_default
      where l.space_id = $1 and exists (select from bookmark_collections o
        where o.bookmark_id = l.bookmark_id and o.collection_id <> l.collection_id)
    union all select 'without a collection ' || b.id, 0, 1 from bookmarks b where b.space_id = $1
      and not exists (select 1 from bookmark_collections l where l.bookmark_id = b.id)`,
    [spaceId],
  );
  return rows.filter(({ kept, counted }) => Number(kept) !== Number(counted));
}

interface Worded {
  id: string;
  title: string;
  description: string;
  tags: string[];
  domain: string;
  path: string;
}

/** Bookmarks that are not found by the words that they hold: see [Note: Search columns]. */
async function wrongWords({ $client }: Database, spaceId: string): Promise<unknown[]> {
  const { rows } = await $client.query<Worded>(
    `select id, title, coalesce(description, '') as description, tags, domain, path
     from bookmarks where space_id = $1 and not encrypted`,
    [spaceId],
  );
  const derived = rows.map((row) => ({ id: row.id, ...searchColumns(row) }));
  const wrong = await $client.query<{ title: string }>(
    `select b.title, b.tags, b.search::text, u.search as derived
     from jsonb_to_recordset($1) as u (id uuid, "titleKey" text, search text, type text) join bookmarks b on b.id = u.id
     where b.search <> u.search::tsvector or b.title_key <> u."titleKey"
       or b.type is distinct from u.type`,
    [JSON.stringify(derived)],
  );
  return wrong.rows;
}
