import { NetworkFailure } from '@/lib/api/problem';
import { call } from '@/lib/api/call';
import type { AnyInput } from '@/lib/api/request';
import { optimisticMax } from '@/lib/api/endpoint';
import { hasOutbox } from '@/lib/outbox/flag';
import type { OperationId } from '@/lib/contract/routes';
import type { Transport } from '@/lib/api/query-client';

/**
 * Writes to a few bookmarks or a collection and parts of an undo, which the service executes in milliseconds. A stalled
 * connection would delay them for minutes and closing the tab would lose them, so those that can be are stored after
 * this timeout; the others fail.
 */
const fastWrites =
  /^(?:bookmarks\.(?:create|update|favorite|delete|restore|undo)|collections\.(?:create|update))$/;
const fastWriteTimeoutMs = 20_000;
/** The other writes of the same scopes, behind which later ones wait: they may take long, but not forever. */
const slowWrites =
  /^(?:collections|bookmarks\.(?:bulk|order|merge|reencrypt|createEncrypted|applyKeyChange))/;
const slowWriteTimeoutMs = 5 * 60_000;

function timeoutOf(id: OperationId, body: { uuids?: readonly string[] } = {}): { signal?: AbortSignal } {
  const isFast = fastWrites.test(id) || (body.uuids?.length ?? Infinity) <= optimisticMax;
  if (!isFast && !slowWrites.test(id)) return {};
  return { signal: AbortSignal.timeout(isFast ? fastWriteTimeoutMs : slowWriteTimeoutMs) };
}

/**
 * Calls `/v1`. Stores a write in the outbox if it does not reach the server, or if it concerns bookmarks with entries
 * there. Both attempts use the same idempotency key, because only the response may have been lost.
 */
export const callOrStore: Transport = async (id, input, options = {}) => {
  const { write } = options;
  // Locks that are shared between tabs require a secure context.
  if (!write || !isSecureContext) return call(id, input, options);
  const key = crypto.randomUUID();
  const isOffline = !navigator.onLine;
  const send = () =>
    call(id, input, {
      headers: { 'idempotency-key': key },
      ...timeoutOf(id, (input as AnyInput).body as object),
    });
  const store = async (failure?: Error) => {
    if (failure !== undefined && !(failure instanceof NetworkFailure)) throw failure;
    const outbox = await import('@/lib/outbox/store-write').catch(() => null);
    if (outbox) return outbox.storeWrite(id, { input, ...write, key, isOffline, failure, send });
    if (failure) throw failure;
    return send();
  };
  return hasOutbox() ? store() : send().catch(store);
};
