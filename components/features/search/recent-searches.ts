import { rememberedList } from '@/components/common/remembered-list';
import { parseSearch, searchHref, type SearchAddress } from '@/components/features/search/search-address';
import { decryptedTexts, noneDecrypted } from '@/lib/vault/decrypted';

/** Number of remembered searches. */
const maxRecent = 6;

export type RecentSearch = Pick<SearchAddress, 'q' | 'mode'>;

const listOf = (account: string) => rememberedList(`recentSearches.${account}`, maxRecent);
const questionHref = '/search?';

/** Recent searches on this device, latest first; empty if storage is not available. */
export const recentSearches = (account: string): RecentSearch[] =>
  listOf(account)
    .read()
    .map((entry) =>
      entry.startsWith(questionHref)
        ? parseSearch(Object.fromEntries(new URLSearchParams(entry.slice(questionHref.length))))
        : { q: entry },
    );

/** Remembers keywords as they are, and a question as its URL. */
export function rememberSearch(account: string, { q, mode }: RecentSearch): void {
  // Words of unlocked bookmarks would stay readable after the page is reloaded or closed, which locks them.
  if (q === '' || decryptedTexts() !== noneDecrypted) return;
  listOf(account).add(mode === undefined ? q : searchHref({ q, mode }));
}

export const forgetSearches = (account: string): void => listOf(account).forget();
