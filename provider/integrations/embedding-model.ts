import { Agent, request } from 'undici';
import { z } from 'zod';
import type { EmbeddingModel } from '@/provider/deps';
import type { ModelSettings } from '@/provider/integrations/ask-model';

export interface EmbeddingSettings extends ModelSettings {
  /** How long a search waits for the vector of its words; by default 0.4 seconds. */
  readonly waitMs?: number;
}

const defaultTimeoutMs = 15_000;
const defaultWaitMs = 400;
/** Maximum concurrent requests; further ones are queued, which counts towards their timeout. */
const connections = 4;
const replyBytes = 8 * 1024 * 1024;
const dimensionsMax = 4_096;
/** Vectors are stored in single precision. */
const largest = 1e6;

const Reply = z.object({
  data: z.array(
    z.object({
      index: z.int().min(0),
      embedding: z.array(z.number().gte(-largest).lte(largest)).min(1).max(dimensionsMax),
    }),
  ),
});

/**
 * Creates a client of the embeddings of a model server. Like that of the language model, it bypasses the guarded
 * fetcher, and redirects are not followed.
 */
export function createEmbeddingModel({
  baseUrl,
  model,
  apiKey,
  timeoutMs = defaultTimeoutMs,
  waitMs = defaultWaitMs,
}: EmbeddingSettings): EmbeddingModel {
  const url = `${baseUrl.replace(/\/+$/, '')}/embeddings`;
  const dispatcher = new Agent({
    connections,
    pipelining: 1,
    maxResponseSize: replyBytes,
    connectTimeout: timeoutMs,
  });
  return {
    name: model,
    waitMs,
    embed: async (texts) => {
      const response = await request(url, {
        method: 'POST',
        dispatcher,
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
      });
      const body = await response.body.text();
      if (response.statusCode !== 200)
        throw new Error(`the model server responded with status ${response.statusCode}`);
      return inOrder(Reply.parse(JSON.parse(body)).data, texts.length);
    },
  };
}

/** Returns one vector for each text, all of the same length. The server may return them in any order. */
function inOrder(data: z.infer<typeof Reply>['data'], count: number): number[][] {
  const vectors = new Map(data.map(({ index, embedding }) => [index, embedding]));
  const found = Array.from({ length: count }, (_, index) => vectors.get(index) ?? []);
  const [first] = found;
  const length = first?.length ?? 0;
  // The similarity to a vector of zeros is undefined.
  if (length === 0 || found.some((vector) => vector.length !== length || vector.every((one) => one === 0)))
    throw new Error('the model server returned other vectors than requested');
  return found;
}
