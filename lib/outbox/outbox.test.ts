import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { ApiProblem, NetworkFailure } from '@/lib/api/problem';
import { Refusal } from '@/lib/api/stored-call';
import { problemStatus } from '@/lib/contract/problem';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { editedFields, factsOf, remedyOf, waitMs, type NewEntry, type OutboxEntry } from '@/lib/outbox/entry';
import { createOutbox, type OutboxDeps } from '@/lib/outbox/outbox';
import { sendEntry, type SendRequest } from '@/lib/outbox/send-entry';
import { openStorage } from '@/lib/outbox/storage';
import { sampleBookmark } from '@/lib/api/testing/samples';

const statuses: Readonly<Record<string, number>> = problemStatus;
const refusal = (code: string, extra: object = {}, retryAfterMs = 0): Refusal => {
  const status = statuses[code] ?? 404;
  return new Refusal(new ApiProblem(status, { code, message: `words for ${code}`, ...extra }), retryAfterMs);
};

/** A service that carries out a key once, as `/v1` does. */
class Service {
  readonly bookmarks = new Map<string, Bookmark>();
  /** Every request that had an effect. */
  readonly log: string[] = [];
  requests: { id: string; headers: Readonly<Record<string, string>> }[] = [];
  /** What happens to the next requests instead, or after the effect. */
  readonly next: (Error | 'lost' | 'crash')[] = [];
  private readonly keys = new Set<string>();
  private version = 0;

  readonly send: SendRequest = async (operation, { params = {}, body = {} }, headers) => {
    this.requests.push({ id: operation, headers });
    await new Promise((resolve) => setImmediate(resolve));
    const fate = this.next.shift();
    if (fate instanceof Error) throw fate;
    const uuids = (body['uuids'] as string[] | undefined) ?? [params['uuid'] ?? String(body['uuid'])];
    if (uuids.length > 1 && uuids.some((uuid) => !this.bookmarks.has(uuid))) throw refusal('NOT_FOUND');
    for (const uuid of uuids) this.carryOut(operation, uuid, body, headers['idempotency-key'] ?? '');
    if (fate === 'lost') throw new NetworkFailure(new TypeError('Failed to fetch'));
    // The tab is gone: what it would do next never happens.
    if (fate === 'crash') await new Promise(() => undefined);
  };

  put(bookmark: Bookmark): Bookmark {
    this.version += 1;
    const stored = { ...bookmark, updatedAt: `version ${this.version}` };
    this.bookmarks.set(bookmark.uuid, stored);
    return stored;
  }

