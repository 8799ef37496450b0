import { parseBookmarkUrl } from '@/lib/domain/url';

const named = /^https?:\/\//i;
// What ends in letters after a dot: a version (3.14) or a file of code at hand is not offered as a page.
const host = /^(?!-)(?:[\p{L}\p{N}-]+\.)+(?:\p{L}{2,}|xn--[a-z0-9-]+)(?:[:/?#]|$)/iu;

/** The text as the url of a page, if somebody may have typed or pasted one; null for anything else. */
export function addressIn(text: string): string | null {
  const trimmed = text.trim();
  if (/\s/.test(trimmed) || !(named.test(trimmed) || host.test(trimmed))) return null;
  const { url, kind } = parseBookmarkUrl(trimmed);
  return kind === 'web' ? url : null;
}
