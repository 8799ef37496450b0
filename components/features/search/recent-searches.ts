/** How many searches are remembered. */
const kept = 6;

const keyOf = (account: string): string => `recentSearches.${account}`;

/** What was searched for on this device, the latest first; empty where storage is not available. */
export function recentSearches(account: string): string[] {
  try {
    const list: unknown = JSON.parse(window.localStorage.getItem(keyOf(account)) ?? '[]');
    return Array.isArray(list)
      ? list.filter((one): one is string => typeof one === 'string').slice(0, kept)
      : [];
  } catch {
    return [];
  }
}

export const withSearch = (list: readonly string[], text: string): string[] =>
  [text, ...list.filter((one) => one !== text)].slice(0, kept);

export function rememberSearch(account: string, text: string): void {
  const trimmed = text.trim();
  if (trimmed === '') return;
  write(account, withSearch(recentSearches(account), trimmed));
}

export const forgetSearches = (account: string): void => write(account, []);

function write(account: string, list: readonly string[]): void {
  try {
    if (list.length === 0) window.localStorage.removeItem(keyOf(account));
    else window.localStorage.setItem(keyOf(account), JSON.stringify(list));
  } catch {
    // A browser that keeps nothing has no history, and everything else works.
  }
}
