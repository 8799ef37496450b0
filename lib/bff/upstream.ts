import 'server-only';
import type { Service } from '@/lib/bff/service';
import { processWide } from '@/lib/bff/session';

/** Returns the `/v1` service of this installation: the provider in this process, or the one at API_URL. */
export const upstream = (): Service =>
  processWide<Service>('upstream', () => {
    throw new Error('The service is not started: instrumentation.ts starts it before the first request.');
  });

/** A page within this time after a successful check is rendered without another one. */
const VALID_MS = 1_000;
/** Longer than the timeout of the service for its database. */
const TIMEOUT_MS = 3_000;

export type AvailabilityCheck = () => Promise<boolean>;

/** Creates a check of whether a service responds and has a database. Concurrent calls share one request. */
export function createAvailabilityCheck(service: Service, now: () => number): AvailabilityCheck {
  let availableUntil = Number.NEGATIVE_INFINITY;
  let pending: Promise<boolean> | null = null;
  const check = async (): Promise<boolean> => {
    const request = new Request(`${service.origin}/v1/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const isAvailable = await service.fetch(request, { address: '' }).then(
      async ({ ok, body }) => {
        await body?.cancel();
        return ok;
      },
      () => false,
    );
    if (isAvailable) availableUntil = now() + VALID_MS;
    return isAvailable;
  };
  return async () => {
    if (now() < availableUntil) return true;
    return (pending ??= check().finally(() => {
      pending = null;
    }));
  };
}

/** Returns whether the service of this installation is available. */
export const isServiceAvailable: AvailabilityCheck = () =>
  processWide('availability', () => createAvailabilityCheck(upstream(), Date.now))();
