import { applyTheme } from '@/components/common/theme';
import type { Account } from '@/lib/contract/schemas/account';

/**
 * What follows a sign-in: the account's theme is taken over once, and the destination is loaded anew, so that nothing
 * that was rendered for a visitor stays.
 */
export function enter(account: Pick<Account, 'preferences'>, destination: string): void {
  applyTheme(account.preferences.theme);
  window.location.assign(destination);
}
