import { limits } from '@/lib/contract/limits';
import { readBytes } from '@/provider/http/read-bytes';
import { Problem } from '@/provider/problem';

const jsonType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * The JSON value of a request's body, at most so many bytes long.
 * Throws UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE or MALFORMED_BODY.
 */
export async function readJson(request: Request, maxBytes: number = limits.bodyBytes): Promise<unknown> {
  const type = request.headers.get('content-type');
  if (type !== null && !jsonType.test(type)) throw new Problem('UNSUPPORTED_MEDIA_TYPE');
  if (!request.body) throw new Problem('MALFORMED_BODY');
  if (type === null) throw new Problem('UNSUPPORTED_MEDIA_TYPE');
  if (Number(request.headers.get('content-length')) > maxBytes) throw new Problem('BODY_TOO_LARGE');
  try {
    return JSON.parse(decoder.decode(await readBytes(request.body, maxBytes))) as unknown;
  } catch (error) {
    // Whatever else goes wrong here is the sender's: bytes that are not text, text that is not JSON, a cut connection.
    throw error instanceof Problem ? error : new Problem('MALFORMED_BODY');
  }
}
