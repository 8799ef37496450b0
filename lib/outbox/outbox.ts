import {
  keepMine,
  remedyOf,
  sendable,
  splitEntry,
  waitMs,
  type NewEntry,
  type OutboxEntry,
} from '@/lib/outbox/entry';
import type { Outcome } from '@/lib/outbox/send-entry';
import type { OutboxStorage } from '@/lib/outbox/storage';

interface FlushDeps {
  readonly account: string;
  readonly storage: OutboxStorage;
  readonly send: (entry: OutboxEntry) => Promise<Outcome>;
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Called after each change of an entry. */
  readonly onChange: () => void;
}

export interface Flushed {
  readonly sent: number;
  /** Time of the next attempt; null if no entry is delayed. */
  readonly retryAt: number | null;
  /** Whether the session has ended or belongs to another account. */
  readonly isPaused: boolean;
}

/**
 * Sends all sendable entries in order, and removes an entry only after the service has executed it. Entries behind a
 * stuck one for the same bookmark wait; others proceed. The caller holds the account's lock, so an entry in the state
 * `sending` was left by a closed tab: it is sent again with the same key.
 */
async function flush(deps: FlushDeps, { isForced }: { isForced: boolean }): Promise<Flushed> {
  const { account, storage, now } = deps;
  for (let sent = 0; ;) {
    const pass = sendable(await storage.list(account));
    if (pass.length === 0) return { sent, retryAt: null, isPaused: false };
    const stuck = new Set<string>();
    for (const entry of pass) {
      if (entry.records.some((record) => stuck.has(record))) {
        for (const record of entry.records) stuck.add(record);
        continue;
      }
      if (!isForced && entry.retryAt > now()) return { sent, retryAt: entry.retryAt, isPaused: false };
      const { kind, retryAt } = await sendOne(deps, entry);
      if (kind === 'done') sent += 1;
      else if (kind === 'pause' || kind === 'wait') return { sent, retryAt, isPaused: kind === 'pause' };
      else for (const record of entry.records) stuck.add(record);
    }
  }
}

async function sendOne(
  { storage, send, now, random, onChange }: FlushDeps,
  entry: OutboxEntry,
): Promise<{ kind: Outcome['kind']; retryAt: number | null }> {
  const sending: OutboxEntry = { ...entry, state: 'sending', attempts: entry.attempts + 1 };
  await storage.put(sending);
  onChange();
  const outcome = await send(sending);
  const { kind } = outcome;
  let retryAt: number | null = null;
  if (kind === 'done') await storage.remove([entry.order]);
  else if (kind === 'pause') await storage.put({ ...sending, state: 'waiting', retryAt: 0 });
  else if (kind === 'wait') {
    retryAt = now() + waitMs(sending.attempts, outcome.retryAfterMs, random());
    const problem = { code: outcome.code, message: '' };
    await storage.put({ ...sending, state: 'waiting', retryAt, problem });
  } else await storage.put({ ...sending, state: kind, problem: outcome.problem });
  onChange();
  return { kind, retryAt };
}

export interface OutboxDeps extends Omit<FlushDeps, 'onChange'> {
  /** Runs work while holding the lock of this account, which all tabs share. */
  readonly withLock: <T>(work: () => Promise<T>) => Promise<T>;
  readonly newId: () => string;
  readonly isOnline: () => boolean;
  /** Notifies other tabs of changed entries, which they then read again. */
  readonly announce: () => void;
  /** Stores whether this device has entries, for the next page load. Throws if local storage is denied. */
  readonly setFlag: (isUsed: boolean) => void;
  /** Called after entries were sent, when the displayed library is outdated. */
  readonly onSent: () => void;
}

/** The pending writes of one account, in one tab. All tabs share the storage and the lock. */
export interface Outbox {
  readonly account: string;
  readonly getEntries: () => readonly OutboxEntry[];
  /** Number of entries that this tab has stored. */
  readonly getStored: () => number;
  /** Whether this tab has stored the entry. */
  readonly isOwn: (id: string) => boolean;
  readonly subscribe: (listener: () => void) => () => void;
  /** Reads the entries again. */
  readonly refresh: () => Promise<void>;
  readonly concerns: (records: readonly string[]) => boolean;
  /** Stores an entry and sends it as soon as possible. */
  readonly add: (entry: NewEntry) => Promise<void>;
  /** Sends all sendable entries; with `isForced` including delayed ones. */
  readonly send: (options?: { isForced?: boolean }) => Promise<void>;
  /** Sends a stuck entry again so that it overwrites the conflicting change. `space` is the current space. */
  readonly keep: (entry: OutboxEntry, space: string) => Promise<void>;
  /**
   * Removes an entry; for a creation, also later entries that concern only that bookmark. Resolves to false if it was
   * sent before.
   */
  readonly discard: (entry: OutboxEntry) => Promise<boolean>;
  /** Whether this tab has discarded the entry. */
  readonly isDiscarded: (entry: OutboxEntry) => boolean;
  /** Erases the entries of the account, and rejects new ones. */
  readonly close: () => Promise<void>;
}

