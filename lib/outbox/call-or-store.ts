import { NetworkFailure } from '@/lib/api/problem';
import { call } from '@/lib/api/call';
import { hasOutbox } from '@/lib/outbox/flag';
import type { Transport } from '@/lib/api/query-client';

/**
 * Writes to one bookmark, which the service carries out in milliseconds. A connection that hangs keeps them waiting for
 * minutes, and closing the tab would lose them, so after this time they are stored.
 */
const quick = /^bookmarks\.(?:create|update|favorite|delete|restore)$/;
const quickMs = 20_000;

/**
 * Calls `/v1`. A write that does not reach the server goes to the outbox, and so does one that concerns entries there. The
 * same idempotency key serves both, because the response may be what was lost.
 */
export const callOrStore: Transport = async (id, input, options = {}) => {
  const { write } = options;
  // Only secure contexts have a lock that tabs share.
  if (!write || !isSecureContext) return call(id, input, options);
  const key = crypto.randomUUID();
  const send = () =>
    call(id, input, {
      headers: { 'idempotency-key': key },
      ...(quick.test(id) && { signal: AbortSignal.timeout(quickMs) }),
    });
  const store = async (failure?: Error) => {
    if (failure !== undefined && !(failure instanceof NetworkFailure)) throw failure;
    const outbox = await import('@/lib/outbox/store-write').catch(() => null);
    if (outbox) return outbox.storeWrite(id, { input, ...write, key, failure, send });
    if (failure) throw failure;
    return send();
  };
  return hasOutbox() ? store() : send().catch(store);
};
