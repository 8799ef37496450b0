import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { notify, takeToasts, undoLatest } from '@/components/common/notify';
import { ImportRun } from '@/components/features/import-export/import-run';
import { firstChoices, type ImportStep } from '@/components/features/import-export/import-step';
import { rememberedImport, type SendFile } from '@/components/features/import-export/import-file';
import { ApiProblem, NetworkFailure } from '@/lib/api/problem';
import type { Import } from '@/lib/contract/imports';
import { makeQueryClient, type Transport } from '@/lib/api/query-client';
import { collectionQueries } from '@/lib/api/collections';

const html = (name = 'bookmarks.html') => new File(['<DL><DT><A HREF="https://a.example">A</A></DL>'], name);

const report = (change: Partial<Import> = {}): Import => ({
  uuid: 'import-1',
  status: 'done',
  dryRun: false,
  bytes: 46,
  bytesTotal: 46,
  format: { id: 'netscape', name: 'HTML' },
  folderLevels: 0,
  kept: [],
  dropped: [],
  table: null,
  fileSpaces: [],
  spaces: [],
  read: 3,
  created: 2,
  duplicates: 1,
  repeated: 0,
  invalid: 0,
  collections: 0,
  rows: [],
  newCollections: [],
  merged: { bookmarks: 0, tags: 0, descriptions: 0, favorites: 0, dates: 0, visits: 0 },
  defaultChanges: [],
  failure: null,
  startedAt: '2026-11-20T09:41:00.000Z',
  finishedAt: '2026-11-20T09:41:01.000Z',
  ...change,
});

/** The query of an import without any choice. */
const plain = {
  dryRun: false,
  collection: null,
  folders: 'tree',
  archived: 'read',
  spaces: 'merge',
  columns: undefined,
};

const refused = (code: string, status = 409) => new ApiProblem(status, { code });

/** A service with given responses, one per request; the last one repeats. */
class Service {
  progress: (Import | ApiProblem)[] = [report()];
  undo: (null | ApiProblem | Promise<null>)[] = [null];
  readonly calls: string[] = [];

  readonly transport = (async (id) => {
    this.calls.push(id);
    const answers: unknown[] = id === 'bookmarks.undoImport' ? this.undo : this.progress;
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    return answer;
  }) as Transport;
}

class Store {
  private readonly kept = new Map<string, string>();
  getItem = (key: string) => this.kept.get(key) ?? null;
  setItem = (key: string, value: string) => void this.kept.set(key, value);
  removeItem = (key: string) => void this.kept.delete(key);
}

let service: Service;
let store: Store;
let client: QueryClient;
let sent: Parameters<SendFile>[1][];

beforeEach(() => {
  service = new Service();
  store = new Store();
  client = makeQueryClient(service.transport);
  sent = [];
});
afterEach(() => client.clear());

const sendAs =
  (uuid: string): SendFile =>
  async (file, query, { onSent }) => {
    sent.push(query);
    onSent(file.size);
    return uuid;
  };

const makeRun = (send: SendFile = sendAs('import-1')) =>
  new ImportRun(client, { send, remembered: () => rememberedImport(store, 'ada'), pollMs: 1 });

/** Waits for a step; subscribes to every change, so that none is missed. */
function reach<Kind extends ImportStep['kind']>(
  run: ImportRun,
  kind: Kind,
  holds: (step: Extract<ImportStep, { kind: Kind }>) => boolean = () => true,
): Promise<Extract<ImportStep, { kind: Kind }>> {
  return new Promise((resolve) => {
    const look = () => {
      const step = run.getStep();
      if (step.kind !== kind) return;
      const found = step as Extract<ImportStep, { kind: Kind }>;
      if (!holds(found)) return;
      stop();
      resolve(found);
    };
    const stop = run.subscribe(look);
    look();
  });
}

