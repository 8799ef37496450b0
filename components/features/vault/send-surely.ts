import { ApiProblem, NetworkFailure } from '@/lib/api/problem';
import type { Transport } from '@/lib/api/query-client';

/** The response was lost: whether the service has saved the envelopes is unknown. */
export class OutcomeUnknown extends Error {}

const isLost = (failure: unknown): boolean =>
  failure instanceof NetworkFailure || (failure instanceof ApiProblem && failure.status >= 500);

/** Whether a bookmark was changed or erased since it was read. */
export const isOutdated = (failure: unknown): boolean =>
  failure instanceof ApiProblem && (failure.code === 'OUTDATED' || failure.code === 'NOT_FOUND');

/**
 * Sends envelopes that are saved all or none, once more if the response is lost: the service handles both requests in
 * turn, so the second one is refused as outdated if the first one was executed, and `isStored` tells that from a change
 * on another device. Throws OutcomeUnknown if no response arrives.
 */
export async function sendSurely(
  send: () => Promise<unknown>,
  isStored: () => Promise<boolean>,
): Promise<void> {
  try {
    await send();
    return;
  } catch (failure) {
    if (!isLost(failure)) throw failure;
  }
  try {
    await send();
  } catch (failure) {
    if (!isOutdated(failure)) throw new OutcomeUnknown();
    const isSaved = await isStored().catch(() => {
      throw new OutcomeUnknown();
    });
    if (!isSaved) throw failure;
  }
}

/** Whether the service stores this envelope of a bookmark. */
export async function isStored(
  call: Transport,
  { uuid, cipher }: { uuid: string; cipher: string },
): Promise<boolean> {
  const { tables } = await call('bookmarks.stored', { params: { uuid } });
  const cells = tables.filter(({ name }) => name === 'bookmarks').flatMap(({ rows }) => rows.flat());
  return cells.some(({ column, value }) => column === 'cipher' && value === cipher);
}
