import type { Handlers } from '@/provider/http/handler';
import { presentAccount } from '@/provider/presenters/account';
import { getAccount } from '@/provider/services/accounts';
import { resendOwnVerification } from '@/provider/services/codes/verify-email';
import { updateAccount, updatePreferences } from '@/provider/services/update-account';

type AccountCall =
  'account.get' | 'account.resendVerification' | 'account.update' | 'account.updatePreferences';

export const account: Handlers<AccountCall> = {
  'account.get': async ({ actor, deps }) => ({
    status: 200,
    body: presentAccount(await getAccount(deps.db, actor.accountId), deps.config),
  }),

  'account.resendVerification': async ({ actor, context, deps }) => {
    await resendOwnVerification(deps, actor.accountId, context);
    return { status: 204, body: null };
  },

  'account.update': async ({ actor, body, deps }) => ({
    status: 200,
    body: presentAccount(await updateAccount(deps, actor.accountId, body), deps.config),
  }),

  'account.updatePreferences': async ({ actor, body, deps }) => ({
    status: 200,
    body: presentAccount(await updatePreferences(deps, actor.accountId, body), deps.config),
  }),
};
