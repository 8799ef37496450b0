import { rememberedList } from '@/components/common/remembered-list';

/** How many searches are remembered. */
const kept = 6;

const listOf = (account: string) => rememberedList(`recentSearches.${account}`, kept);

/** What was searched for on this device, the latest first; empty where storage is not available. */
export const recentSearches = (account: string): string[] => listOf(account).read();

export function rememberSearch(account: string, text: string): void {
  const trimmed = text.trim();
  if (trimmed !== '') listOf(account).add(trimmed);
}

export const forgetSearches = (account: string): void => listOf(account).forget();
