import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { sampleBookmark } from '@/lib/api/testing/samples';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { remedyOf, type OutboxEntry } from '@/lib/outbox/entry';
import { createLock, creation, edit, entry, refusal, setUp, states } from '@/lib/outbox/testing/tabs';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

describe('a conflict', () => {
  test('is stored with its reason, and blocks only entries for the same bookmark', async () => {
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

  test('that is discarded unblocks the entries behind it', async () => {
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

  test('of a new bookmark removes its later entries when it is discarded', async () => {
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
    // A change to both bookmarks remains for the other one.
    expect([service.log, states(outbox.getEntries())]).toEqual([[], ['both: conflict']]);
  });

  test.each([
    ['ALREADY_EXISTS', {}, 'addAgain', { force: true }],
    ['NOT_FOUND', { collections: ['x'] }, 'withoutCollections', {}],
    ['SPACE_NOT_FOUND', {}, 'withoutCollections', {}],
  ] as const)('of a new bookmark by %s can be resolved', async (code, body, remedy, sent) => {
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

  test('of several bookmarks can be split into single entries, at its position', async () => {
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

  test('does not occur when deleting a bookmark that is already deleted', async () => {
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

  test('in different fields gets both changes', async () => {
    const { service, stuck } = await editBoth({ title: 'Mine' }, { description: 'Theirs' });
    expect(stuck).toBeUndefined();
    expect(service.bookmarks.get('a')).toMatchObject({ title: 'Mine', description: 'Theirs' });
  });

  test('in its tags gets the tags of both', async () => {
    const { service, openTab } = setUp();
    const before = service.put(sampleBookmark('a', { tags: 'one,two' }));
    service.put({ ...before, tags: 'two,theirs' });
    const outbox = await openTab(createLock());
    await outbox.add(edit(before, { tags: 'one,two,mine' }));
    await outbox.send();
    expect(outbox.getEntries()).toEqual([]);
    expect(service.bookmarks.get('a')?.tags).toBe('two,mine,theirs');
  });

  test('in the same way needs no further change', async () => {
    const { service, stuck } = await editBoth({ title: 'Same' }, { title: 'Same' });
    expect([stuck, service.log]).toEqual([undefined, []]);
  });

  test('in the same field is a conflict that shows both versions, and overwrites only on request', async () => {
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

  test('and moved to the trash elsewhere is a conflict; keeping the edit restores it', async () => {
    const { service, outbox, stuck } = await editBoth({ title: 'Mine' }, { deletedAt: 'now' });
    expect(remedyOf(stuck as OutboxEntry)).toBe('restore');
    await outbox.keep(stuck as OutboxEntry, 'home');
    expect(service.bookmarks.get('a')).toMatchObject({ title: 'Mine', deletedAt: null });
  });

  test.each([
    ['its text', { title: 'Mine' }, true],
    ['its collections, one of which may be what is missing', { title: 'Mine', collections: [] }, false],
  ])('and deleted elsewhere can be kept as a new bookmark: %s', async (_, mine, keepsUuid) => {
    const { service, openTab } = setUp();
    const outbox = await openTab(createLock());
    await outbox.add(edit(sampleBookmark('a', { tags: 'one,two', favorite: true }), mine));
    await outbox.send();
    const stuck = outbox.getEntries()[0] as OutboxEntry;
    expect(remedyOf(stuck)).toBe('saveAsNew');
    await outbox.keep(stuck, 'home');
    expect(outbox.getEntries()).toEqual([]);
    const [created] = service.bookmarks.values();
    expect(created).toMatchObject({ title: 'Mine', tags: 'one,two', favorite: true });
    expect(created?.uuid === 'a').toBe(keepsUuid);
    expect(service.requests.at(-1)?.headers['idempotency-key']).not.toBe(stuck.id);
  });

  test('and deleted elsewhere cannot be kept if its envelope would get another uuid', () => {
    const locked = sampleBookmark('a', { encrypted: true, title: null, url: null, cipher: 'mw1.x' });
    const gone = { code: 'NOT_FOUND', message: '' };
    const stuck = (body: Partial<Bookmark>) => ({ ...edit(locked, body), order: 1, problem: gone });
    expect(remedyOf(stuck({ cipher: 'mw1.y' }))).toBe('saveAsNew');
    expect(remedyOf(stuck({ cipher: 'mw1.y', collections: [] }))).toBe('none');
  });

  test('several times here does not conflict with itself', async () => {
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
