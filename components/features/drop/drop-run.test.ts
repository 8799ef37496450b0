import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { canTakeBack, type DropItem, DropRun, type DropStatus } from '@/components/features/drop/drop-run';
import { ApiProblem, NetworkFailure } from '@/lib/api/problem';
import { makeQueryClient, type Transport } from '@/lib/api/query-client';
import { sampleBookmark } from '@/lib/api/testing/samples';

interface Call {
  id: string;
  body: Record<string, unknown>;
}

/** A service that responds on demand. */
class Service {
  readonly calls: Call[] = [];
  answer: (call: Call) => unknown = ({ id, body }) => {
    if (id === 'bookmarks.metadata') return pageOf(String(body['url']));
    if (id === 'bookmarks.bulk') return { affected: uuidsOf(body).length, undo: 'undo' };
    return sampleBookmark(String(body['uuid']), { url: String(body['url']) });
  };

  readonly transport = (async (id, input) => {
    const { body = {} } = input as unknown as Partial<Call>;
    const call: Call = { id, body };
    this.calls.push(call);
    const answer = await this.answer(call);
    if (answer instanceof Error) throw answer;
    return answer;
  }) as Transport;

  bodiesOf = (id: string) => this.calls.filter((call) => call.id === id).map(({ body }) => body);
}

const uuidsOf = (body: Call['body']) => body['uuids'] as string[];

const pageOf = (url: string, existing: unknown = null) => ({
  ...{ url, title: `Title of ${url}`, description: 'About it', domain: 'a.example' },
  ...{ favicon: null, image: null, existing },
});

let service: Service;
let client: QueryClient;
let run: DropRun;

beforeEach(() => {
  service = new Service();
  client = makeQueryClient(service.transport);
  run = new DropRun(client);
});
afterEach(() => client.clear());

const links = (...names: string[]) => names.map((name) => ({ url: `https://a.example/${name}`, title: '' }));

/** Waits until the items satisfy a condition; subscribes to every change, so that none is missed. */
function until(holds: (items: readonly DropItem[]) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!holds(run.getItems())) return;
      stop();
      resolve();
    };
    const stop = run.subscribe(look);
    look();
  });
}
const statuses = (): DropStatus[] => run.getItems().map(({ status }) => status);
const settled = () => until((items) => items.every(({ status }) => /saved|existing|error/.test(status)));

test('a link passes every step, and is saved with the metadata of its page', async () => {
  const seen: DropStatus[] = [];
  run.subscribe(() => {
    const [status] = statuses();
    if (status && seen.at(-1) !== status) seen.push(status);
  });
  run.add(links('one'), 'collection-1');
  await settled();
  expect(seen).toEqual(['processing', 'fetching', 'fetched', 'ready', 'saving', 'saved']);
  expect(service.bodiesOf('bookmarks.create')).toEqual([
    {
      uuid: run.getItems()[0]?.id,
      url: 'https://a.example/one',
      title: 'Title of https://a.example/one',
      description: 'About it',
      collections: ['collection-1'],
    },
  ]);
});

test('links are saved in the order in which they were dropped, however slow their pages are', async () => {
  const slow = Promise.withResolvers<unknown>();
  const answer = service.answer;
  service.answer = (call) =>
    call.id === 'bookmarks.metadata' && call.body['url'] === 'https://a.example/1'
      ? slow.promise
      : answer(call);
  run.add(links('1', '2', '3', '4', '5', '6'), null);
  await until((items) => items.slice(1).every(({ status }) => status === 'fetched'));
  expect(service.bodiesOf('bookmarks.create')).toEqual([]);
  slow.resolve(pageOf('https://a.example/1'));
  await settled();
  expect(service.bodiesOf('bookmarks.create').map(({ url }) => url)).toEqual(
    links('1', '2', '3', '4', '5', '6').map(({ url }) => url),
  );
});

test('metadata is requested for a few pages at a time', async () => {
  service.answer = () => new Promise(() => undefined);
  run.add(links('1', '2', '3', '4', '5'), null);
  expect(statuses()).toEqual(['fetching', 'fetching', 'fetching', 'processing', 'processing']);
});

test('a link that is already in the library is not saved again, and is added to the collection', async () => {
  const known = sampleBookmark('known');
  const answer = service.answer;
  service.answer = (call) =>
    call.id === 'bookmarks.metadata' ? pageOf(String(call.body['url']), known) : answer(call);
  run.add(links('one'), 'collection-1');
  await settled();
  expect(statuses()).toEqual(['existing']);
  expect(service.bodiesOf('bookmarks.create')).toEqual([]);
  expect(service.bodiesOf('bookmarks.bulk')).toEqual([
    { uuids: ['known'], action: 'copy', collection: 'collection-1' },
  ]);
});

