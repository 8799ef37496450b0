/** Names of lists that hold data of an account; the account's uuid follows. */
const listNames = ['recentSearches', 'recentCollections', 'dismissedSuggestions'] as const;

/** Removes the lists of every account from this device. */
export function forgetLists(names: readonly (typeof listNames)[number][] = listNames): void {
  try {
    for (const key of Object.keys(window.localStorage)) {
      if (names.some((name) => key.startsWith(`${name}.`))) window.localStorage.removeItem(key);
    }
  } catch {
    // Without storage, nothing is stored.
  }
}
