import { leaveDefault } from '@/provider/services/bulk/link-many';
import { isBlank, trimTitle } from '@/lib/contract/blank';
import { limits } from '@/lib/contract/limits';
import { uniqueTags } from '@/lib/domain/tags';
import type { Queryable } from '@/provider/db/transaction';
import { replaceLinks } from '@/provider/services/bookmarks/link-collections';
import { rewriteTexts, type WordedRow, type Words } from '@/provider/services/bookmarks/rewrite-texts';
import { alignLinkDates, linksOf, type Change } from '@/provider/services/bulk/journal';

/** What somebody chose for the bookmark that stays; what is absent is put together. */
export interface MergeChoice {
  title?: string | undefined;
  description?: string | undefined;
  tags?: readonly string[] | undefined;
  createdAt?: string | undefined;
  collections?: readonly string[] | undefined;
}

/** What the bookmarks that go bring to the one that they become part of. */
const brought = `(
  select r.into_id, bool_or(g.favorite) as favorite, bool_or(g.highlighted) as highlighted,
    min(g.created_at) as created_at, sum(g.visits)::integer as visits, max(g.last_accessed_at) as last_accessed_at
  from change_rows r join bookmarks g on g.id = r.bookmark_id
  where r.change_id = $1 and r.into_id is not null group by r.into_id) m`;

const noteKept = {
  name: 'merge-note-kept',
  text: `insert into change_rows (change_id, bookmark_id, before, links)
    select $1, b.id, jsonb_strip_nulls(jsonb_build_object(
        'favorite', case when m.favorite and not b.favorite then false end,
        'highlighted', case when m.highlighted and not b.highlighted then false end,
        'created_at', b.created_at, 'visits_added', m.visits, 'updated_at', b.updated_at))
      || case when m.last_accessed_at > b.last_accessed_at or b.last_accessed_at is null
        then jsonb_build_object('last_accessed_at', b.last_accessed_at) else '{}' end, ${linksOf}
    from ${brought} join bookmarks b on b.id = m.into_id`,
};

const writeKept = {
  name: 'merge-write-kept',
  text: `update bookmarks b set favorite = b.favorite or m.favorite, highlighted = b.highlighted or m.highlighted,
      created_at = coalesce($3, least(b.created_at, m.created_at)), visits = b.visits + m.visits,
      last_accessed_at = greatest(b.last_accessed_at, m.last_accessed_at), updated_at = $2
    from ${brought} where b.id = m.into_id`,
};

const joinLinks = {
  name: 'merge-links',
  text: `insert into bookmark_collections (bookmark_id, collection_id, space_id, live, created_at)
    select distinct b.id, l.collection_id, b.space_id, b.deleted_at is null, b.created_at
    from change_rows r join bookmark_collections l on l.bookmark_id = r.bookmark_id
    join bookmarks b on b.id = r.into_id
    where r.change_id = $1
    on conflict do nothing`,
};

const trashOthers = {
  name: 'merge-trash-others',
  text: `update bookmarks b set deleted_at = $2, updated_at = $2
    from change_rows r where r.change_id = $1 and r.into_id is not null and b.id = r.bookmark_id`,
};

/**
 * Merges the bookmarks that the journal of a change says become part of others, in a locked space. Nothing that they
 * know is lost: what is not chosen is put together, and they wait in the trash. `kept` is the only one that stays where
 * there are collections to choose.
 */
export async function mergeNoted(
  tx: Queryable,
  { id, now }: Change,
  choice: MergeChoice = {},
  kept?: { id: string; spaceId: string },
): Promise<void> {
  await tx.query({ ...noteKept, values: [id] });
  await tx.query({ ...writeKept, values: [id, now, choice.createdAt ?? null] });
  if (kept && choice.collections !== undefined) await replaceLinks(tx, kept, choice.collections);
  else {
    await tx.query({ ...joinLinks, values: [id] });
    await tx.query({ ...leaveDefault, values: [id] });
  }
  await alignLinkDates(tx, id);
  await rewriteTexts<{ gone: GoneWords[] }>(tx, {
    changeId: id,
    now,
    columns: goneWords,
    revise: (row) => joinWords(row, choice),
  });
  await tx.query({ ...trashOthers, values: [id, now] });
}

interface GoneWords {
  title: string;
  description: string;
  tags: string[];
}

const goneWords = `, (
  select json_agg(json_build_object('title', g.title, 'description', coalesce(g.description, ''), 'tags', g.tags)
    order by g.created_at, g.id)
  from change_rows o join bookmarks g on g.id = o.bookmark_id
  where o.change_id = r.change_id and o.into_id = r.bookmark_id) as gone`;

function joinWords(row: WordedRow & { gone: GoneWords[] }, choice: MergeChoice): Words | null {
  const chosen = choice.title === undefined ? undefined : trimTitle(choice.title);
  const title = chosen ?? fill(row.title, row.gone, ({ title: other }) => other);
  const description =
    choice.description ?? fill(row.description, row.gone, ({ description: other }) => other);
  const union = uniqueTags([...row.tags, ...row.gone.flatMap(({ tags }) => tags)]);
  const tags = choice.tags ?? union.slice(0, limits.tagsPerBookmark);
  const isSame = tags.length === row.tags.length && tags.every((tag, index) => tag === row.tags[index]);
  if (title === undefined && description === undefined && isSame) return null;
  return { title, description, tags: isSame ? undefined : tags };
}

/** What stands in for a blank text; undefined where there is nothing to fill, or nothing to fill it with. */
const fill = (
  own: string,
  gone: readonly GoneWords[],
  of: (words: GoneWords) => string,
): string | undefined => (isBlank(own) ? gone.map(of).find((text) => !isBlank(text)) : undefined);