test('one that was saved in the meantime counts as existing too', async () => {
  const known = sampleBookmark('known');
  const answer = service.answer;
  service.answer = (call) =>
    call.id === 'bookmarks.create'
      ? new ApiProblem(409, { code: 'ALREADY_EXISTS', bookmark: known })
      : answer(call);
  run.add(links('one'), null);
  await settled();
  expect(statuses()).toEqual(['existing']);
  expect(run.getItems()[0]?.bookmark).toBe('known');
});

test('a page that cannot be read is saved by its address', async () => {
  const answer = service.answer;
  service.answer = (call) =>
    call.id === 'bookmarks.metadata' ? new ApiProblem(422, { code: 'VALIDATION_FAILED' }) : answer(call);
  run.add([{ url: 'https://a.example/one', title: 'From the other window' }], null);
  await settled();
  expect(statuses()).toEqual(['saved']);
  expect(service.bodiesOf('bookmarks.create')[0]).toMatchObject({ title: 'From the other window' });
});

test('a failure says why, blocks no other, and can be retried as the same bookmark', async () => {
  const answer = service.answer;
  service.answer = (call) =>
    call.id === 'bookmarks.create' && call.body['url'] === 'https://a.example/1'
      ? new NetworkFailure(undefined)
      : answer(call);
  run.add(links('1', '2'), null);
  await settled();
  expect(statuses()).toEqual(['error', 'saved']);
  expect(run.getItems()[0]?.failure).toBe('OFFLINE');
  service.answer = answer;
  run.retry(run.getItems()[0]?.id ?? '');
  await until(() => statuses().join() === 'saved,saved');
  const uuids = service
    .bodiesOf('bookmarks.create')
    .filter(({ url }) => url === 'https://a.example/1')
    .map(({ uuid }) => uuid);
  expect(new Set(uuids).size).toBe(1);
});

test('undoing moves only the new bookmarks to the trash', async () => {
  const known = sampleBookmark('known');
  const answer = service.answer;
  service.answer = (call) =>
    call.id === 'bookmarks.metadata' && call.body['url'] === 'https://a.example/2'
      ? pageOf('https://a.example/2', known)
      : answer(call);
  run.add(links('1', '2'), null);
  await settled();
  const [first] = run.getItems();
  expect(await run.takeBack(run.getItems().map(({ id }) => id))).toEqual({ trashed: 1, removed: 0 });
  expect(service.bodiesOf('bookmarks.bulk')).toEqual([{ uuids: [first?.bookmark], action: 'delete' }]);
  expect(statuses()).toEqual(['existing']);
});

test('undoing removes an existing bookmark from the collection that it was added to', async () => {
  const known = sampleBookmark('known');
  const there = { uuid: 'collection-1', name: 'Design', color: 'b9411a', icon: null, security: 0 } as const;
  const filed = sampleBookmark('filed', { collections: [there] });
  const existing = new Map([
    ['https://a.example/1', known],
    ['https://a.example/2', filed],
  ]);
  const answer = service.answer;
  service.answer = (call) => {
    const url = String(call.body['url']);
    return call.id === 'bookmarks.metadata' ? pageOf(url, existing.get(url)) : answer(call);
  };
  const ids = run.add(links('1', '2', '3'), 'collection-1');
  await settled();
  expect(run.getItems().map(canTakeBack)).toEqual([true, false, true]);
  expect(await run.takeBack(ids)).toEqual({ trashed: 1, removed: 1 });
  expect(service.calls.slice(-2)).toEqual([
    { id: 'bookmarks.bulk', body: { uuids: ['known'], action: 'removeFrom', collection: 'collection-1' } },
    { id: 'bookmarks.bulk', body: { uuids: [ids[2]], action: 'delete' } },
  ]);
  expect(run.getItems().map(({ bookmark }) => bookmark)).toEqual(['filed']);
  expect(await run.takeBack(ids)).toEqual({ trashed: 0, removed: 0 });
});

/** Lets every link be that of a bookmark with the uuid of its name, and answers bulk changes by `change`. */
function answerKnown(change: (body: Call['body']) => unknown): void {
  service.answer = ({ id, body }) =>
    id === 'bookmarks.metadata'
      ? pageOf(String(body['url']), sampleBookmark(String(body['url']).split('/').at(-1) ?? ''))
      : change(body);
}

