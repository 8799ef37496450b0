import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createReadProduct, productFile } from '@/provider/integrations/fetch/read-product';
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

const answerTo = async (product: 'raindrop' | 'pinboard', part: number) => {
  const answer = await readProduct({ product, token: productToken, part }, signal);
  if (answer.kind !== 'read') throw new Error(answer.kind);
  return { ...answer, text: Buffer.concat(answer.pieces).toString() };
};

/** Reads a library and returns its file. */
async function readFile(product: 'raindrop' | 'pinboard'): Promise<unknown> {
  const pieces: Buffer[] = [];
  for (let part = 0, isLast = false; !isLast; part += 1) {
    const answer = await answerTo(product, part);
    pieces.push(...answer.pieces);
    isLast = answer.isLast;
  }
  const chunks = await Array.fromAsync(
    productFile(product, pieces.length, async (part) => pieces[part] ?? Buffer.alloc(0)),
  );
  return JSON.parse(Buffer.concat(chunks).toString());
}

describe('the client of other products', () => {
  test('reads the collections of Raindrop.io and the pages of its bookmarks', async () => {
    expect(await answerTo('raindrop', 0)).toMatchObject({ count: 0, isLast: false });
    expect(await answerTo('raindrop', 2)).toMatchObject({ count: 50, isLast: false });
    expect(await answerTo('raindrop', 3)).toMatchObject({ count: 10, isLast: true });
    expect(server.paths.at(-1)).toBe('/rest/v1/raindrops/01');
  });

  test('makes one file of them, with the newest bookmark first', async () => {
    expect(await readFile('raindrop')).toEqual({
      collections: [
        { _id: 1, title: 'Top' },
        { _id: 2, title: 'Child', parent: { $id: 1 } },
      ],
      items: items.toReversed(),
    });
  });

  test('reads all bookmarks of Pinboard at once', async () => {
    expect(await answerTo('pinboard', 0)).toMatchObject({ count: null, isLast: true });
    expect(await readFile('pinboard')).toEqual([{ href: 'https://pin.example/' }]);
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
