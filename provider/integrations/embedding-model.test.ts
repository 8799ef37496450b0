import { afterAll, beforeEach, expect, test } from 'vitest';
import { createEmbeddingModel } from '@/provider/integrations/embedding-model';
import { startEmbeddingServer, type EmbeddingReply } from '@/provider/integrations/testing/embedding-server';

const vectors = [
  [1, 0.5],
  [0, 1],
];
const server = await startEmbeddingServer(() => ({ vectors }));
afterAll(() => server.close());
beforeEach(() => {
  server.calls.length = 0;
  server.reply = () => ({ vectors });
});

const settings = { baseUrl: `${server.baseUrl}/`, model: 'near', apiKey: 'a key' };
const texts = ['first', 'second'];

test('an embedding model is requested like an OpenAI-compatible API, and its vectors are put in order', async () => {
  const model = createEmbeddingModel(settings);
  expect(model.name).toBe('near');
  expect(await model.embed(texts)).toEqual(vectors);
  expect(server.calls).toMatchObject([
    {
      path: '/v1/embeddings',
      headers: { authorization: 'Bearer a key', 'content-type': 'application/json' },
      body: { model: 'near', input: texts, encoding_format: 'float' },
    },
  ]);
});

test('without a key none is sent', async () => {
  await createEmbeddingModel({ ...settings, apiKey: null }).embed(texts);
  expect(server.calls[0]?.headers.authorization).toBeUndefined();
});

test.each<[string, EmbeddingReply]>([
  ['too few vectors', { vectors: [[1, 2]] }],
  ['vectors of different lengths', { vectors: [[1, 2], [1]] }],
  ['a vector without a direction', { vectors: [[1, 2], [0, 0]] }], // prettier-ignore
  ['numbers that are too large', { vectors: [[1, 2], [1, 1e300]] }], // prettier-ignore
  ['too many dimensions', { vectors: texts.map(() => Array<number>(5_000).fill(1)) }],
  ['a reply of another shape', { status: 200, raw: '{"data":{}}' }],
  ['no JSON at all', { status: 200, raw: '<html>' }],
  ['a failure', { status: 500, raw: '{}' }],
  ['too much', { status: 200, raw: `{"data":[],"x":"${'x'.repeat(9_000_000)}"}` }],
  ['a way to somewhere else', { status: 302, raw: '', location: 'http://127.0.0.1:1/' }],
])('a model that answers %s fails', async (_, reply) => {
  server.reply = () => reply;
  await expect(createEmbeddingModel(settings).embed(texts)).rejects.toThrow();
  expect(server.calls).toHaveLength(1);
});

test('a model that does not respond times out, and one that is unavailable fails', async () => {
  server.reply = () => 'silence';
  await expect(createEmbeddingModel({ ...settings, timeoutMs: 50 }).embed(texts)).rejects.toThrow();
  await expect(
    createEmbeddingModel({ ...settings, baseUrl: 'http://127.0.0.1:1/v1' }).embed(texts),
  ).rejects.toThrow();
});
