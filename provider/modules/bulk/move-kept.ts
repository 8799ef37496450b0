import { sql, type SQL } from 'drizzle-orm';
import { serviceLimits } from '@/lib/contract/service-limits';
import { executePrepared, inline, type Executor } from '@/provider/db/client';
import type { ChangeKey } from '@/provider/modules/bookmarks/journal';
import { versionsMax } from '@/provider/modules/copies/store';

const { highlightsPerBookmark, highlightBytesPerBookmark } = serviceLimits;

// Two annotations are of the same passage if they have the same position, as far as it is known.
const isSamePassage = sql`o.quote = h.quote and (o.start_at is null or h.start_at is null or o.start_at = h.start_at)`;

const moveHighlights = ({ id, accountId }: ChangeKey): SQL => sql`
  with distinct_ones as (
    select distinct on (r.into_id, h.quote, h.start_at) h.id, h.created_at, h.stored_bytes, r.bookmark_id, r.into_id
    from change_rows r join highlights h on h.account_id = r.account_id and h.bookmark_id = r.bookmark_id
    where r.account_id = ${accountId} and r.change_id = ${id} and r.into_id is not null and not exists (
      select from highlights o where o.account_id = h.account_id and o.bookmark_id = r.into_id and ${isSamePassage})
    order by r.into_id, h.quote, h.start_at, h.created_at, h.id
  ), placed as (
    select d.*, k.count + row_number() over earlier as place, k.bytes + sum(d.stored_bytes) over earlier as bytes
    from distinct_ones d cross join lateral (
      select count(*) as count, coalesce(sum(stored_bytes), 0) as bytes from highlights o
      where o.account_id = ${accountId} and o.bookmark_id = d.into_id) k
    window earlier as (partition by d.into_id order by d.created_at, d.id)
  ), moved as (
    update highlights h set bookmark_id = p.into_id from placed p
    where h.account_id = ${accountId} and h.id = p.id
      and p.place <= ${inline(highlightsPerBookmark)} and p.bytes <= ${inline(highlightBytesPerBookmark)}
    returning h.id, p.bookmark_id
  )
  update change_rows r set before = r.before || jsonb_build_object('highlights', m.ids)
  from (select bookmark_id, jsonb_agg(id) as ids from moved group by 1) m
  where r.account_id = ${accountId} and r.change_id = ${id} and r.bookmark_id = m.bookmark_id`;

/** The files of a moved copy `m`: its document and its pictures. */
const filesOf = sql`(f.name = 'copy/' || m.id or starts_with(f.name, 'copy/' || m.id || '/'))`;

const moveCopies = ({ id, accountId }: ChangeKey): SQL => sql`
  with distinct_ones as (
    select distinct on (r.into_id, c.kind, c.hash) c.id, c.kind, c.seen_at, r.bookmark_id, r.into_id
    from change_rows r join copies c on c.account_id = r.account_id and c.bookmark_id = r.bookmark_id
    where r.account_id = ${accountId} and r.change_id = ${id} and r.into_id is not null and not exists (
      select from copies o where o.account_id = c.account_id and o.bookmark_id = r.into_id
        and o.kind = c.kind and o.hash = c.hash)
    order by r.into_id, c.kind, c.hash, c.seen_at desc, c.id desc
  ), placed as (
    select d.*, (select count(*) from copies o
        where o.account_id = ${accountId} and o.bookmark_id = d.into_id and o.kind = d.kind)
      + row_number() over (partition by d.into_id, d.kind order by d.seen_at desc, d.id desc) as place
    from distinct_ones d
  ), moved as (
    update copies c set bookmark_id = p.into_id from placed p
    where c.account_id = ${accountId} and c.id = p.id and p.place <= ${inline(versionsMax)}
    returning c.id, p.bookmark_id, p.into_id
  ), files as (
    update blob_references f set bookmark_id = m.into_id from moved m
    where f.account_id = ${accountId} and f.bookmark_id = m.bookmark_id and ${filesOf}
  )
  update change_rows r set before = r.before || jsonb_build_object('copies', g.ids)
  from (select bookmark_id, jsonb_agg(id) as ids from moved group by 1) g
  where r.account_id = ${accountId} and r.change_id = ${id} and r.bookmark_id = g.bookmark_id`;

/**
 * Moves the annotations and the saved copies of the bookmarks that the journal of a change records as merged to the
 * remaining ones, up to the limits of a bookmark, and notes them in the journal. What the remaining one has already, and
 * what exceeds a limit, stays where it is, in the trash.
 */
export async function moveKept(tx: Executor, change: ChangeKey): Promise<void> {
  await executePrepared(tx, 'merge-move-highlights', moveHighlights(change));
  await executePrepared(tx, 'merge-move-copies', moveCopies(change));
}

const returnHighlights = ({ id, accountId }: ChangeKey): SQL => sql`
  update highlights h set bookmark_id = r.bookmark_id from change_rows r
  where r.account_id = ${accountId} and r.change_id = ${id} and h.account_id = ${accountId}
    and h.bookmark_id = r.into_id and r.before -> 'highlights' ? h.id::text`;

const returnCopies = ({ id, accountId }: ChangeKey): SQL => sql`
  with moved as (
    update copies c set bookmark_id = r.bookmark_id from change_rows r
    where r.account_id = ${accountId} and r.change_id = ${id} and c.account_id = ${accountId}
      and c.bookmark_id = r.into_id and r.before -> 'copies' ? c.id::text
    returning c.id, r.bookmark_id, r.into_id
  )
  update blob_references f set bookmark_id = m.bookmark_id from moved m
  where f.account_id = ${accountId} and f.bookmark_id = m.into_id and ${filesOf}`;

/** Undoes {@link moveKept}, for those that still exist. */
export async function returnKept(tx: Executor, change: ChangeKey): Promise<void> {
  await executePrepared(tx, 'undo-move-highlights', returnHighlights(change));
  await executePrepared(tx, 'undo-move-copies', returnCopies(change));
}
