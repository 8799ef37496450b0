import { browser } from 'wxt/browser';
import { syncLibrary } from '@/extension/lib/library';
import { flushQueue, getQueue, nextAttempt, onQueue } from '@/extension/lib/queue';

const libraryMinutes = 30;
/** Browsers allow no alarm that is closer. */
const soonestMs = 30_000;

/** Sends the queue when it is due or the network is back, and keeps the local copy up to date. */
export function watchSchedule(): void {
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === 'queue') void sendQueue();
    if (name === 'library') void syncLibrary().catch(() => undefined);
  });
  onQueue(() => void plan());
  globalThis.addEventListener('online', () => void sendQueue({ isForced: true }));
}

/** Starts the alarms, which browsers may forget when they end. */
export async function startAlarms(): Promise<void> {
  const existing = await browser.alarms.get('library');
  if (!existing) await browser.alarms.create('library', { periodInMinutes: libraryMinutes });
  await plan();
}

export async function sendQueue(options: { readonly isForced?: boolean } = {}): Promise<void> {
  const waiting = (await getQueue()).length;
  await flushQueue(options);
  await plan();
  // What was sent is in the local copy then.
  if ((await getQueue()).length < waiting) await syncLibrary().catch(() => undefined);
}

async function plan(): Promise<void> {
  const next = await nextAttempt();
  if (next === null) await browser.alarms.clear('queue');
  else await browser.alarms.create('queue', { when: Math.max(next, Date.now() + soonestMs) });
}
