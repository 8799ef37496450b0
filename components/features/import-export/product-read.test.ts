import { expect, test } from 'vitest';
import {
  productRefusalOf,
  ProductRead,
  type ProductProgress,
} from '@/components/features/import-export/product-read';
import { ApiProblem, NetworkFailure } from '@/lib/api/problem';
import type { CallFunction } from '@/lib/api/request';

const { signal } = new AbortController();
const items = Array.from({ length: 60 }, (_, index) => ({
  link: `https://${index}.example/`,
  collectionId: -1,
}));

/** A service that answers like the API of Raindrop.io, after the given failures. */
function createService(failures: Error[] = []) {
  const parts: number[] = [];
  const call = (async (_id: string, { body: { part } }: { body: { part: number } }) => {
    const failure = failures.shift();
    if (failure) throw failure;
    parts.push(part);
    const lists: Record<number, object[]> = { 0: [{ _id: 1 }], 1: [{ _id: 2 }] };
    const list = lists[part] ?? items.slice((part - 2) * 50, (part - 1) * 50);
    return new Response(JSON.stringify({ items: list }));
  }) as unknown as CallFunction;
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  return { parts, waits, run: new ProductRead('raindrop', 'token', { call, wait }) };
}

const contents = async (file: File) =>
  JSON.parse(await file.text()) as { collections: object[]; items: { link: string }[] };

test('all parts become one file, with the newest bookmark first', async () => {
  const { run, parts } = createService();
  const seen: ProductProgress[] = [];
  const { collections, items: read } = await contents(
    await run.read(signal, (progress) => seen.push(progress)),
  );
  expect(parts).toEqual([0, 1, 2, 3]);
  expect(collections).toEqual([{ _id: 1 }, { _id: 2 }]);
  expect(read).toEqual(items.toReversed());
  expect(seen.map(({ count }) => count)).toEqual([0, 0, 0, 50]);
});

test('a limited rate is waited for', async () => {
  const busy = new ApiProblem(429, { code: 'PRODUCT_BUSY', seconds: 7 });
  const { run, waits } = createService([busy, new ApiProblem(429, { code: 'RATE_LIMITED' })]);
  const seen: ProductProgress[] = [];
  expect((await contents(await run.read(signal, (progress) => seen.push(progress)))).items).toHaveLength(60);
  expect(waits).toEqual([7_000, 60_000]);
  expect(seen[1]).toEqual({ count: 0, waitSeconds: 7 });
});

test('an interrupted reading continues where it stopped', async () => {
  const failures: Error[] = [];
  const { run, parts } = createService(failures);
  const stopAfter = (count: number) => (progress: ProductProgress) => {
    if (progress.count === count) failures.push(new NetworkFailure(undefined));
  };
  await expect(run.read(signal, stopAfter(50))).rejects.toThrow(NetworkFailure);
  expect(run.hasBegun).toBe(true);
  expect((await contents(await run.read(signal, () => undefined))).items).toHaveLength(60);
  expect(parts).toEqual([0, 1, 2, 3]);
});

test('each failure has its reason', () => {
  expect(productRefusalOf(new NetworkFailure(undefined))).toBe('OFFLINE');
  expect(productRefusalOf(new ApiProblem(409, { code: 'PRODUCT_TOKEN_INVALID' }))).toBe(
    'PRODUCT_TOKEN_INVALID',
  );
  expect(productRefusalOf(new ApiProblem(500, {}))).toBe('UNKNOWN');
});
