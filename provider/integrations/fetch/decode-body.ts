import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Refusal } from '@/provider/integrations/fetch/failure';

export interface BodyLimits {
  /** Cap on decoded bytes, and as much again on received ones: endless input can decode to nothing. */
  readonly maxBytes: number;
  /** What happens at the cap: give up, or keep what came so far. */
  readonly overflow: 'refuse' | 'truncate';
}

const decoders: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Codings that {@link decodeBody} undoes, as they are offered to servers. */
export const ACCEPTED_CODINGS = 'gzip, deflate, br';

/** Reads a response body, undoing at most one content coding, and stops at the cap. Always ends the source. */
export async function decodeBody(source: Readable, coding: string, limits: BodyLimits): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of decoded(source, coding, limits.maxBytes) as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= limits.maxBytes) continue;
      if (limits.overflow === 'refuse') throw new Refusal('size');
      return Buffer.concat(chunks).subarray(0, limits.maxBytes);
    }
    return Buffer.concat(chunks);
  } finally {
    source.on('error', () => undefined).destroy();
  }
}

function decoded(source: Readable, coding: string, maxBytes: number): Readable {
  if (coding === '' || coding === 'identity') return source;
  const createDecoder = decoders.get(coding);
  if (!createDecoder) throw new Refusal('encoding');
  const capped = (chunks: AsyncIterable<Buffer>) => cap(chunks, maxBytes);
  return pipeline(source, capped, createDecoder(), () => undefined);
}

async function* cap(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let received = 0;
  for await (const chunk of chunks) {
    received += chunk.length;
    if (received > maxBytes) throw new Refusal('size');
    yield chunk;
  }
}
