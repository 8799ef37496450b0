import type { TagCount } from '@/lib/contract/tags';
import { tagKey } from '@/lib/domain/tag-key';

/** A tag with its total count and the number of decrypted bookmarks in it, which only this device can count. */
export interface JoinedTag extends TagCount {
  readonly decrypted: number;
}

/** Merges the service's tag counts with those of decrypted bookmarks, most used first. */
export function joinTags(tags: readonly TagCount[], decrypted: readonly TagCount[]): JoinedTag[] {
  const remaining = new Map(decrypted.map((tag) => [tagKey(tag.name), tag]));
  const joined = tags.map(({ name, count }): JoinedTag => {
    const key = tagKey(name);
    const extra = remaining.get(key)?.count ?? 0;
    remaining.delete(key);
    return { name, count: count + extra, decrypted: extra };
  });
  if (decrypted.length === 0) return joined;
  const encrypted = [...remaining.values()].map(({ name, count }) => ({ name, count, decrypted: count }));
  return [...joined, ...encrypted].sort((a, b) => b.count - a.count);
}

/** Whether only encrypted bookmarks have the tag, so that the service cannot read its name. */
export const isEncryptedTag = ({ count, decrypted }: JoinedTag): boolean => count === decrypted;
