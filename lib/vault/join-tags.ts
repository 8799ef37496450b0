import type { TagCount } from '@/lib/contract/tags';
import { tagKey } from '@/lib/domain/tag-key';

/** A tag with how many bookmarks have it, and how many of these only this device can tell of. */
export interface JoinedTag extends TagCount {
  readonly decrypted: number;
}

/** The tags that the service counts together with those of what is open, the most used first. */
export function joinTags(tags: readonly TagCount[], decrypted: readonly TagCount[]): JoinedTag[] {
  const more = new Map(decrypted.map((tag) => [tagKey(tag.name), tag]));
  const joined = tags.map(({ name, count }): JoinedTag => {
    const key = tagKey(name);
    const own = more.get(key)?.count ?? 0;
    more.delete(key);
    return { name, count: count + own, decrypted: own };
  });
  if (decrypted.length === 0) return joined;
  const encrypted = [...more.values()].map(({ name, count }) => ({ name, count, decrypted: count }));
  return [...joined, ...encrypted].sort((a, b) => b.count - a.count);
}

/** A tag that no readable bookmark has: the service does not know the word. */
export const isEncryptedTag = ({ count, decrypted }: JoinedTag): boolean => count === decrypted;
