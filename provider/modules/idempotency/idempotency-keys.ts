import type { Endpoint } from '@/lib/contract/endpoint';
import type { Actor } from '@/provider/actor';
import type { Queryable } from '@/provider/db/transaction';
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

const claim = {
  name: 'claim-idempotency-key',
  text: `insert into idempotency_keys (account_id, key, target, created_at) values ($1, $2, $3, $4)
    on conflict do nothing`,
};
const find = {
  name: 'find-idempotency-key',
  text: 'select target from idempotency_keys where account_id = $1 and key = $2',
};

/**
 * Records the key of a request in the transaction that carries it out, so that either both are stored or none. A second
 * request with the same key waits for the first, and then throws Replayed, or CONFLICT where it has another target.
 */
export async function claimIdempotencyKey(
  tx: Queryable,
  { accountId, idempotencyKey }: Actor,
  target: string,
  now: Date,
): Promise<void> {
  if (idempotencyKey === null) return;
  const { rowCount } = await tx.query({ ...claim, values: [accountId, idempotencyKey, target, now] });
  if (rowCount === 1) return;
  const { rows } = await tx.query<{ target: string }>({ ...find, values: [accountId, idempotencyKey] });
  throw rows[0]?.target === target ? new Replayed() : new Problem('CONFLICT');
}

/** Deletes keys that no client will repeat any more. */
export const purgeIdempotencyKeys = (db: Queryable, now: Date): Promise<unknown> =>
  db.query('delete from idempotency_keys where created_at <= $1', [new Date(now.getTime() - keptMs)]);
