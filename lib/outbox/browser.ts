import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { sendStored } from '@/lib/api/stored-call';
import { flagName, hasOutbox } from '@/lib/outbox/flag';
import { markSent, openStorage } from '@/lib/outbox/storage';
import { createOutbox, type Outbox } from '@/lib/outbox/outbox';
import { sendEntry } from '@/lib/outbox/send-entry';
import { showWaiting } from '@/lib/outbox/show-waiting';
import { invalidation, refresh } from '@/lib/api/invalidation';

let opened: Promise<Outbox> | null = null;
let isClosed = false;

interface OutboxOptions {
  /** False on the offline page, where the tabs that run the app do the sending. */
  readonly sends?: boolean;
}

/** Returns the outbox of this tab; sending starts when it is first opened. */
export function openOutbox(
  client: QueryClient,
  account: string,
  options: OutboxOptions = {},
): Promise<Outbox> {
  if (isClosed) return Promise.reject(new Error('The outbox is closed.'));
  opened ??= start(client, account, options).catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

/** Erases the entries of the account, for its sign-out. A request in flight that fails later is not stored. */
export async function closeOutbox(client: QueryClient, account: string): Promise<void> {
  const outbox = hasOutbox() || opened ? await openOutbox(client, account) : null;
  isClosed = true;
  await outbox?.close();
}

async function start(client: QueryClient, account: string, { sends = true }: OutboxOptions): Promise<Outbox> {
  const storage = await openStorage();
  const tabs = new BroadcastChannel('markwell-outbox');
  const refetch = (): void => (sends ? refresh(client, invalidation['bookmarks.create']) : undefined);
  const outbox = createOutbox({
    account,
    storage,
    send: (entry) => sendEntry(entry, sendStored),
    withLock: (work) => navigator.locks.request(`outbox:${account}`, work),
    isOnline: () => sends && navigator.onLine,
    newId: () => crypto.randomUUID(),
    now: Date.now,
    random: Math.random,
    announce: () => tabs.postMessage(sends ? 'changed' : 'stored'),
    setFlag,
    onSent: () => {
      markSent();
      tabs.postMessage('sent');
      refetch();
    },
  });
  tabs.addEventListener('message', ({ data }) => {
    void outbox.refresh();
    if (data === 'sent') refetch();
    // An offline page stored an entry, which this tab may send.
    if (data === 'stored') void outbox.send();
  });
  if (!sends) {
    await outbox.refresh();
    return outbox;
  }
  document.addEventListener('visibilitychange', () => document.hidden || void outbox.send());
  refetchAfterSending(outbox);
  showWaiting(client, outbox);
  await outbox.refresh();
  void outbox.send();
  return outbox;
}

function setFlag(isUsed: boolean): void {
  if (isUsed) localStorage.setItem(flagName, '1');
  else localStorage.removeItem(flagName);
  // The browser fires this event only in the other tabs.
  window.dispatchEvent(new StorageEvent('storage', { key: flagName }));
}

const sendingMs = 10_000;

/** When back online, refetches lists only after the outbox was sent; earlier they would show the old state. */
function refetchAfterSending(outbox: Outbox): void {
  onlineManager.setEventListener((setOnline) => {
    const online = (): void => {
      const timeout = new Promise((resolve) => setTimeout(resolve, sendingMs));
      void Promise.race([outbox.send({ isForced: true }), timeout]).finally(() =>
        setOnline(navigator.onLine),
      );
    };
    const offline = (): void => setOnline(false);
    window.addEventListener('online', online);
    window.addEventListener('offline', offline);
    return () => {
      window.removeEventListener('online', online);
      window.removeEventListener('offline', offline);
    };
  });
}
