import { limits } from '@/lib/contract/limits';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { displayHost } from '@/lib/domain/display-host';

/** Characters of an address that a row shows, host and path together. */
const addressLength = 60;

type Addressed = Pick<Bookmark, 'url' | 'domain' | 'path'>;

/** Host and path as a row shows them, without scheme and `www.`, cut to 60 characters in all. */
export function bookmarkAddress({ url, domain, path }: Addressed): { host: string; path: string } {
  const host = domain ? displayHost(domain) : (url ?? '').replace(/^https?:\/\/(?:www\.)?/i, '');
  if (host.length >= addressLength) return { host: cut(host, addressLength), path: '' };
  return { host, path: cut(domain ? (path ?? '') : '', addressLength - host.length) };
}

/** Its words are hidden: it is encrypted, and its key is not unlocked. */
export const isLocked = ({ encrypted, url }: Pick<Bookmark, 'encrypted' | 'url'>): boolean =>
  encrypted && url === null;

/** The title, or the address where the page has none. */
export function bookmarkTitle(bookmark: Addressed & Pick<Bookmark, 'title'>): string {
  if (bookmark.title) return bookmark.title;
  const { host, path } = bookmarkAddress(bookmark);
  return host + path;
}

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;

/**
 * What stands for the title and the url of an encrypted bookmark: 8 to 23 asterisks, always the same for one bookmark.
 * Their number comes from the identifier and says nothing of what is hidden.
 */
export function maskedText(uuid: string): { title: string; url: string } {
  let hash = 0;
  for (let index = 0; index < uuid.length; index += 1) hash = (hash * 31 + uuid.charCodeAt(index)) >>> 0;
  return { title: '*'.repeat(8 + (hash % 16)), url: '*'.repeat(8 + ((hash >>> 4) % 8)) };
}

const dayMs = 86_400_000;

/** When a bookmark in the trash is erased, and how many days are left until then, a started one counted in full. */
export function trashExpiry(deletedAt: string, now: Date): { iso: string; daysLeft: number } {
  const time = Date.parse(deletedAt) + limits.trashDays * dayMs;
  const daysLeft = Math.ceil((time - now.getTime()) / dayMs);
  // The clock of the device may be behind that of the server.
  return { iso: new Date(time).toISOString(), daysLeft: Math.min(Math.max(daysLeft, 0), limits.trashDays) };
}
