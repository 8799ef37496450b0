import { applyTheme } from '@/components/common/theme';
import { announceSessionChange } from '@/lib/api-client/session-channel';
import type { Account } from '@/lib/contract/schemas/account';

/**
 * What follows a sign-in: other tabs learn of it, the account's theme is taken over once, and the destination is loaded
 * in full, so that nothing that was rendered for a visitor stays.
 */
export function enter(account: Pick<Account, 'preferences'>, destination: string): void {
  announceSessionChange();
  applyTheme(account.preferences.theme);
  window.location.assign(keepFragment(destination));
}

/**
 * The destination with the fragment of this page. A browser carries `#add` along when it is redirected to the sign-in
 * page, but the server, which chose the destination, never sees it.
 */
export function keepFragment(destination: string): string {
  return destination.includes('#') ? destination : `${destination}${window.location.hash}`;
}