const notifyDelayMs = 200;

export function createOutbox(deps: OutboxDeps): Outbox {
  const { account, storage, withLock, isOnline } = deps;
  const listeners = new Set<() => void>();
  let entries: readonly OutboxEntry[] = [];
  const ownIds = new Set<string>();
  let reading: Promise<void> | null = null;
  let isStale = false;
  let isClosed = false;
  const discarded = new Set<number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let notifyTimer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> = Promise.resolve();

  /** Reads the entries, one read at a time; a change during a read triggers another read. */
  const refresh = (): Promise<void> => {
    isStale = true;
    reading ??= (async () => {
      while (isStale) {
        isStale = false;
        entries = await storage.list(account);
      }
    })().finally(() => {
      reading = null;
      for (const listener of listeners) listener();
    });
    return reading;
  };
  /** Another tab may store an entry at any time. It sets the flag before and after, so counting twice is sufficient. */
  const updateFlag = async (): Promise<void> => {
    deps.setFlag((await storage.count()) > 0);
    if ((await storage.count()) > 0) deps.setFlag(true);
  };
  const changed = async (): Promise<void> => {
    deps.announce();
    await refresh();
    // If local storage is denied, no entries can be added, but existing ones can be sent and removed.
    await updateFlag().catch(() => undefined);
  };
  // While many entries are sent, all tabs are notified at this interval.
  const onChange = (): void => {
    notifyTimer ??= setTimeout(() => {
      notifyTimer = undefined;
      void changed().catch(() => undefined);
    }, notifyDelayMs);
  };

  const sendNow = async (isForced: boolean): Promise<void> => {
    if (!isOnline()) return;
    clearTimeout(timer);
    const { sent, retryAt } = await withLock(() => flush({ ...deps, onChange }, { isForced }));
    if (retryAt !== null) timer = setTimeout(() => void send(), Math.max(0, retryAt - deps.now()));
    await changed();
    if (sent > 0) deps.onSent();
  };
  const send: Outbox['send'] = ({ isForced = false } = {}) => {
    // Serialized; an entry added during a run is sent by the next one.
    sending = sending.then(() => sendNow(isForced)).catch(() => undefined);
    return sending;
  };
  const change = async (work: () => Promise<void>): Promise<void> => {
    await withLock(work);
    await changed();
  };

  return {
    account,
    getEntries: () => entries,
    getStored: () => ownIds.size,
    isOwn: (id) => ownIds.has(id),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    concerns: (records) => entries.some((entry) => entry.records.some((one) => records.includes(one))),
    add: async (entry) => {
      if (isClosed) throw new Error('The outbox is closed.');
      // If this throws, the entry is not stored: the next page would not look for it.
      deps.setFlag(true);
      await storage.add(entry);
      ownIds.add(entry.id);
      await changed();
      void send();
    },
    send,
    keep: async (entry, space) => {
      const { newId } = deps;
      const again =
        remedyOf(entry) === 'oneByOne' ? splitEntry(entry, newId) : [keepMine(entry, space, newId)];
      await change(() => storage.replace(entry.order, again));
      await send({ isForced: true });
    },
    discard: async (entry) => {
      let isStored = false;
      await change(async () => {
        const all = await storage.list(account);
        isStored = all.some(({ order }) => order === entry.order);
        if (!isStored) return;
        const removed = all.filter(
          ({ order, records }) =>
            order === entry.order ||
            (entry.operation === 'bookmarks.create' && records.every((one) => entry.records.includes(one))),
        );
        const orders = removed.map(({ order }) => order);
        for (const order of orders) discarded.add(order);
        await storage.remove(orders);
      });
      // Entries behind it can now be sent.
      await send();
      deps.onSent();
      return isStored;
    },
    isDiscarded: ({ order }) => discarded.has(order),
    // Without the lock: a sending tab must not delay a sign-out, and cannot store a removed entry again.
    close: async () => {
      isClosed = true;
      await storage.clear(account);
      await changed();
    },
  };
}
