import type { PoolClient } from 'pg';
import type { ImportRecord } from '@/provider/db/schema/imports';
import type { ImportKey } from '@/provider/modules/imports/queries';

/**
 * Adds the highlights of the entries as annotations of their bookmarks, new or known, except passages that those have
 * already. Those of other products have no position: the reader finds them by their text. The space is locked.
 */
export async function insertHighlights(
  client: PoolClient,
  { id, accountId, createdAt }: ImportRecord,
): Promise<void> {
  // The entries with highlights, of which most files have none, come first. Not prepared by name: the plan for any import
  // joins the entries of a large one by nested loops.
  await client.query(
    `with marked as materialized (
       select position, coalesce(kept, position) as kept, added_at, highlights from import_rows
       where account_id = $1 and import_id = $2 and url_key is not null and highlights is not null)
      insert into highlights
        (account_id, id, bookmark_id, quote, prefix, suffix, start_at, end_at, text_hash, color, note, tags, search,
          created_at, updated_at, import_id)
      select distinct on (b.id, h.value ->> 'quote', h.value ->> 'start') $1, gen_random_uuid(), b.id,
        h.value ->> 'quote', h.value ->> 'prefix', h.value ->> 'suffix', (h.value ->> 'start')::integer,
        (h.value ->> 'end')::integer, h.value ->> 'textHash', coalesce(h.value ->> 'color', 'yellow'),
        h.value ->> 'note', h.value ->> 'tags', (h.value ->> 'search')::tsvector, h.at, coalesce((h.value ->> 'updatedAt')::timestamptz, h.at), $2
      from (
        select coalesce(n.bookmark_id, k.bookmark_id) as bookmark_id, r.position, e.place, e.value,
          coalesce((e.value ->> 'createdAt')::timestamptz,
            coalesce(r.added_at, $3::timestamptz) + e.place * interval '1 millisecond') as at
        from marked r
        join import_rows k on k.account_id = $1 and k.import_id = $2 and k.position = r.kept
        left join import_known n on n.position = k.position
        cross join lateral jsonb_array_elements(r.highlights) with ordinality e (value, place)) h
      join bookmarks b on b.account_id = $1 and b.id = h.bookmark_id and not b.encrypted
      where h.value ->> 'quote' <> '' and not exists (
        select from highlights o
        where o.account_id = $1 and o.bookmark_id = b.id and o.quote = h.value ->> 'quote'
          and (o.start_at is null or h.value ->> 'start' is null or o.start_at = (h.value ->> 'start')::integer))
      order by b.id, h.value ->> 'quote', h.value ->> 'start', h.position, h.place`,
    [accountId, id, createdAt],
  );
}

/** Deletes the annotations that an import has added and that were not changed since. */
export async function deleteHighlights(client: PoolClient, { id, accountId }: ImportKey): Promise<void> {
  await client.query('delete from highlights where account_id = $1 and import_id = $2', [accountId, id]);
}
