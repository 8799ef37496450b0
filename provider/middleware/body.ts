import { serviceLimits } from '@/lib/contract/service-limits';
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

const jsonType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * The bytes of a request's JSON body, at most so many. Throws UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE or MALFORMED_BODY.
 */
export async function readJsonBytes(
  request: Request,
  maxBytes: number = serviceLimits.bodyBytes,
): Promise<Uint8Array> {
  const type = request.headers.get('content-type');
  if (type !== null && !jsonType.test(type)) throw new Problem('UNSUPPORTED_MEDIA_TYPE');
  if (!request.body) throw new Problem('MALFORMED_BODY');
  if (type === null) throw new Problem('UNSUPPORTED_MEDIA_TYPE');
  const length = Number(request.headers.get('content-length'));
  if (length > maxBytes) throw new Problem('BODY_TOO_LARGE');
  try {
    return await readBytes(request.body, maxBytes, length || 0);
  } catch (error) {
    // The connection was cut.
    throw error instanceof Problem ? error : new Problem('MALFORMED_BODY');
  }
}

/** The JSON value of a body. Throws MALFORMED_BODY. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes)) as unknown;
  } catch {
    throw new Problem('MALFORMED_BODY');
  }
}

const empty: Readonly<Record<string, string>> = Object.freeze({});

/**
 * The parameters behind the question mark, decoded once. A parameter that is given twice is refused (422): which of
 * the two counts would be a guess, and guesses differ between the servers that a request passes.
 */
export function readQuery(url: string): Readonly<Record<string, string>> {
  const start = url.indexOf('?');
  if (start === -1) return empty;
  const end = url.indexOf('#', start);
  const query: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(end === -1 ? url.slice(start) : url.slice(start, end))) {
    if (name in query) {
      throw new Problem('VALIDATION_FAILED', {
        issues: [{ path: name.slice(0, 64), code: 'repeated_parameter' }],
      });
    }
    query[name] = value;
  }
  return query;
}