test('existing bookmarks are added to a collection by one request, after the other links are saved', async () => {
  const known = sampleBookmark('known');
  const late = sampleBookmark('late');
  const answer = service.answer;
  service.answer = (call) => {
    const { id, body } = call;
    const name = String(body['url']).split('/').at(-1);
    if (id === 'bookmarks.metadata' && name === 'known') return pageOf(String(body['url']), known);
    if (id === 'bookmarks.create' && name === 'late')
      return new ApiProblem(409, { code: 'ALREADY_EXISTS', bookmark: late });
    return answer(call);
  };
  run.add(links('known', 'late', 'new'), 'collection-1');
  await settled();
  expect(statuses()).toEqual(['existing', 'existing', 'saved']);
  expect(service.calls.at(-1)).toEqual({
    id: 'bookmarks.bulk',
    body: { uuids: ['known', 'late'], action: 'copy', collection: 'collection-1' },
  });
  expect(service.bodiesOf('bookmarks.bulk')).toHaveLength(1);
});

test('an existing bookmark that cannot be added to a collection stops no others', async () => {
  answerKnown((body) =>
    uuidsOf(body).includes('full')
      ? new ApiProblem(422, { code: 'VALIDATION_FAILED' })
      : { affected: uuidsOf(body).length, undo: 'undo' },
  );
  run.add(links('1', 'full', '2'), 'collection-1');
  await settled();
  expect(statuses()).toEqual(['existing', 'error', 'existing']);
  expect(run.getItems().map(canTakeBack)).toEqual([true, false, true]);
});

test('undoing removes any number of existing bookmarks by one request for each collection', async () => {
  answerKnown((body) => ({ affected: uuidsOf(body).length, undo: 'undo' }));
  const names = Array.from({ length: 60 }, (_, index) => `known-${index}`);
  const ids = [...run.add(links(...names), 'collection-1'), ...run.add(links('other'), 'collection-2')];
  await settled();
  const sent = service.calls.length;
  expect(await run.takeBack(ids)).toEqual({ trashed: 0, removed: 61 });
  expect(service.calls.slice(sent).map(({ body }) => body)).toEqual([
    { uuids: names, action: 'removeFrom', collection: 'collection-1' },
    { uuids: ['other'], action: 'removeFrom', collection: 'collection-2' },
  ]);
  expect(run.getItems()).toEqual([]);
});

test('an existing bookmark that was in the collection before the drop stays in it', async () => {
  answerKnown(() => ({ affected: 0, undo: null }));
  const ids = run.add(links('known'), 'collection-1');
  await settled();
  expect(run.getItems().map(canTakeBack)).toEqual([false]);
  const sent = service.calls.length;
  expect(await run.takeBack(ids)).toEqual({ trashed: 0, removed: 0 });
  expect(service.calls).toHaveLength(sent);
});

test('undoing removes the other bookmarks when one was deleted in the meantime', async () => {
  answerKnown((body) => {
    const isMissing = body['action'] === 'removeFrom' && uuidsOf(body).includes('gone');
    return isMissing
      ? new ApiProblem(404, { code: 'NOT_FOUND' })
      : { affected: uuidsOf(body).length, undo: 'undo' };
  });
  const ids = run.add(links('1', 'gone', '2'), 'collection-1');
  await settled();
  expect(await run.takeBack(ids)).toEqual({ trashed: 0, removed: 2 });
  expect(run.getItems()).toEqual([]);
});

test('only finished items can be removed from the list', async () => {
  service.answer = () => new Promise(() => undefined);
  run.add(links('1'), null);
  run.dismiss(run.getItems()[0]?.id ?? '');
  run.clear();
  expect(run.getItems()).toHaveLength(1);
});

test('undoing a drop while it is being saved waits for the sent link, saves no others, and leaves other drops', async () => {
  const answer = service.answer;
  const sent = Promise.withResolvers<undefined>();
  service.answer = async (call) => {
    if (call.id === 'bookmarks.create' && call.body['url'] === 'https://a.example/1') await sent.promise;
    return answer(call);
  };
  const ids = run.add(links('1', '2'), null);
  run.add(links('3'), null);
  await until((items) => items[0]?.status === 'saving');
  const takenBack = run.takeBack(ids);
  sent.resolve(undefined);
  expect(await takenBack).toEqual({ trashed: 1, removed: 0 });
  await settled();
  expect(service.bodiesOf('bookmarks.create').map(({ url }) => url)).toEqual(
    links('1', '3').map(({ url }) => url),
  );
  expect(service.bodiesOf('bookmarks.bulk')).toEqual([{ uuids: [ids[0]], action: 'delete' }]);
});

test('saving dropped links does not end the undo of a change that was made in the meantime', async () => {
  const onChange = vi.fn();
  client = makeQueryClient(service.transport, { onChange });
  run = new DropRun(client);
  const ids = run.add(links('1', '2'), null);
  await settled();
  await run.takeBack(ids);
  expect(service.bodiesOf('bookmarks.create')).toHaveLength(2);
  expect(onChange).not.toHaveBeenCalled();
});
