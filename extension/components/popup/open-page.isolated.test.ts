import { fakeBrowser } from '@/extension/testing/fake-browser';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleBookmark } from '@/lib/api/testing/samples';
import { openPage } from '@/extension/components/popup/open-page';
import { keepDraft, newDraft } from '@/extension/components/popup/page-draft';
import { setConnectionState } from '@/extension/lib/connection';
import { readPage } from '@/extension/lib/page';
import { updateSettings } from '@/extension/lib/settings';
import { readStored } from '@/extension/lib/stored-value';
import { readBody, reply, startServer } from '@/extension/testing/test-server';

const executed = vi.fn<() => Promise<{ result: unknown }[]>>();

beforeEach(() => {
  fakeBrowser.reset();
  vi.spyOn(fakeBrowser.tabs, 'get').mockResolvedValue(tab as never);
  executed.mockReset();
  Object.assign(fakeBrowser, { scripting: { executeScript: executed } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const tab = { id: 1, url: 'https://example.com/', title: 'An example' };

const pageSays = (selection: string, description: string): void => {
  executed.mockResolvedValue([{ result: { selection, description } }]);
};
const pageNeverAnswers = (): void => {
  executed.mockReturnValue(new Promise(() => undefined));
};

const openTab = async () => openPage(await readPage(tab.id), await readStored());

async function open() {
  const opened = await openTab();
  if (opened.kind !== 'new') throw new Error(opened.kind);
  return opened;
}

test('a page that never answers does not delay the form', async () => {
  pageNeverAnswers();
  expect((await open()).draft).toMatchObject({ url: 'https://example.com/', title: 'An example', notes: '' });
});

test('what the page says arrives after the form, within the limits of its fields', async () => {
  pageSays('  a passage ', 'd'.repeat(70_000));
  const { draft, texts } = await open();
  expect([draft.notes, draft.description]).toEqual(['', '']);
  const { notes, description } = await texts;
  expect([notes, description?.length]).toEqual(['a passage', 65_536]);
});

test('a draft is not filled again', async () => {
  pageSays('a passage', '');
  const draft = newDraft({ tabId: tab.id, ...tab }, []);
  await keepDraft(tab.url, { ...draft, title: 'Typed' }, null);
  const opened = await open();
  expect([opened.draft.title, await opened.texts]).toEqual(['Typed', {}]);
  expect(executed).not.toHaveBeenCalled();
});

test('saving on opening waits for the texts of the page, but not for one that never answers', async () => {
  const bodies: Record<string, unknown>[] = [];
  const { origin } = await startServer((request, response) => {
    void readBody(request).then((body) => {
      bodies.push(body);
      reply(response, 201, sampleBookmark(String(body['uuid'])));
    });
  });
  const account = { uuid: 'ada', name: 'Ada', email: 'ada@example.org', plan: 'free' as const };
  await setConnectionState({
    status: 'connected',
    connection: { origin, token: 't', account, space: 'home' },
  });
  await updateSettings({ savesOnOpen: true });
  const outcome = async () => {
    const opened = await openTab();
    return opened.kind === 'saving' ? opened.outcome : opened;
  };
  pageSays('a passage', 'Said');
  expect((await outcome()).kind).toBe('saved');
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  pageNeverAnswers();
  const opening = outcome();
  await vi.waitUntil(() => vi.getTimerCount() > 0);
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  expect((await opening).kind).toBe('saved');
  expect(bodies).toMatchObject([
    { notes: 'a passage', description: 'Said' },
    { url: 'https://example.com/' },
  ]);
  expect(bodies[1]).not.toHaveProperty('notes', 'a passage');
});

test('saving on opening is shown before the server answers', async () => {
  let answer = (): void => undefined;
  const { origin } = await startServer((request, response) => {
    void readBody(request).then(({ uuid }) => {
      answer = () => reply(response, 201, sampleBookmark(String(uuid)));
    });
  });
  const account = { uuid: 'ada', name: 'Ada', email: 'ada@example.org', plan: 'free' as const };
  await setConnectionState({
    status: 'connected',
    connection: { origin, token: 't', account, space: 'home' },
  });
  await updateSettings({ savesOnOpen: true });
  pageSays('', '');
  const opened = await openTab();
  if (opened.kind !== 'saving') throw new Error(opened.kind);
  const unanswered = answer;
  await vi.waitUntil(() => answer !== unanswered);
  answer();
  expect((await opened.outcome).kind).toBe('saved');
});

test('what this device knows is read at once, whatever is asked for', async () => {
  pageNeverAnswers();
  const read = vi.spyOn(fakeBrowser.storage.local, 'get');
  await openTab();
  expect(read.mock.calls).toEqual([[null]]);
});
