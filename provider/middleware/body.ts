import { serviceLimits } from '@/lib/contract/service-limits';
import { JsonFaultError, JsonScanner, type JsonLimits } from '@/lib/utils/json-scanner';
import { Problem } from '@/provider/problem';

/**
 * Returns the bytes of a body. They are counted while they arrive, because Content-Length may be wrong; if it is right,
 * the bytes are written to one buffer instead of being concatenated at the end. Throws BODY_TOO_LARGE.
 */
export async function readBytes(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  announcedBytes = 0,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const buffer = announcedBytes <= maxBytes ? Buffer.allocUnsafeSlow(announcedBytes) : Buffer.alloc(0);
  let size = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (size + value.byteLength > maxBytes) {
      await reader.cancel().catch(() => undefined);
      throw new Problem('BODY_TOO_LARGE');
    }
    if (chunks.length === 0 && size + value.byteLength <= buffer.byteLength) buffer.set(value, size);
    else chunks.push(value);
    size += value.byteLength;
  }
  const written = size - chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const first = buffer.subarray(0, written);
  if (chunks.length === 0) return first;
  const only = chunks[0];
  return written === 0 && chunks.length === 1 && only ? only : Buffer.concat([first, ...chunks], size);
}

const jsonType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const charsetParameter = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

/** Whether a content type of JSON allows its only encoding (RFC 8259), UTF-8. */
export const isUtf8 = (contentType: string): boolean =>
  /^utf-?8$/i.test(charsetParameter.exec(contentType)?.[1] ?? 'utf-8');

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Returns the bytes of a JSON request body, up to `maxBytes`. Throws UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE or
 * MALFORMED_BODY.
 */
export async function readJsonBytes(
  request: Request,
  maxBytes: number = serviceLimits.bodyBytes,
): Promise<Uint8Array> {
  const type = request.headers.get('content-type');
  if (type !== null && !(jsonType.test(type) && isUtf8(type))) throw new Problem('UNSUPPORTED_MEDIA_TYPE');
  if (!request.body) throw new Problem('MALFORMED_BODY');
  if (type === null) throw new Problem('UNSUPPORTED_MEDIA_TYPE');
  const length = Number(request.headers.get('content-length'));
  if (length > maxBytes) throw new Problem('BODY_TOO_LARGE');
  try {
    return await readBytes(request.body, maxBytes, length || 0);
  } catch (error) {
    // The connection was closed.
    throw error instanceof Problem ? error : new Problem('MALFORMED_BODY');
  }
}

/** No schema of the contract needs more. */
const jsonLimits: JsonLimits = {
  depth: serviceLimits.jsonDepth,
  keys: serviceLimits.jsonKeys,
  keyBytes: 1024,
  values: serviceLimits.jsonValues,
};

/**
 * Parses the JSON value of a body, without a byte order mark. Throws MALFORMED_BODY, also for a repeated field, and
 * VALIDATION_FAILED for more levels, fields or values than any operation takes.
 */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    new JsonScanner(jsonLimits).write(bytes);
    return JSON.parse(decoder.decode(bytes)) as unknown;
  } catch (error) {
    if (!(error instanceof JsonFaultError) || error.fault === 'repeated_field')
      throw new Problem('MALFORMED_BODY');
    throw new Problem('VALIDATION_FAILED', { issues: [{ path: '', code: error.fault }] });
  }
}

const empty: Readonly<Record<string, string>> = Object.freeze({});

/**
 * Returns the query parameters, decoded once. A repeated parameter is rejected (422): servers along the request path
 * may disagree on which value counts.
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
