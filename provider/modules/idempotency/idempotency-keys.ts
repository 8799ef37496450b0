import { and, eq, lte } from 'drizzle-orm';
import type { Endpoint } from '@/lib/contract/endpoint';
import type { Actor } from '@/provider/actor';
import type { Executor } from '@/provider/db/client';
import { idempotencyKeys } from '@/provider/db/schema/accounts';
import { Problem } from '@/provider/problem';

/** How long a client can repeat a request: far longer than it retries on its own. */
const keptMs = 30 * 24 * 60 * 60_000;

const keyPattern = /^[\w.-]{8,64}$/;

/** The request was carried out before, under the same key. */
export class Replayed extends Error {
  constructor() {
    super('the request was carried out before');
    this.name = 'Replayed';
  }
}

/** The `Idempotency-Key` of a request, where the operation takes one. Throws MALFORMED_REQUEST. */
export function readIdempotencyKey({ headers }: Request, { idempotent }: Endpoint): string | null {
  const key = idempotent === true ? headers.get('idempotency-key') : null;
  if (key !== null && !keyPattern.test(key)) throw new Problem('MALFORMED_REQUEST');
  return key;
}

/**
 * Records the key of a request in the transaction that carries it out, so that either both are stored or none. A second
 * request with the same key waits for the first, and then throws Replayed, or CONFLICT where it has another target.
 */
export async function claimIdempotencyKey(
  tx: Executor,
  { accountId, idempotencyKey }: Actor,
  target: string,
  now: Date,
): Promise<void> {
  if (idempotencyKey === null) return;
  const { rowCount } = await tx
    .insert(idempotencyKeys)
    .values({ accountId, key: idempotencyKey, target, createdAt: now })
    .onConflictDoNothing();
  if (rowCount === 1) return;
  const [known] = await tx
    .select({ target: idempotencyKeys.target })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.accountId, accountId), eq(idempotencyKeys.key, idempotencyKey)));
  throw known?.target === target ? new Replayed() : new Problem('CONFLICT');
}

/** Deletes keys that no client will repeat any more. */
export async function purgeIdempotencyKeys(db: Executor, now: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, new Date(now.getTime() - keptMs)));
}