async function runTo(kind: 'preview' | 'finished', run = makeRun()): Promise<ImportRun> {
  void run.choose(html());
  await reach(run, 'preview');
  if (kind === 'finished') {
    void run.start();
    await reach(run, 'finished');
  }
  return run;
}

test('Ctrl/Cmd+Z undoes the change before an import during its preview, but not once it is started', async () => {
  const [first, second] = [vi.fn(), vi.fn()];
  notify({ message: 'Moved', undo: first });
  const run = await runTo('preview');
  undoLatest();
  expect(first).toHaveBeenCalledOnce();
  notify({ message: 'Deleted', undo: second });
  void run.start();
  undoLatest();
  expect(second).not.toHaveBeenCalled();
  await reach(run, 'finished');
  takeToasts();
});

describe('previewing a file', () => {
  test('an empty file is refused before anything is sent', async () => {
    const run = makeRun();
    await run.choose(new File([], 'empty.html'));
    expect(run.getStep()).toEqual({
      kind: 'choosing',
      refusal: 'IMPORT_INVALID_FILE',
      fileName: 'empty.html',
    });
    expect(sent).toEqual([]);
  });

  test('a file is sent as a dry run, watched, and previewed', async () => {
    service.progress = [
      report({ status: 'queued', read: 0 }),
      report({ status: 'running', read: 1 }),
      report(),
    ];
    const run = makeRun();
    void run.choose(html());
    await reach(run, 'reading', ({ report: seen }) => seen?.read === 1);
    const { report: seen, target } = await reach(run, 'preview');
    expect(seen.created).toBe(2);
    expect(target).toBeNull();
    expect(sent).toEqual([{ ...plain, dryRun: true }]);
    expect(store.getItem('import:ada')).toBeNull();
  });

  test('a full disk is reported in the preview and at the end', async () => {
    service.progress = [report({ status: 'failed', failure: 'DISK_FULL' })];
    const run = makeRun();
    void run.choose(html());
    expect((await reach(run, 'choosing', ({ refusal }) => refusal !== null)).refusal).toBe('DISK_FULL');
    service.progress = [report(), report({ status: 'failed', failure: 'DISK_FULL' })];
    void run.choose(html());
    await reach(run, 'preview');
    void run.start();
    expect((await reach(run, 'finished')).refusal).toBe('DISK_FULL');
  });

  test('the error of the service is shown', async () => {
    const run = makeRun(() => Promise.reject(refused('IMPORT_INVALID_FILE', 422)));
    await run.choose(html());
    expect(run.getStep()).toMatchObject({ kind: 'choosing', refusal: 'IMPORT_INVALID_FILE' });
  });

  test.each([
    ['no answer', new NetworkFailure(undefined), 'OFFLINE'],
    ['a server in between that refuses large bodies', new ApiProblem(413, {}), 'GATE_TOO_SMALL'],
    ['a code of a later release', refused('LATER', 422), 'LATER'],
  ])('%s is distinguished from a refusal', async (_, failure, refusal) => {
    const run = makeRun(() => Promise.reject(failure));
    await run.choose(html());
    expect(run.getStep()).toMatchObject({ kind: 'choosing', refusal });
  });

  test('a file that the service cannot read to its end is a parse error', async () => {
    service.progress = [report({ status: 'failed' })];
    const run = makeRun();
    void run.choose(html());
    await reach(run, 'choosing', ({ refusal }) => refusal === 'IMPORT_PARSE_ERROR');
  });

  test('cancelling while the file is sent aborts it and drops the file', async () => {
    const aborted = Promise.withResolvers<null>();
    const run = makeRun((_file, _query, { signal }) => {
      signal.addEventListener('abort', () => aborted.resolve(null));
      return aborted.promise.then(() => Promise.reject(new DOMException('', 'AbortError')));
    });
    const choosing = run.choose(html());
    await reach(run, 'sending');
    await run.cancel();
    await choosing;
    expect(run.getStep()).toEqual({ kind: 'choosing', refusal: null, fileName: null });
  });
});

