import { NetworkFailure } from '@/lib/api/problem';
import { call } from '@/lib/api/call';
import { hasOutbox } from '@/lib/outbox/flag';
import type { Transport } from '@/lib/api/query-client';

/**
 * Writes to one bookmark, which the service executes in milliseconds. A stalled connection would delay them for minutes
 * and closing the tab would lose them, so they are stored after this timeout.
 */
const fastWrites = /^bookmarks\.(?:create|update|favorite|delete|restore)$/;
const fastWriteTimeoutMs = 20_000;

/**
 * Calls `/v1`. Stores a write in the outbox if it does not reach the server, or if it concerns bookmarks with entries
 * there. Both attempts use the same idempotency key, because only the response may have been lost.
 */
export const callOrStore: Transport = async (id, input, options = {}) => {
  const { write } = options;
  // Locks that are shared between tabs require a secure context.
  if (!write || !isSecureContext) return call(id, input, options);
  const key = crypto.randomUUID();
  const send = () =>
    call(id, input, {
      headers: { 'idempotency-key': key },
      ...(fastWrites.test(id) && { signal: AbortSignal.timeout(fastWriteTimeoutMs) }),
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
