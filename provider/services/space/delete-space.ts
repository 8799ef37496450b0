import type { Actor } from '@/provider/actor';
import { inTransaction, type Queryable } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';
import { lockAccountRow } from '@/provider/services/lock-space';
import { lockSpaces } from '@/provider/services/lock-spaces';
import { beginBulkChange } from '@/provider/services/space/bulk-change';

const findFlags = `
  select s.is_default as "isDefault", s.id = a.current_space_id as "isCurrent"
  from spaces s join accounts a on a.id = s.account_id where s.id = $1`;

// In this order: links are found by their collections, and those by their space. The default collection stays behind,
// and what was in it goes to the default one of the other space.
const transfer = [
  `update bookmark_collections l set collection_id = d.id, space_id = d.space_id
   from collections s, collections d
   where s.space_id = $1 and s.is_default and d.space_id = $2 and d.is_default and l.collection_id = s.id`,
  `update bookmark_collections set space_id = $2
   where collection_id in (select id from collections where space_id = $1 and not is_default)`,
  'update collections set space_id = $2 where space_id = $1 and not is_default',
  'update bookmarks set space_id = $2 where space_id = $1',
  // An import that is under way brings its bookmarks where the others are.
  'update imports set space_id = $2 where space_id = $1',
] as const;

/**
 * Deletes a space of the actor with all that is in it; with a target, its bookmarks, the trash among them, and its
 * collections move to that space first. Throws NOT_FOUND for either, SPACE_IN_USE, DEFAULT_SPACE, and VALIDATION_FAILED
 * when it would be its own target.
 */
export function deleteSpace(
  { db }: Pick<ProviderDeps, 'db'>,
  { accountId }: Actor,
  id: string,
  target: string | undefined,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockAccountRow(tx, accountId);
    const named = new Set(target === undefined ? [id] : [id, target]);
    if ((await lockSpaces(tx, accountId, [...named])) < named.size) throw new Problem('NOT_FOUND');
    if (target === id) {
      throw new Problem('VALIDATION_FAILED', { issues: [{ path: 'target', code: 'invalid_value' }] });
    }
    await refuseNeeded(tx, id);
    await beginBulkChange(tx);
    if (target !== undefined) for (const text of transfer) await tx.query(text, [id, target]);
    await tx.query('delete from spaces where id = $1', [id]);
  });
}

async function refuseNeeded(tx: Queryable, id: string): Promise<void> {
  const { rows } = await tx.query<{ isDefault: boolean; isCurrent: boolean }>(findFlags, [id]);
  if (rows[0]?.isCurrent === true) throw new Problem('SPACE_IN_USE');
  if (rows[0]?.isDefault === true) throw new Problem('DEFAULT_SPACE');
}
