import { Problem } from '@/provider/problem';

/**
 * The bytes of a body. They are counted as they arrive, because a length that was announced need not be true; where it
 * is, they are written to one buffer instead of being copied at the end. Throws BODY_TOO_LARGE.
 */
export async function readBytes(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  announcedBytes = 0,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const whole = announcedBytes <= maxBytes ? Buffer.allocUnsafeSlow(announcedBytes) : Buffer.alloc(0);
  let size = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (size + value.byteLength > maxBytes) {
      await reader.cancel().catch(() => undefined);
      throw new Problem('BODY_TOO_LARGE');
    }
    if (chunks.length === 0 && size + value.byteLength <= whole.byteLength) whole.set(value, size);
    else chunks.push(value);
    size += value.byteLength;
  }
  const written = size - chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const first = whole.subarray(0, written);
  if (chunks.length === 0) return first;
  const only = chunks[0];
  return written === 0 && chunks.length === 1 && only ? only : Buffer.concat([first, ...chunks], size);
}
