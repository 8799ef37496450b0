import { afterEach, expect, test, vi } from 'vitest';
import { ApiProblem, NetworkFailure } from '@/lib/api/problem';
import { accountQueries } from '@/lib/api/account';
import { makeQueryClient } from '@/lib/api/query-client';
import { searchQueries } from '@/lib/api/search';
import { spaceQueries } from '@/lib/api/spaces';
import { watchAccount } from '@/app/(app)/use-session-life';

afterEach(() => {
  vi.useRealTimers();
});

function watching(failure: Error) {
  const client = makeQueryClient(() => Promise.reject(failure));
  const onLost = vi.fn();
  const onSpaceGone = vi.fn();
  const stop = watchAccount(client, onLost, onSpaceGone);
  const readAccount = () =>
    client.query({ ...accountQueries.current(), retry: false }).catch(() => undefined);
  return { client, onLost, onSpaceGone, stop, readAccount };
}

test.each([400, 404, 409, 422, 429, 500])(
  'a %i response to the account request ends the session',
  async (status) => {
    const { onLost, readAccount } = watching(new ApiProblem(status, {}));
    await readAccount();
    expect(onLost).toHaveBeenCalledTimes(1);
  },
);

// Guarantee: no network failure signs out, neither in front of the app nor behind it.
test.each([new NetworkFailure('away'), ...[502, 503, 504].map((status) => new ApiProblem(status, {}))])(
  '$name $status loses nothing',
  async (failure) => {
    const { onLost, readAccount } = watching(failure);
    await readAccount();
    expect(onLost).not.toHaveBeenCalled();
  },
);

test.each([401, 403])('%i is reported by the call itself, and only once', async (status) => {
  const { onLost, readAccount } = watching(new ApiProblem(status, {}));
  await readAccount();
  expect(onLost).not.toHaveBeenCalled();
});

test('a deleted space of the page does not sign out', async () => {
  const { client, onLost, onSpaceGone, readAccount } = watching(
    new ApiProblem(404, { code: 'SPACE_NOT_FOUND' }),
  );
  await readAccount();
  expect([onLost, onSpaceGone].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  await client.query({ ...spaceQueries.list(), retry: false }).catch(() => undefined);
  expect(onSpaceGone).toHaveBeenCalledTimes(2);
});

// A search limited to a deleted space is NOT_FOUND: only the space of the page is SPACE_NOT_FOUND.
test.each([
  ['SPACE_NOT_FOUND', 1],
  ['NOT_FOUND', 0],
])('a search that fails with %s reports %i deleted spaces of the page', async (code, times) => {
  const { client, onSpaceGone } = watching(new ApiProblem(404, { code }));
  const search = searchQueries.preview({ q: 'train', mode: 'keyword', space: 'gone' });
  await client.query({ ...search, retry: false }).catch(() => undefined);
  expect(onSpaceGone).toHaveBeenCalledTimes(times);
});

test('a refused request of another list does not affect the account', async () => {
  const { client, onLost } = watching(new ApiProblem(404, {}));
  await client.query({ ...spaceQueries.list(), retry: false }).catch(() => undefined);
  expect(onLost).not.toHaveBeenCalled();
});

test('a failing service is retried before the account counts as lost', async () => {
  vi.useFakeTimers();
  const answer = { uuid: 'a' };
  const transport = vi.fn().mockRejectedValueOnce(new ApiProblem(500, {})).mockResolvedValue(answer);
  const client = makeQueryClient(transport);
  const onLost = vi.fn();
  watchAccount(client, onLost, vi.fn());
  const reading = client.query(accountQueries.current());
  await vi.runAllTimersAsync();
  expect(await reading).toEqual(answer);
  expect(onLost).not.toHaveBeenCalled();
});

test('nothing is reported after unsubscribing', async () => {
  const { onLost, stop, readAccount } = watching(new ApiProblem(404, {}));
  stop();
  await readAccount();
  expect(onLost).not.toHaveBeenCalled();
});