describe('a choice in the preview', () => {
  test('replaces the preview by that of another dry run, keeps the collection, and is imported', async () => {
    service.progress = [report(), report({ status: 'running' }), report({ created: 7 })];
    const run = await runTo('preview');
    run.setTarget('collection-1');
    void run.setChoices({ ...firstChoices, folders: 'tags', archived: 'tag' });
    await run.start();
    expect(await reach(run, 'preview', ({ isUpdating }) => isUpdating)).toMatchObject({
      report: { created: 2 },
    });
    const { report: seen, target } = await reach(run, 'preview', ({ isUpdating }) => !isUpdating);
    expect([seen.created, target]).toEqual([7, 'collection-1']);
    void run.start();
    await reach(run, 'finished');
    const chosen = { ...plain, collection: 'collection-1', folders: 'tags', archived: 'tag' };
    expect(sent.slice(1)).toEqual([{ ...chosen, dryRun: true }, chosen]);
  });

  test('of the spaces of the file leaves the chosen collection out', async () => {
    const run = await runTo('preview');
    run.setTarget('collection-1');
    void run.setChoices({ ...firstChoices, spaces: 'keep' });
    await reach(run, 'preview', ({ isUpdating }) => !isUpdating);
    void run.start();
    await reach(run, 'finished');
    const chosen = { ...plain, spaces: 'keep' };
    expect(sent.slice(1)).toEqual([{ ...chosen, dryRun: true }, chosen]);
  });

  test('that the plan does not allow is taken back, with the reason', async () => {
    const run = await runTo(
      'preview',
      makeRun((file, query, options) =>
        query.spaces === 'keep'
          ? Promise.reject(refused('PLAN_REQUIRED', 402))
          : sendAs('import-1')(file, query, options),
      ),
    );
    await run.setChoices({ ...firstChoices, spaces: 'keep' });
    expect(run.getStep()).toMatchObject({
      choices: firstChoices,
      refusal: 'PLAN_REQUIRED',
      isUpdating: false,
    });
  });

  test('of columns is sent once one of them is the address', async () => {
    const run = await runTo('preview');
    await run.setChoices({ ...firstChoices, columns: ['title', null] });
    expect(run.getStep()).toMatchObject({ kind: 'preview', isUpdating: false });
    expect(sent).toHaveLength(1);
    await run.setChoices({ ...firstChoices, columns: ['title', null, 'url'] });
    await reach(run, 'preview', ({ isUpdating }) => !isUpdating);
    expect(sent[1]).toEqual({ ...plain, dryRun: true, columns: 'title,,url' });
  });

  test('that follows another replaces it', async () => {
    const run = await runTo('preview');
    void run.setChoices({ ...firstChoices, folders: 'flat' });
    void run.setChoices({ ...firstChoices, folders: 'tags' });
    await reach(run, 'preview', ({ isUpdating, choices }) => !isUpdating && choices.folders === 'tags');
    expect(sent.map(({ folders }) => folders)).toEqual(['tree', 'flat', 'tags']);
  });

  test.each([
    ['cannot be sent', 'OFFLINE'],
    ['cannot be read any more', 'IMPORT_PARSE_ERROR'],
  ])('that %s leaves the preview as it was, with the reason', async (_, refusal) => {
    let isDown = false;
    const run = makeRun(async (...args) => {
      if (isDown) throw new NetworkFailure(undefined);
      return sendAs('import-1')(...args);
    });
    await runTo('preview', run);
    isDown = refusal === 'OFFLINE';
    service.progress = [report({ status: 'failed' })];
    void run.setChoices({ ...firstChoices, folders: 'flat' });
    expect(await reach(run, 'preview', (step) => step.refusal !== null)).toMatchObject({
      ...{ refusal, isUpdating: false },
      report: { created: 2 },
    });
  });
});

