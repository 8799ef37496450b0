import type { SignedIn } from '@/lib/contract/schemas/account';
import type { ProviderConfig } from '@/provider/deps';
import { presentAccount } from '@/provider/presenters/account';
import type { SignedInAccount } from '@/provider/services/sessions';

/** Tokens and account of somebody who has just signed in. */
export const presentSignedIn = ({ tokens, account }: SignedInAccount, config: ProviderConfig): SignedIn => ({
  status: 'ok',
  tokens: {
    access: { token: tokens.access.token, expires: tokens.access.expires.toISOString() },
    refresh: { token: tokens.refresh.token, expires: tokens.refresh.expires.toISOString() },
  },
  account: presentAccount(account, config),
});
