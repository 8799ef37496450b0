import { Problem } from '@/provider/problem';

/**
 * The bytes of a body. They are counted as they arrive, because a length that was announced need not be true.
 * Throws BODY_TOO_LARGE.
 */
export async function readBytes(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel().catch(() => undefined);
      throw new Problem('BODY_TOO_LARGE');
    }
    chunks.push(value);
  }
  const only = chunks[0];
  return chunks.length === 1 && only ? only : Buffer.concat(chunks, size);
}
