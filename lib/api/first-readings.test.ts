import { QueryClient, queryOptions, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { readAgain } from '@/lib/api/first-readings';

/** Returns a fake service whose first response is pending until the test releases it. */
function slowService() {
  const first = Promise.withResolvers<string>();
  let calls = 0;
  return {
    answerFirst: () => first.resolve('before the write'),
    read: () => (++calls === 1 ? first.promise : Promise.resolve('after the write')),
  };
}

test('a first read that began before a write is followed by another', async () => {
  const client = new QueryClient();
  const { answerFirst, read } = slowService();
  const queryKey = ['bookmarks', 'list'];
  const observer = new QueryObserver(client, { queryKey, queryFn: read, staleTime: Infinity });
  const leave = observer.subscribe(() => undefined);
  readAgain(client, ['bookmarks']);
  answerFirst();
  await expect.poll(() => observer.getCurrentResult().data).toBe('after the write');
  leave();
});

test('an unused query is refetched once it is used', async () => {
  const client = new QueryClient();
  const { answerFirst, read } = slowService();
  const options = queryOptions({ queryKey: ['bookmarks', 'list'], queryFn: read });
  const reading = client.query(options);
  readAgain(client, ['bookmarks']);
  answerFirst();
  await expect(reading).resolves.toBe('before the write');
  await expect.poll(() => client.getQueryState(options.queryKey)?.isInvalidated).toBe(true);
});

test('queries of other resources are not refetched', async () => {
  const client = new QueryClient();
  const { answerFirst, read } = slowService();
  const options = queryOptions({ queryKey: ['spaces', 'list'], queryFn: read });
  const reading = client.query(options);
  readAgain(client, ['bookmarks']);
  answerFirst();
  await reading;
  await Promise.resolve();
  expect(client.getQueryState(options.queryKey)?.isInvalidated).toBe(false);
});
