import { and, eq, lte } from 'drizzle-orm';
import type { Endpoint } from '@/lib/contract/endpoint';
import type { Actor } from '@/provider/actor';
import type { Executor } from '@/provider/db/client';
import { idempotencyKeys } from '@/provider/db/schema/accounts';
import { Problem } from '@/provider/problem';

/** How long a client can repeat a request: far longer than automatic retries. */
const retentionMs = 30 * 24 * 60 * 60_000;

const keyPattern = /^[\w.-]{8,64}$/;

/** Thrown when a request with the same key was completed before. */
export class Replayed extends Error {
  constructor() {
    super('a request with this idempotency key was completed before');
    this.name = 'Replayed';
  }
}

/** Returns the `Idempotency-Key` of a request if the operation accepts one. Throws MALFORMED_REQUEST. */
export function readIdempotencyKey({ headers }: Request, { idempotent }: Endpoint): string | null {
  const key = idempotent === true ? headers.get('idempotency-key') : null;
  if (key !== null && !keyPattern.test(key)) throw new Problem('MALFORMED_REQUEST');
  return key;
}

/**
 * Records the key of a request in the transaction of its effect, so that both are committed or neither is. A second
 * request with the same key waits for the first one, and then throws Replayed, or CONFLICT if its target differs.
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

/** Deletes expired keys. */
export async function purgeIdempotencyKeys(db: Executor, now: Date): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(lte(idempotencyKeys.createdAt, new Date(now.getTime() - retentionMs)));
}
