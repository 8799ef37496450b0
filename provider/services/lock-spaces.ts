import type { Queryable } from '@/provider/db/transaction';

/**
 * Locks spaces of an account until the end of the transaction, as {@link lockSpace} does one: always in the order of
 * their ids, so that two that lock several never wait for each other. Answers how many there are.
 */
export async function lockSpaces(
  tx: Queryable,
  accountId: string,
  spaceIds: readonly string[],
): Promise<number> {
  const { rowCount } = await tx.query({
    name: 'lock-spaces',
    text: `select 1 from spaces where account_id = $1 and id = any ($2::uuid[]) order by id for no key update`,
    values: [accountId, spaceIds],
  });
  return rowCount ?? 0;
}

/** Locks all spaces of an account, in the same order. */
export async function lockAllSpaces(tx: Queryable, accountId: string): Promise<void> {
  await tx.query({
    name: 'lock-all-spaces',
    text: 'select 1 from spaces where account_id = $1 order by id for no key update',
    values: [accountId],
  });
}
