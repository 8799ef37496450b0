import { ApiProblem, NetworkFailure } from '@/lib/api/problem';
import { Refusal } from '@/lib/api/stored-call';
import { sampleBookmark } from '@/lib/api/testing/samples';
import { problemStatus } from '@/lib/contract/problem';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { createdFields, editedFields, factsOf } from '@/lib/bookmark/merge';
import type { NewEntry, OutboxEntry } from '@/lib/outbox/entry';
import { createOutbox, type OutboxDeps } from '@/lib/outbox/outbox';
import { sendEntry, type SendRequest } from '@/lib/outbox/send-entry';
import { openStorage } from '@/lib/outbox/storage';

const statuses: Readonly<Record<string, number>> = problemStatus;
/** Returns an error response of the service. */
export const refusal = (code: string, extra: object = {}, retryAfterMs = 0): Refusal => {
  const status = statuses[code] ?? 404;
  return new Refusal(new ApiProblem(status, { code, message: `words for ${code}`, ...extra }), retryAfterMs);
};

/** A fake service that executes each idempotency key once, like `/v1`. */
class Service {
  readonly bookmarks = new Map<string, Bookmark>();
  /** All requests that had an effect. */
  readonly log: string[] = [];
  requests: { id: string; headers: Readonly<Record<string, string>> }[] = [];
  /** Failures of the next requests: an error instead of the effect, or a lost response or a crash after it. */
  readonly next: (Error | 'lost' | 'crash')[] = [];
  private readonly keys = new Set<string>();
  private version = 0;

  readonly send: SendRequest = async (operation, { params = {}, body = {} }, headers) => {
    this.requests.push({ id: operation, headers });
    await new Promise((resolve) => setImmediate(resolve));
    const failure = this.next.shift();
    if (failure instanceof Error) throw failure;
    const uuids = (body['uuids'] as string[] | undefined) ?? [params['uuid'] ?? String(body['uuid'])];
    if (uuids.length > 1 && uuids.some((uuid) => !this.bookmarks.has(uuid))) throw refusal('NOT_FOUND');
    for (const uuid of uuids) this.execute(operation, uuid, body, headers['idempotency-key'] ?? '');
    if (failure === 'lost') throw new NetworkFailure(new TypeError('Failed to fetch'));
    // The tab crashed: its code does not continue.
    if (failure === 'crash') await new Promise(() => undefined);
  };

  put(bookmark: Bookmark): Bookmark {
    this.version += 1;
    const stored = { ...bookmark, updatedAt: `version ${this.version}` };
    this.bookmarks.set(bookmark.uuid, stored);
    return stored;
  }

  private execute(operation: string, uuid: string, body: Record<string, unknown>, key: string): void {
    if (this.keys.has(key)) return;
    const current = this.bookmarks.get(uuid);
    const { updatedAt, ...changes } = body;
    if (operation === 'bookmarks.create') {
      if (!current) this.put(sampleBookmark(uuid, body));
    } else {
      if (!current) throw refusal('NOT_FOUND');
      if (updatedAt !== undefined && updatedAt !== current.updatedAt)
        throw refusal('OUTDATED', { bookmark: current });
      const deletedAt = operation === 'bookmarks.delete' ? 'now' : null;
      this.put({ ...current, ...changes, ...(/delete|restore/.test(operation) && { deletedAt }) });
    }
    this.keys.add(key);
    this.log.push(`${operation.slice('bookmarks.'.length)} ${uuid}`);
  }
}

/** Creates a lock that all tabs of a test share. */
export function createLock(): OutboxDeps['withLock'] {
  let tail: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = tail.then(work);
    tail = result.catch(() => undefined);
    return result;
  };
}

let ids = 0;
/** Returns a pending write. */
export const entry = (uuid: string, changes: Partial<NewEntry> = {}): NewEntry => ({
  id: `key-${(ids += 1)}`,
  account: 'ada',
  space: 'home',
  operation: 'bookmarks.favorite',
  input: { params: { uuid }, body: { favorite: true } },
  records: [uuid],
  label: uuid,
  edit: null,
  createdAt: 0,
  state: 'waiting',
  attempts: 0,
  retryAt: 0,
  problem: null,
  ...changes,
});
export const creation = (uuid: string): NewEntry =>
  entry(uuid, { operation: 'bookmarks.create', input: { body: { uuid, title: 'New' } } });
export const edit = (bookmark: Bookmark, body: Partial<Bookmark>): NewEntry => {
  const fields = editedFields(body);
  return entry(bookmark.uuid, {
    operation: 'bookmarks.update',
    input: { params: { uuid: bookmark.uuid }, body },
    edit: {
      updatedAt: bookmark.updatedAt,
      before: factsOf(bookmark, fields),
      after: factsOf({ ...bookmark, ...body }, fields),
      whole: factsOf({ ...bookmark, ...body }, createdFields),
    },
  });
};

/** Sets up a fake service, and opens tabs that write to it. */
export function setUp() {
  const service = new Service();
  const state = { time: 1_000, isOnline: true, flag: false, canSetFlag: true, sent: 0 };
  const openTab = async (withLock: OutboxDeps['withLock'], account = 'ada') => {
    const storage = await openStorage();
    const outbox = createOutbox({
      account,
      storage,
      send: (one) => sendEntry(one, service.send),
      withLock,
      isOnline: () => state.isOnline,
      newId: () => `key-${(ids += 1)}`,
      now: () => state.time,
      random: () => 1,
      announce: () => undefined,
      setFlag: (isUsed) => {
        if (!state.canSetFlag) throw new Error('local storage is denied');
        state.flag = isUsed;
      },
      onSent: () => (state.sent += 1),
    });
    await outbox.refresh();
    return outbox;
  };
  return { service, state, openTab };
}

/** Returns the label and state of each entry. */
export const states = (entries: readonly OutboxEntry[]) =>
  entries.map(({ label, state }) => `${label}: ${state}`);
