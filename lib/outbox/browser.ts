import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { sendStored } from '@/lib/api/stored-call';
import { flagName } from '@/lib/outbox/flag';
import { markSent, openStorage } from '@/lib/outbox/storage';
import { createOutbox, type Outbox } from '@/lib/outbox/outbox';
import { sendEntry } from '@/lib/outbox/send-entry';
import { showWaiting } from '@/lib/outbox/show-waiting';
import { invalidation, refresh } from '@/lib/api/invalidation';

let opened: Promise<Outbox> | null = null;

interface OutboxOptions {
  /** False on the offline page, which leaves sending to the tabs that run the app. */
  readonly sends?: boolean;
}

/** The outbox of this tab. It starts to send when it is opened first. */
export function openOutbox(
  client: QueryClient,
  account: string,
  options: OutboxOptions = {},
): Promise<Outbox> {
  opened ??= start(client, account, options).catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

async function start(client: QueryClient, account: string, { sends = true }: OutboxOptions): Promise<Outbox> {
  const storage = await openStorage();
  const tabs = new BroadcastChannel('markwell-outbox');
  const reread = (): void => (sends ? refresh(client, invalidation['bookmarks.create']) : undefined);
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
      reread();
    },
  });
  tabs.addEventListener('message', ({ data }) => {
    void outbox.refresh();
    if (data === 'sent') reread();
    // An offline page has stored something: it may be sent from here.
    if (data === 'stored') void outbox.send();
  });
  if (!sends) {
    await outbox.refresh();
    return outbox;
  }
  document.addEventListener('visibilitychange', () => document.hidden || void outbox.send());
  readAfterSending(outbox);
  showWaiting(client, outbox);
  await outbox.refresh();
  void outbox.send();
  return outbox;
}

function setFlag(isUsed: boolean): void {
  if (isUsed) localStorage.setItem(flagName, '1');
  else localStorage.removeItem(flagName);
  // The browser tells the other tabs only.
  window.dispatchEvent(new StorageEvent('storage', { key: flagName }));
}

const sendingMs = 10_000;

/** Back online, lists are read only once the outbox was sent: until then they would show what was before. */
function readAfterSending(outbox: Outbox): void {
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
