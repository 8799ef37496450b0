import { accountScope as scope } from '@/lib/queries/account';
import { endpointMutation } from '@/lib/queries/endpoint-mutation';
import { endpointQuery } from '@/lib/queries/endpoint-query';

// Read when they are looked at: another device changes them too.
export const settingsQueries = {
  sessions: () => endpointQuery('account.sessions', {}, { staleTime: 0 }),
  tokens: () => endpointQuery('account.tokens', {}, { staleTime: 0 }),
};

/** What only the settings change of an account. */
export const settingsMutations = {
  updatePassword: () => endpointMutation('account.updatePassword'),
  changeEmail: () => endpointMutation('account.changeEmail'),
  confirmEmail: () =>
    endpointMutation('account.confirmEmail', { scope, learn: (reply) => ({ account: () => reply }) }),
  updateAvatar: () =>
    endpointMutation('account.updateAvatar', { scope, learn: (reply) => ({ account: () => reply }) }),
  deleteAvatar: () =>
    endpointMutation('account.deleteAvatar', {
      scope,
      foresee: () => ({ account: (account) => ({ ...account, avatar: null }) }),
    }),
  delete: () => endpointMutation('account.delete'),
  deleteSession: () => endpointMutation('account.deleteSession'),
  deleteSessions: () => endpointMutation('account.deleteSessions'),
  linkGoogle: () => endpointMutation('account.linkGoogle'),
  unlinkOauth: () => endpointMutation('account.unlinkOauth'),
  createToken: () => endpointMutation('account.createToken'),
  deleteToken: () => endpointMutation('account.deleteToken'),
  resendVerification: () => endpointMutation('account.resendVerification'),
};
