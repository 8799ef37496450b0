import { limits } from '@/lib/contract/limits';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { displayHost } from '@/lib/domain/display-host';

/** Number of characters of an address that a row shows, host and path together. */
const addressLength = 60;

type Addressed = Pick<Bookmark, 'url' | 'domain' | 'path'>;

/** Returns host and path as a row shows them, without scheme and `www.`, cut to 60 characters in total. */
export function bookmarkAddress({ url, domain, path }: Addressed): { host: string; path: string } {
  // Text that is only a scheme stays: a row needs something to read.
  const host = domain ? displayHost(domain) : (url ?? '').replace(/^https?:\/\/(?:www\.)?(?=.)/i, '');
  if (host.length >= addressLength) return { host: cut(host, addressLength), path: '' };
  return { host, path: cut(domain ? (path ?? '') : '', addressLength - host.length) };
}

/** Whether the content is hidden: it is encrypted, and its key is not unlocked. */
export const isLocked = ({ encrypted, url }: Pick<Bookmark, 'encrypted' | 'url'>): boolean =>
  encrypted && url === null;

/** Returns the title, or the address if the page has none. */
export function bookmarkTitle(bookmark: Addressed & Pick<Bookmark, 'title'>): string {
  if (bookmark.title) return bookmark.title;
  const { host, path } = bookmarkAddress(bookmark);
  return host + path;
}

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;

/**
 * Returns placeholders for the title and the url of an encrypted bookmark: 8 to 23 asterisks, always the same
 * for one bookmark. Their number is derived from the identifier and reveals nothing about the hidden text.
 */
export function maskedText(uuid: string): { title: string; url: string } {
  let hash = 0;
  for (let index = 0; index < uuid.length; index += 1) hash = (hash * 31 + uuid.charCodeAt(index)) >>> 0;
  return { title: '*'.repeat(8 + (hash % 16)), url: '*'.repeat(8 + ((hash >>> 4) % 8)) };
}

const dayMs = 86_400_000;

/**
 * Returns when a bookmark in the trash is erased, and the number of days left, where a started day counts in
 * full.
 */
export function trashExpiry(deletedAt: string, now: Date): { iso: string; daysLeft: number } {
  const time = Date.parse(deletedAt) + limits.trashDays * dayMs;
  const daysLeft = Math.ceil((time - now.getTime()) / dayMs);
  // The clock of the device may be behind that of the server.
  return { iso: new Date(time).toISOString(), daysLeft: Math.min(Math.max(daysLeft, 0), limits.trashDays) };
}
