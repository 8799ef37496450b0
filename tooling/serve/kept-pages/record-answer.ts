import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import zlib from 'node:zlib';

/** An answer as it went to the reader, its body without compression. */
export interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Notes what is written to a response, which goes its way meanwhile, and gives it to `take` when all of it is with the
 * reader. It does not when the reader left before, when it is more than `maxBytes`, or in a form that cannot be read.
 */
export function recordAnswer(
  response: ServerResponse,
  maxBytes: number,
  take: (answer: Answer) => void,
): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  watch(response, (chunk, encoding) => {
    if (bytes > maxBytes || (typeof chunk !== 'string' && !(chunk instanceof Uint8Array))) return;
    const part = typeof chunk === 'string' ? Buffer.from(chunk, encodingOf(encoding)) : Buffer.from(chunk);
    bytes += part.length;
    if (bytes > maxBytes) chunks.length = 0;
    else chunks.push(part);
  });
  response.once('close', () => {
    if (!response.writableFinished || bytes > maxBytes) return;
    const headers = response.getHeaders();
    const body = plain(Buffer.concat(chunks), headers['content-encoding'], maxBytes);
    if (body !== null) take({ status: response.statusCode, headers, body });
  });
}

const encodingOf = (encoding: unknown): BufferEncoding =>
  typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8';

function watch(response: ServerResponse, note: (chunk: unknown, encoding: unknown) => void): void {
  const write = response.write.bind(response) as (...args: unknown[]) => boolean;
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  let hasEnded = false;
  response.write = (...args: unknown[]) => {
    if (!hasEnded) note(args[0], args[1]);
    return write(...args);
  };
  response.end = (...args: unknown[]) => {
    if (!hasEnded) note(args[0], args[1]);
    // Some of Node's ways to end a response write its last part through `write`.
    hasEnded = true;
    return end(...args);
  };
}

function plain(bytes: Buffer, encoding: unknown, maxBytes: number): Buffer | null {
  if (encoding === undefined) return bytes;
  if (encoding !== 'gzip') return null;
  try {
    return zlib.gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch {
    return null;
  }
}