  private carryOut(operation: string, uuid: string, body: Record<string, unknown>, key: string): void {
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

/** A lock that all tabs of a test share. */
function createLock(): OutboxDeps['withLock'] {
  let tail: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = tail.then(work);
    tail = result.catch(() => undefined);
    return result;
  };
}

let ids = 0;
const entry = (uuid: string, changes: Partial<NewEntry> = {}): NewEntry => ({
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
const creation = (uuid: string): NewEntry =>
  entry(uuid, { operation: 'bookmarks.create', input: { body: { uuid, title: 'New' } } });
const edit = (bookmark: Bookmark, body: Partial<Bookmark>): NewEntry => {
  const fields = editedFields(body);
  return entry(bookmark.uuid, {
    operation: 'bookmarks.update',
    input: { params: { uuid: bookmark.uuid }, body },
    edit: {
      updatedAt: bookmark.updatedAt,
      before: factsOf(bookmark, fields),
      after: factsOf({ ...bookmark, ...body }, fields),
    },
  });
};

function setUp() {
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

const states = (entries: readonly OutboxEntry[]) => entries.map(({ label, state }) => `${label}: ${state}`);

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

test('what was written without a network is sent in order once it is back', async () => {
  const { service, state, openTab } = setUp();
  const outbox = await openTab(createLock());
  state.isOnline = false;
  await outbox.add(creation('a'));
  await outbox.add(edit(sampleBookmark('a', { title: 'New' }), { title: 'Edited' }));
  await outbox.add(entry('a'));
  await outbox.add(entry('a', { operation: 'bookmarks.delete', input: { params: { uuid: 'a' } } }));
  await outbox.add(creation('b'));
  await outbox.send();
  expect([service.requests.length, outbox.getEntries().length, state.flag]).toEqual([0, 5, true]);
  state.isOnline = true;
  await outbox.send();
  expect(service.log).toEqual(['create a', 'update a', 'favorite a', 'delete a', 'create b']);
  expect(service.bookmarks.get('a')).toMatchObject({ title: 'Edited', favorite: true, deletedAt: 'now' });
  expect([outbox.getEntries(), state.flag, state.sent]).toEqual([[], false, 1]);
});

test('entries survive the tab that wrote them, and those of another account are never sent', async () => {
  const { service, state, openTab } = setUp();
  state.isOnline = false;
  await (await openTab(createLock())).add(creation('a'));
  state.isOnline = true;
  const other = await openTab(createLock(), 'grace');
  await other.send();
  expect([service.requests.length, other.getEntries().length, state.flag]).toEqual([0, 0, true]);
  const again = await openTab(createLock());
  expect(states(again.getEntries())).toEqual(['a: waiting']);
  await again.send();
  expect(service.log).toEqual(['create a']);
  expect(service.requests[0]?.headers).toMatchObject({ 'account-id': 'ada', 'space-id': 'home' });
});

test('without local storage nothing new is stored, and what waits is sent and removed', async () => {
  const { service, state, openTab } = setUp();
  state.isOnline = false;
  const outbox = await openTab(createLock());
  await outbox.add(creation('a'));
  await outbox.add(creation('b'));
  state.canSetFlag = false;
  await expect(outbox.add(creation('c'))).rejects.toThrow('denied');
  expect(states(outbox.getEntries())).toEqual(['a: waiting', 'b: waiting']);
  const [first] = outbox.getEntries();
  if (first) await outbox.discard(first);
  expect([first && outbox.isDiscarded(first), states(outbox.getEntries())]).toEqual([true, ['b: waiting']]);
  state.isOnline = true;
  await outbox.send();
  expect([service.log, outbox.getEntries()]).toEqual([['create b'], []]);
});

describe('exactly once', () => {
  test('when two tabs send at the same time', async () => {
    const { service, state, openTab } = setUp();
    const lock = createLock();
    const [one, two] = [await openTab(lock), await openTab(lock)];
    state.isOnline = false;
    for (let index = 0; index < 20; index += 1) await (index % 2 ? one : two).add(creation(`b${index}`));
    state.isOnline = true;
    await Promise.all([one.send(), two.send(), one.send(), two.send()]);
    expect(service.requests).toHaveLength(20);
    expect(service.log).toEqual(Array.from({ length: 20 }, (_, index) => `create b${index}`));
  });

  test('when the response is lost after the service has carried it out', async () => {
    const { service, state, openTab } = setUp();
    service.put(sampleBookmark('a'));
    service.next.push('lost');
    const outbox = await openTab(createLock());
    await outbox.add(entry('a'));
    await outbox.send();
    expect(states(outbox.getEntries())).toEqual(['a: waiting']);
    state.time += 10_000;
    await outbox.send();
    expect([service.log, service.requests.length]).toEqual([['favorite a'], 2]);
    expect(outbox.getEntries()).toEqual([]);
  });

  test('when the tab is closed between the response and the removal', async () => {
    const { service, openTab } = setUp();
    service.put(sampleBookmark('a'));
    service.next.push('crash');
    const dead = await openTab(createLock());
    await dead.add(entry('a'));
    while (service.log.length === 0) await new Promise((resolve) => setImmediate(resolve));
    // The browser gives the lock of a closed tab to the next one.
    const outbox = await openTab(createLock());
    expect(states(outbox.getEntries())).toEqual(['a: sending']);
    await outbox.send();
    expect([service.log, service.requests.length]).toEqual([['favorite a'], 2]);
    expect(outbox.getEntries()).toEqual([]);
  });

  test('an entry that is written while others are sent is sent after them', async () => {
    const { service, openTab } = setUp();
    const outbox = await openTab(createLock());
    await outbox.add(creation('a'));
    await outbox.add(creation('b'));
    await outbox.send();
    expect(service.log).toEqual(['create a', 'create b']);
  });
});

describe('a service that cannot take it now', () => {
  test.each([
    ['the network', new NetworkFailure(new TypeError()), 2_000],
    ['the service', refusal('SERVICE_UNAVAILABLE'), 2_000],
    ['the limit, which says how long', refusal('RATE_LIMITED', {}, 90_000), 90_000],
    ['the page of a proxy', refusal('UNKNOWN'), 2_000],
  ])('%s keeps every entry, in order, and is tried again later', async (_, failure, pause) => {
    const { service, state, openTab } = setUp();
    const outbox = await openTab(createLock());
    state.isOnline = false;
    await outbox.add(creation('a'));
    await outbox.add(creation('b'));
    state.isOnline = true;
    service.next.push(failure);
    await outbox.send();
    expect(states(outbox.getEntries())).toEqual(['a: waiting', 'b: waiting']);
    state.time += pause - 1;
    await outbox.send();
    expect(service.requests).toHaveLength(1);
    state.time += 1;
    await outbox.send();
    expect(service.log).toEqual(['create a', 'create b']);
  });

  test('is asked again at once when the reader wants it', async () => {
    const { service, openTab } = setUp();
    service.next.push(refusal('RATE_LIMITED', {}, 90_000));
    const outbox = await openTab(createLock());
    await outbox.add(creation('a'));
    await outbox.send();
    await outbox.send({ isForced: true });
    expect(service.log).toEqual(['create a']);
  });

  test('is asked less and less often, and not by all clients at once', () => {
    expect([1, 2, 3, 20].map((attempts) => waitMs(attempts, 0, 1))).toEqual([2_000, 4_000, 8_000, 300_000]);
    expect(waitMs(1, 0, 0)).toBe(1_000);
  });

  test.each(['UNAUTHENTICATED', 'ACCOUNT_SUSPENDED', 'OTHER_ACCOUNT'])(
    '%s stops the sending and keeps everything',
    async (code) => {
      const { service, state, openTab } = setUp();
      const outbox = await openTab(createLock());
      state.isOnline = false;
      await outbox.add(creation('a'));
      await outbox.add(creation('b'));
      state.isOnline = true;
      service.next.push(refusal(code));
      await outbox.send();
      expect(service.requests).toHaveLength(1);
      expect(states(outbox.getEntries())).toEqual(['a: waiting', 'b: waiting']);
    },
  );
});

describe('a conflict', () => {
  test('is kept with its reason, holds up the same bookmark, and nothing else', async () => {
    const { service, state, openTab } = setUp();
    const outbox = await openTab(createLock());
    state.isOnline = false;
    service.put(sampleBookmark('b'));
    await outbox.add(entry('gone'));
    await outbox.add(
      entry('', { operation: 'bookmarks.bulk', records: ['gone', 'c'], label: 'both', input: { body: {} } }),
    );
    await outbox.add(entry('c'));
    await outbox.add(entry('b'));
    state.isOnline = true;
    await outbox.send();
    expect(service.log).toEqual(['favorite b']);
    expect(states(outbox.getEntries())).toEqual(['gone: conflict', 'both: waiting', 'c: waiting']);
    expect(outbox.getEntries()[0]?.problem).toEqual({ code: 'NOT_FOUND', message: 'words for NOT_FOUND' });
    await outbox.send({ isForced: true });
    expect(outbox.getEntries()).toHaveLength(3);
  });

  test('that is discarded lets what waits behind it go on', async () => {
    const { service, openTab } = setUp();
    const outbox = await openTab(createLock());
    service.next.push(refusal('VALIDATION_FAILED'));
    service.put(sampleBookmark('a'));
    await outbox.add(entry('a', { input: { params: { uuid: 'a' }, body: { favorite: false } } }));
    await outbox.send();
    await outbox.add(entry('a'));
    await outbox.send();
    expect(states(outbox.getEntries())).toEqual(['a: refused', 'a: waiting']);
    await outbox.discard(outbox.getEntries()[0] as OutboxEntry);
    expect([service.log, outbox.getEntries()]).toEqual([['favorite a'], []]);
  });

  test('of a new bookmark takes what was done to it along when it is discarded', async () => {
    const { service, openTab } = setUp();
    const outbox = await openTab(createLock());
    service.next.push(refusal('ALREADY_EXISTS'));
    await outbox.add(creation('a'));
    await outbox.send();
    await outbox.add(entry('a'));
    const body = { uuids: ['a', 'b'] };
    const both = {
      operation: 'bookmarks.bulk',
      records: ['a', 'b'],
      label: 'both',
      input: { body },
    } as const;
    await outbox.add(entry('', both));
    await outbox.discard(outbox.getEntries()[0] as OutboxEntry);
    // The other bookmark of a change to both is not forgotten.
    expect([service.log, states(outbox.getEntries())]).toEqual([[], ['both: conflict']]);
  });

  test.each([
    ['ALREADY_EXISTS', {}, 'addAgain', { force: true }],
    ['NOT_FOUND', { collections: ['x'] }, 'withoutCollections', {}],
    ['SPACE_NOT_FOUND', {}, 'withoutCollections', {}],
  ] as const)('of a new bookmark by %s can be overcome', async (code, body, remedy, sent) => {
    const { service, openTab } = setUp();
    const outbox = await openTab(createLock());
    service.next.push(refusal(code));
    await outbox.add(entry('a', { operation: 'bookmarks.create', input: { body: { uuid: 'a', ...body } } }));
    await outbox.send();
    const stuck = outbox.getEntries()[0] as OutboxEntry;
    expect(remedyOf(stuck)).toBe(remedy);
    await outbox.keep(stuck, 'now');
    expect(service.log).toEqual(['create a']);
    expect(service.bookmarks.get('a')).toMatchObject(sent);
    expect(service.requests.at(-1)?.headers['space-id']).toBe(code === 'SPACE_NOT_FOUND' ? 'now' : 'home');
  });

  test('of several bookmarks can be sent one by one, in its place', async () => {
    const { service, state, openTab } = setUp();
    const outbox = await openTab(createLock());
    for (const uuid of ['a', 'b']) service.put(sampleBookmark(uuid));
    state.isOnline = false;
    const records = ['a', 'gone', 'b'];
    const body = { uuids: records, action: 'favorite', favorite: true };
    await outbox.add(entry('', { operation: 'bookmarks.bulk', records, label: 'all', input: { body } }));
    await outbox.add(entry('b', { input: { params: { uuid: 'b' }, body: { favorite: false } } }));
    state.isOnline = true;
    await outbox.send();
    expect(states(outbox.getEntries())).toEqual(['all: conflict', 'b: waiting']);
    const stuck = outbox.getEntries()[0] as OutboxEntry;
    expect(remedyOf(stuck)).toBe('oneByOne');
    await outbox.keep(stuck, 'home');
    expect(service.log).toEqual(['bulk a', 'bulk b', 'favorite b']);
    expect(['a', 'b'].map((uuid) => service.bookmarks.get(uuid)?.favorite)).toEqual([true, false]);
    expect(outbox.getEntries().map((one) => [one.records, remedyOf(one)])).toEqual([[['gone'], 'none']]);
  });

  test('is none where a bookmark is to be deleted that is gone already', async () => {
    const { openTab } = setUp();
    const outbox = await openTab(createLock());
    await outbox.add(entry('a', { operation: 'bookmarks.delete', input: { params: { uuid: 'a' } } }));
    await outbox.send();
    expect(outbox.getEntries()).toEqual([]);
  });
});

describe('a bookmark that is edited here and elsewhere', () => {
  const editBoth = async (mine: Partial<Bookmark>, theirs: Partial<Bookmark>) => {
    const { service, openTab } = setUp();
    const before = service.put(sampleBookmark('a'));
    service.put({ ...before, ...theirs });
    const outbox = await openTab(createLock());
    await outbox.add(edit(before, mine));
    await outbox.send();
    return { service, outbox, stuck: outbox.getEntries()[0] };
  };

  test('in different fields has both changes', async () => {
    const { service, stuck } = await editBoth({ title: 'Mine' }, { description: 'Theirs' });
    expect(stuck).toBeUndefined();
    expect(service.bookmarks.get('a')).toMatchObject({ title: 'Mine', description: 'Theirs' });
  });

  test('in the same way is done', async () => {
    const { service, stuck } = await editBoth({ title: 'Same' }, { title: 'Same' });
    expect([stuck, service.log]).toEqual([undefined, []]);
  });

  test('in the same field is a conflict that shows both, and overwrites only when the reader says so', async () => {
    const { service, outbox, stuck } = await editBoth({ title: 'Mine' }, { title: 'Theirs' });
    expect(stuck).toMatchObject({
      state: 'conflict',
      problem: { code: 'OUTDATED', current: { title: 'Theirs' } },
      edit: { after: { title: 'Mine' } },
    });
    expect(service.bookmarks.get('a')?.title).toBe('Theirs');
    await outbox.keep(stuck as OutboxEntry, 'home');
    expect([service.bookmarks.get('a')?.title, outbox.getEntries()]).toEqual(['Mine', []]);
  });

  test('and moved to the trash there is a conflict; keeping the edit restores it', async () => {
    const { service, outbox, stuck } = await editBoth({ title: 'Mine' }, { deletedAt: 'now' });
    expect(remedyOf(stuck as OutboxEntry)).toBe('restore');
    await outbox.keep(stuck as OutboxEntry, 'home');
    expect(service.bookmarks.get('a')).toMatchObject({ title: 'Mine', deletedAt: null });
  });

  test('several times here is no conflict with itself', async () => {
    const { service, state, openTab } = setUp();
    const outbox = await openTab(createLock());
    const versions = [service.put(sampleBookmark('a', { title: '0' }))];
    state.isOnline = false;
    for (let index = 1; index <= 3; index += 1) {
      const last = versions.at(-1) as Bookmark;
      await outbox.add(edit(last, { title: String(index) }));
      versions.push({ ...last, title: String(index), updatedAt: `local ${index}` });
    }
    state.isOnline = true;
    await outbox.send();
    expect([service.bookmarks.get('a')?.title, outbox.getEntries()]).toEqual(['3', []]);
  });
});

test('a thousand edits are sent in order', async () => {
  const { service, state, openTab } = setUp();
  const outbox = await openTab(createLock());
  state.isOnline = false;
  const storage = await openStorage();
  for (let index = 0; index < 1_000; index += 1) await storage.add(creation(`b${index}`));
  state.isOnline = true;
  await outbox.send();
  expect(service.log).toEqual(Array.from({ length: 1_000 }, (_, index) => `create b${index}`));
  expect(outbox.getEntries()).toEqual([]);
});

test('clearing removes the entries of one account', async () => {
  const { state, openTab } = setUp();
  state.isOnline = false;
  const lock = createLock();
  const [ada, grace] = [await openTab(lock), await openTab(lock, 'grace')];
  await ada.add(creation('a'));
  await grace.add({ ...creation('g'), account: 'grace' });
  await ada.clear();
  await grace.refresh();
  expect([ada.getEntries().length, grace.getEntries().length, state.flag]).toEqual([0, 1, true]);
  await grace.clear();
  expect(state.flag).toBe(false);
});
