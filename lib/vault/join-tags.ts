import type { TagCount } from '@/lib/contract/schemas/tag';
import { tagKey } from '@/lib/domain/tag-key';

/** A tag with how many bookmarks have it, and how many of these only this device can tell of. */
export interface JoinedTag extends TagCount {
  readonly opened: number;
}

/** The tags that the service counts together with those of what is open, the most used first. */
export function joinTags(tags: readonly TagCount[], opened: readonly TagCount[]): JoinedTag[] {
  const more = new Map(opened.map((tag) => [tagKey(tag.name), tag]));
  const joined = tags.map(({ name, count }): JoinedTag => {
    const key = tagKey(name);
    const own = more.get(key)?.count ?? 0;
    more.delete(key);
    return { name, count: count + own, opened: own };
  });
  if (opened.length === 0) return joined;
  const sealed = [...more.values()].map(({ name, count }) => ({ name, count, opened: count }));
  return [...joined, ...sealed].sort((a, b) => b.count - a.count);
}

/** A tag that no readable bookmark has: the service does not know the word. */
export const isSealedTag = ({ count, opened }: JoinedTag): boolean => count === opened;
