import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { NetworkFailure } from '@/lib/api/problem';
import { sampleBookmark } from '@/lib/api/testing/samples';
import { remedyOf, waitMs } from '@/lib/outbox/entry';
import { openStorage } from '@/lib/outbox/storage';
import { createLock, creation, edit, entry, refusal, setUp, states } from '@/lib/outbox/testing/tabs';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

test('writes without a network are sent in order when it is back', async () => {
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

test('entries survive their tab, and those of another account are never sent', async () => {
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

test('without local storage no entries are added, and existing ones are sent and removed', async () => {
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

describe('entries are executed exactly once', () => {
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

  test('when the response is lost after the execution', async () => {
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
    // The browser passes the lock of a closed tab to the next one.
    const outbox = await openTab(createLock());
    expect(states(outbox.getEntries())).toEqual(['a: sending']);
    await outbox.send();
    expect([service.log, service.requests.length]).toEqual([['favorite a'], 2]);
    expect(outbox.getEntries()).toEqual([]);
  });

  test('when one is added while others are sent', async () => {
    const { service, openTab } = setUp();
    const outbox = await openTab(createLock());
    await outbox.add(creation('a'));
    await outbox.add(creation('b'));
    await outbox.send();
    expect(service.log).toEqual(['create a', 'create b']);
  });
});

describe('a service that is temporarily unavailable', () => {
  test.each([
    ['the network', new NetworkFailure(new TypeError()), 2_000],
    ['the service', refusal('SERVICE_UNAVAILABLE'), 2_000],
    ['the limit, which says how long', refusal('RATE_LIMITED', {}, 90_000), 90_000],
    ['the page of a proxy', refusal('UNKNOWN'), 2_000],
  ])('%s keeps every entry, in order, and is retried later', async (_, failure, pause) => {
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

  test('and fails for one entry eight times marks it as stuck and continues with the others', async () => {
    const { service, state, openTab } = setUp();
    const outbox = await openTab(createLock());
    await outbox.send();
    for (let failures = 0; failures < 8; failures += 1) service.next.push(refusal('INTERNAL'));
    await outbox.add(creation('a'));
    await outbox.add(creation('b'));
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await outbox.send();
      expect(service.requests).toHaveLength(attempt === 8 ? 9 : attempt);
      state.time += 300_000;
    }
    expect(states(outbox.getEntries())).toEqual(['a: refused']);
    expect(service.log).toEqual(['create b']);
    const [stuck] = outbox.getEntries();
    if (!stuck) throw new Error('nothing is stuck');
    expect(remedyOf(stuck)).toBe('retry');
    await outbox.keep(stuck, 'home');
    expect(service.log).toEqual(['create b', 'create a']);
  });

  test('is retried immediately on request', async () => {
    const { service, openTab } = setUp();
    service.next.push(refusal('RATE_LIMITED', {}, 90_000));
    const outbox = await openTab(createLock());
    await outbox.add(creation('a'));
    await outbox.send();
    await outbox.send({ isForced: true });
    expect(service.log).toEqual(['create a']);
  });

  test('is retried with exponential backoff and jitter', () => {
    expect([1, 2, 3, 20].map((attempts) => waitMs(attempts, 0, 1))).toEqual([2_000, 4_000, 8_000, 300_000]);
    expect(waitMs(1, 0, 0)).toBe(1_000);
  });

  test.each(['UNAUTHENTICATED', 'ACCOUNT_SUSPENDED', 'OTHER_ACCOUNT'])(
    '%s stops sending and keeps all entries',
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

test('closing removes the entries of one account, and rejects new ones', async () => {
  const { state, openTab } = setUp();
  state.isOnline = false;
  const lock = createLock();
  const [ada, grace] = [await openTab(lock), await openTab(lock, 'grace')];
  await ada.add(creation('a'));
  await grace.add({ ...creation('g'), account: 'grace' });
  await ada.close();
  await expect(ada.add(creation('late'))).rejects.toThrow('closed');
  await grace.refresh();
  expect([ada.getEntries().length, grace.getEntries().length, state.flag]).toEqual([0, 1, true]);
  await grace.close();
  expect(state.flag).toBe(false);
});
