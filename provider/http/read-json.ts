import { limits } from '@/lib/contract/limits';
import { readBytes } from '@/provider/http/read-bytes';
import { Problem } from '@/provider/problem';

const jsonType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * The bytes of a request's JSON body, at most so many. Throws UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE or MALFORMED_BODY.
 */
export async function readJsonBytes(
  request: Request,
  maxBytes: number = limits.bodyBytes,
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
