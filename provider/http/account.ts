import type { Handlers } from '@/provider/http/handler';
import { presentAccount } from '@/provider/presenters/account';
import { getAccount } from '@/provider/services/accounts';
import { updateAccount, updatePreferences } from '@/provider/services/update-account';

export const account: Handlers<'account.get' | 'account.update' | 'account.updatePreferences'> = {
  'account.get': async ({ actor, deps }) => ({
    status: 200,
    body: presentAccount(await getAccount(deps.db, actor.accountId), deps.config),
  }),

  'account.update': async ({ actor, body, deps }) => ({
    status: 200,
    body: presentAccount(await updateAccount(deps, actor.accountId, body), deps.config),
  }),

  'account.updatePreferences': async ({ actor, body, deps }) => ({
    status: 200,
    body: presentAccount(await updatePreferences(deps, actor.accountId, body), deps.config),
  }),
};
