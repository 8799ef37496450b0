import type { QueryClient } from '@tanstack/react-query';
import { onConsent, readConsent } from '@/components/common/consent';
import { call, send } from '@/lib/api/call';
import { createCall } from '@/lib/api/request';
import { onSessionChange, onSessionEnd } from '@/lib/api/session';
import { readSessionExpiry } from '@/lib/api/session-routes';
import { copyLibrary, type LibrarySource } from '@/lib/offline/copy-library';
import { flagName } from '@/lib/outbox/flag';
import { lastSent } from '@/lib/outbox/storage';
import { accountQueries } from '@/lib/api/account';

/** Delay after a change before it is copied, together with further changes. */
const settleMs = 5_000;
/** Time for which a copy counts as current while nothing is changed in this tab. */
const currentMs = 5 * 60_000;
/** Time after which a copy that failed is tried again. */
const retryMs = 20_000;
/** Pause after a copy, in milliseconds per bookmark: 5 minutes for 10,000. */
const restMs = 30;

const source: LibrarySource = {
  callIn: (space) =>
    space === undefined
      ? call
      : createCall((path, init, options) =>
          send(path, { ...init, headers: { ...init.headers, 'space-id': space } }, options),
        ),
  readExpiry: readSessionExpiry,
};

/**
 * Keeps the offline copy of the library current: on arrival, after changes in this tab, after queued changes
 * were sent, and when the tab becomes visible after a while. It needs consent, and a service worker, without
 * which no page can show the copy.
 */
export async function keepCopy(client: QueryClient, stopped: AbortSignal): Promise<void> {
  const ending = new AbortController();
  const signal = AbortSignal.any([stopped, ending.signal]);
  await untilControlled(signal);
  const account = (await client.query({ ...accountQueries.current(), staleTime: 'static' })).uuid;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let changedAt = 0;
  let copiedAt = 0;
  let restUntil = 0;
  let running = new AbortController();

  const copy = async () => {
    const began = Date.now();
    const since = Math.max(changedAt, lastSent(), began - currentMs);
    if (copiedAt > since || readConsent()?.localStorage !== true) return;
    running = new AbortController();
    const options = { account, signal: AbortSignal.any([signal, running.signal]) };
    // One tab at a time; the second finds that there is nothing to do.
    const count = await navigator.locks.request('markwell-offline-copy', { signal: options.signal }, () =>
      copyLibrary(source, { ...options, since }),
    );
    copiedAt = began;
    restUntil = Date.now() + count * restMs;
  };
  const plan = (waitMs: number) => {
    if (signal.aborted) return;
    timer ??= setTimeout(
      () => {
        timer = undefined;
        // The previous copy stays.
        copy().catch(() => plan(retryMs));
      },
      Math.max(waitMs, restUntil - Date.now()),
    );
  };

  const stops = [onSessionEnd(() => ending.abort()), onSessionChange(() => ending.abort())];
  stops.push(
    // If the consent is withdrawn, the consent form deletes the stored data.
    onConsent(() => (readConsent()?.localStorage === true ? plan(0) : running.abort())),
    client.getMutationCache().subscribe(({ type, mutation }) => {
      if (type !== 'updated' || mutation.state.status !== 'success') return;
      changedAt = Date.now();
      // A bookmark that is being copied may have just been encrypted.
      running.abort();
      plan(settleMs);
    }),
  );
  document.addEventListener('visibilitychange', () => document.hidden || plan(0), { signal });
  const onFlag = ({ key }: StorageEvent) => {
    if (key !== flagName) return;
    running.abort();
    // By then it is known whether entries were sent.
    plan(settleMs);
  };
  window.addEventListener('storage', onFlag, { signal });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  });
  plan(0);
}

/** Resolves when a service worker controls the page: at once, or when the first one has been installed. */
async function untilControlled(signal: AbortSignal): Promise<void> {
  const container = navigator.serviceWorker;
  if (container.controller !== null) return;
  await new Promise((resolve) =>
    container.addEventListener('controllerchange', resolve, { once: true, signal }),
  );
}
