import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createReadProduct } from '@/provider/integrations/fetch/read-product';
import { productToken, startProductServer } from '@/provider/integrations/fetch/testing/product-server';

const items = Array.from({ length: 60 }, (_, index) => ({ link: `https://${index}.example/` }));
const server = await startProductServer({
  collections: [{ _id: 1, title: 'Top' }],
  children: [{ _id: 2, title: 'Child', parent: { $id: 1 } }],
  items,
  posts: [{ href: 'https://pin.example/' }],
});
afterAll(() => server.close());
beforeEach(() => server.paths.splice(0));

const origins = { raindrop: server.origin, pinboard: server.origin };
const readProduct = createReadProduct({ origins, allow: [server.host], timeoutMs: 2_000 });
const { signal } = new AbortController();

async function read(product: 'raindrop' | 'pinboard', part: number): Promise<unknown> {
  const answer = await readProduct({ product, token: productToken, part }, signal);
  if (answer.kind !== 'read') throw new Error(answer.kind);
  let text = '';
  for await (const chunk of answer.bytes) text += new TextDecoder().decode(chunk);
  return JSON.parse(text);
}

describe('the client of other products', () => {
  test('reads the collections of Raindrop.io and the pages of its bookmarks', async () => {
    expect(await read('raindrop', 0)).toMatchObject({ items: [{ title: 'Top' }] });
    expect(await read('raindrop', 1)).toMatchObject({ items: [{ title: 'Child' }] });
    expect(await read('raindrop', 3)).toMatchObject({ items: items.slice(50) });
    expect(server.paths.at(-1)).toBe('/rest/v1/raindrops/01');
  });

  test('reads all bookmarks of Pinboard at once', async () => {
    expect(await read('pinboard', 0)).toEqual([{ href: 'https://pin.example/' }]);
  });

  test.each(['raindrop', 'pinboard'] as const)('says when %s does not accept the token', async (product) => {
    expect(await readProduct({ product, token: 'other', part: 0 }, signal)).toEqual({ kind: 'refused' });
  });

  test('says how long to wait, within limits', async () => {
    for (const [retryAfter, retrySeconds] of [
      ['7', 7],
      ['999999', 900],
      ['tomorrow', 60],
      [undefined, 60],
    ] as const) {
      server.refusals.push({ status: 429, ...(retryAfter !== undefined && { retryAfter }) });
      expect(await readProduct({ product: 'raindrop', token: productToken, part: 0 }, signal)).toEqual({
        kind: 'busy',
        retrySeconds,
      });
    }
  });

  test('follows no redirect, which could carry the token elsewhere', async () => {
    server.refusals.push({ status: 302, location: `${server.origin}/rest/v1/collections` });
    const answer = await readProduct({ product: 'raindrop', token: productToken, part: 0 }, signal);
    expect(answer).toEqual({ kind: 'failed' });
    expect(server.paths).toHaveLength(1);
  });

  test('connects to no private address', async () => {
    const guarded = createReadProduct({ origins, timeoutMs: 2_000 });
    expect(await guarded({ product: 'pinboard', token: productToken, part: 0 }, signal)).toEqual({
      kind: 'failed',
    });
    expect(server.paths).toEqual([]);
  });
});
