import { MutationObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { accountMutations, sendPreferencesOnLeave } from '@/lib/api/account';
import { makeQueryClient, type Transport } from '@/lib/api/query-client';
import type { Input } from '@/lib/contract';

afterEach(() => vi.unstubAllGlobals());

const cards = { layout: 'cards', shows: {} } as const;
const list = { layout: 'list', shows: {} } as const;
const changes: Input<'account.updatePreferences'>['body'][] = [
  { views: { home: cards, work: list } },
  { bookmarkSort: 'title-ASC' },
  { views: { home: list } },
];

test('preferences that wait for a slow one are sent when the page is left, and those with a response are not', async () => {
  const left = new EventTarget();
  vi.stubGlobal('window', left);
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', (path: string, { keepalive, body }: RequestInit) => {
    sent.push([path, keepalive, JSON.parse(body as string)]);
    return Promise.resolve(Response.json({}));
  });
  const answers: (() => void)[] = [];
  const client = makeQueryClient(
    (() => new Promise((resolve) => answers.push(() => resolve({})))) as unknown as Transport,
  );
  sendPreferencesOnLeave(client, new AbortController().signal);
  const writing = changes.map((body) =>
    new MutationObserver(client, accountMutations.updatePreferences()).mutate({ body }),
  );
  await vi.waitFor(() => expect(answers).toHaveLength(1));

  left.dispatchEvent(new Event('pagehide'));
  const body = { bookmarkSort: 'title-ASC', views: { home: list, work: list } };
  expect(sent).toEqual([['/v1/account/update-preferences', true, body]]);

  for (const [index] of changes.entries()) {
    await vi.waitFor(() => expect(answers).toHaveLength(index + 1));
    answers[index]?.();
  }
  await Promise.all(writing);
  left.dispatchEvent(new Event('pagehide'));
  expect(sent).toHaveLength(1);
});
