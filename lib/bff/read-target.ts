/** Where a call goes: path and query exactly as they came. */
export interface Target {
  readonly path: string;
  /** With its question mark, or empty. */
  readonly search: string;
}

const ROOT = '/v1/';
/** Nothing that a URL parser would fold, and nothing that needs undoing: the path of nearly every call. */
const PLAIN = /^[\w~/-]+(?:\.[\w~-]+)*$/;

/**
 * Reads the target of a call from the address of its request, or null where the path has anything odd: a segment
 * that is empty, a dot or two, or hides a slash, a backslash, a control character or an invalid escape. Escapes are
 * undone once, to look at them; what is passed on is what came.
 */
export function readTarget(address: string): Target | null {
  const start = address.indexOf('/', address.indexOf('//') + 2);
  const end = endOfPath(address, start);
  const path = address.slice(start, end);
  if (start < 0 || !path.startsWith(ROOT)) return null;
  const isSafe = PLAIN.test(path) && !path.includes('//') && !path.endsWith('/');
  if (!isSafe && !path.slice(1).split('/').every(isSafeSegment)) return null;
  const fragment = address.indexOf('#', end);
  return { path, search: address.slice(end, fragment < 0 ? undefined : fragment) };
}

function endOfPath(address: string, start: number): number {
  const end = address.slice(Math.max(start, 0)).search(/[?#]/);
  return end < 0 ? address.length : end + start;
}

function isSafeSegment(segment: string): boolean {
  let decoded: string;
  try {
    decoded = decodeURIComponent(segment);
  } catch {
    return false;
  }
  return decoded !== '' && decoded !== '.' && decoded !== '..' && !/[/\\\p{Cc}]/u.test(decoded);
}