describe('importing', () => {
  test('the previewed file is imported into the chosen collection, and remembered', async () => {
    const run = await runTo('preview');
    run.setTarget('collection-1');
    void run.start();
    await reach(run, 'importing');
    expect(store.getItem('import:ada')).toBe('import-1');
    await reach(run, 'finished');
    expect(sent[1]).toEqual({ ...plain, collection: 'collection-1' });
  });

  test('a refused import goes back to its preview, with the reason', async () => {
    let attempts = 0;
    const run = await runTo(
      'preview',
      makeRun(async () => {
        attempts += 1;
        if (attempts > 1) throw refused('IMPORT_RUNNING');
        return 'import-1';
      }),
    );
    await run.start();
    expect(run.getStep()).toMatchObject({ kind: 'preview', refusal: 'IMPORT_RUNNING' });
  });

  test('the end invalidates the data that an import changes', async () => {
    const { queryKey } = collectionQueries.simplified();
    client.setQueryData(queryKey, { content: [] });
    await runTo('finished');
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
  });

  test('it is found again after a reload, and its end is shown', async () => {
    await runTo('finished');
    service.progress = [report({ status: 'running' }), report({ created: 7 })];
    client = makeQueryClient(service.transport);
    const later = makeRun();
    later.resume();
    expect(later.getStep().kind).toBe('importing');
    expect((await reach(later, 'finished')).report.created).toBe(7);
  });

  test('an unknown import is dropped silently', async () => {
    store.setItem('import:ada', 'import-0');
    service.progress = [refused('NOT_FOUND', 404)];
    const run = makeRun();
    run.resume();
    await reach(run, 'choosing');
    expect(run.getStep()).toMatchObject({ refusal: null });
    expect(store.getItem('import:ada')).toBeNull();
  });

  test('an end that no screen shows is announced', async () => {
    const ended = Promise.withResolvers<Import>();
    const run = await runTo('preview');
    run.onUnseenEnd(ended.resolve);
    void run.start();
    expect((await ended.promise).created).toBe(2);
  });

  test('cancelling while the service is importing undoes the import as soon as possible', async () => {
    const run = await runTo('preview');
    service.progress = [report({ status: 'running' }), report({ status: 'running' }), report()];
    service.undo = [refused('IMPORT_RUNNING'), null];
    void run.start();
    await reach(run, 'importing');
    void run.cancel();
    await reach(run, 'importing', ({ isStopping }) => isStopping);
    await reach(run, 'undone');
    expect(service.calls.filter((id) => id === 'bookmarks.undoImport')).toHaveLength(2);
    expect(store.getItem('import:ada')).toBeNull();
  });

  test('an import that ends during its cancellation is undone once', async () => {
    const run = await runTo('preview');
    const undone = Promise.withResolvers<null>();
    service.undo = [undone.promise, refused('IMPORT_RUNNING')];
    void run.start();
    await reach(run, 'importing');
    void run.cancel();
    await reach(run, 'finished', ({ isUndoing }) => isUndoing);
    undone.resolve(null);
    await reach(run, 'undone');
    expect(service.calls.filter((id) => id === 'bookmarks.undoImport')).toHaveLength(1);
  });
});

describe('undo', () => {
  test('a finished import can be undone, and is no longer remembered then', async () => {
    const run = await runTo('finished');
    await run.undo();
    expect(run.getStep()).toMatchObject({ kind: 'undone', report: { created: 2 } });
    expect(store.getItem('import:ada')).toBeNull();
  });

  test('a failed undo keeps the result, is reported, and can be retried', async () => {
    service.undo = [refused('INTERNAL', 500), null];
    const run = await runTo('finished');
    await run.undo();
    expect(run.getStep()).toMatchObject({ kind: 'finished', isUndoing: false, refusal: 'UNDO_FAILED' });
    await run.undo();
    expect(run.getStep().kind).toBe('undone');
  });
});
