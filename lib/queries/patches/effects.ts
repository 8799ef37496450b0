import type { Account } from '@/lib/contract/schemas/account';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import type { Collection } from '@/lib/contract/schemas/collection';
import type { Space } from '@/lib/contract/schemas/space';
import type { TagCount } from '@/lib/contract/schemas/tag';

/** A thing before and after a write; null where it does not exist then. */
export interface Change<T> {
  readonly before: T | null;
  readonly after: T | null;
}

/**
 * What a write does, said once in words of the domain. Every cached answer takes from it what concerns it, so that a
 * write need not know which lists, counts and details are in the cache.
 */
export interface Effects {
  readonly bookmark?: Change<Bookmark>;
  readonly collection?: Change<Collection>;
  /** With a collection that goes: whether its bookmarks go to the trash with it. */
  readonly takesBookmarks?: boolean;
  readonly space?: Change<Space>;
  readonly account?: (account: Account) => Account;
  readonly tags?: (tags: TagCount[]) => TagCount[];
}
