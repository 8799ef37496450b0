import type { Actor } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import { recordColumns, type BookmarkRecord } from '@/provider/services/bookmarks/bookmark-record';

const maxRows = 100;
/** Characters of all texts together; the longest ones shorten the list. */
const maxCharacters = 4_000_000;

const find = {
  name: 'find-readable-copies',
  text: `with chosen as (
      select distinct url_key from bookmarks
      where id = any ($2::uuid[]) and account_id = $1 and not encrypted and url_key is not null
    ), copies as (
      select b.id, b.created_at, length(concat(b.title, b.url, b.description)) as characters
      from spaces s cross join chosen c
      join bookmarks b on b.space_id = s.id and b.url_key = c.url_key and b.deleted_at is null
      where s.account_id = $1 and b.id <> all ($2::uuid[])
    ), fitting as (
      select id, created_at, sum(characters) over (order by created_at desc, id desc) - characters as before from copies
    )
    select ${recordColumns}, (select count(*)::integer from copies) as total
    from fitting f join bookmarks b on b.id = f.id
    where f.before < ${maxCharacters} order by f.created_at desc, f.id desc limit ${maxRows}`,
};

/**
 * The actor's readable bookmarks, in any space but not in the trash, that lead to the same page as one of those: they
 * would stay readable when those are encrypted. `total` counts also those that the list is too short for.
 */
export async function findReadableCopies(
  { db }: Pick<ProviderDeps, 'db'>,
  { accountId }: Actor,
  uuids: readonly string[],
): Promise<{ records: BookmarkRecord[]; total: number }> {
  const { rows } = await db.$client.query<BookmarkRecord & { total: number }>({
    ...find,
    values: [accountId, uuids],
  });
  return { records: rows, total: rows[0]?.total ?? 0 };
}
