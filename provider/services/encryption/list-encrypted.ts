import type { Actor } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import { recordColumns, type BookmarkRecord } from '@/provider/services/bookmarks/bookmark-record';
import { decodeCursor, encodeCursor, type CursorScope } from '@/provider/services/listing/cursor';
import { Parameters } from '@/provider/services/listing/parameters';

export interface ListEncrypted {
  key?: string | undefined;
  space: 'current' | 'all';
  trash: 'without' | 'with';
  cursor?: string | undefined;
  size: number;
}

/** Characters of envelopes in one page: the longest ones make a page shorter, not the answer larger. */
const mostCharacters = 16_000_000;

type Deps = Pick<ProviderDeps, 'db' | 'config'>;

/**
 * A page of the actor's encrypted bookmarks, the newest first; every page costs the same, however deep. Throws
 * VALIDATION_FAILED for a cursor of another list.
 */
export async function listEncrypted(
  { db, config }: Deps,
  actor: Actor,
  list: ListEncrypted,
): Promise<{ records: BookmarkRecord[]; next: string | null }> {
  const { space, key, trash, cursor, size } = list;
  const where = space === 'all' ? actor.accountId : actor.spaceId;
  const scope: CursorScope = { secret: config.secret, list: ['encrypted', where, key ?? null, trash] };
  const parameters = new Parameters();
  const conditions = conditionsOf(actor, list, parameters);
  if (cursor !== undefined) {
    const [time, id] = decodeCursor(scope, cursor);
    conditions.push(
      `(b.created_at, b.id) < (${parameters.add(time)}::timestamp at time zone 'UTC', ${parameters.add(id)})`,
    );
  }
  const { rows } = await db.$client.query<BookmarkRecord & { found: number }>(
    `with page as (
       select b.id, b.created_at, octet_length(b.cipher) as characters
       from bookmarks b where ${conditions.join(' and ')}
       order by b.created_at desc, b.id desc limit ${size + 1}
     ), fitting as (
       select id, created_at, sum(characters) over (order by created_at desc, id desc) - characters as before from page
     )
     select ${recordColumns}, (select count(*)::integer from page) as found
     from fitting f join bookmarks b on b.id = f.id
     where f.before < ${mostCharacters} order by f.created_at desc, f.id desc limit ${size}`,
    parameters.values,
  );
  const last = rows.at(-1);
  const isWhole = !last || rows.length === last.found;
  return { records: rows, next: isWhole ? null : encodeCursor(scope, [last.createdAt, last.id]) };
}

function conditionsOf(actor: Actor, { space, key, trash }: ListEncrypted, parameters: Parameters): string[] {
  return [
    'b.encrypted',
    `b.account_id = ${parameters.add(actor.accountId)}`,
    ...(space === 'all' ? [] : [`b.space_id = ${parameters.add(actor.spaceId)}`]),
    ...(trash === 'with' ? [] : ['b.deleted_at is null']),
    ...(key === undefined ? [] : [`mw_key_id(b.cipher) = ${parameters.add(key)}`]),
  ];
}
