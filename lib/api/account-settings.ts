import { accountScope } from '@/lib/api/account';
import { endpointMutation } from '@/lib/api/mutation';
import { endpointQuery } from '@/lib/api/endpoint';

// Refetched whenever they are shown: other devices change them too.
export const settingsQueries = {
  sessions: () => endpointQuery('account.sessions', {}, { staleTime: 0 }),
  tokens: () => endpointQuery('account.tokens', {}, { staleTime: 0 }),
  tokenCalls: (uuid: string) =>
    endpointQuery('account.tokenCalls', { params: { uuid }, query: { size: 100 } }, { staleTime: 0 }),
};

/** Account mutations that only the settings pages use. */
export const settingsMutations = {
  updatePassword: () => endpointMutation('account.updatePassword'),
  changeEmail: () => endpointMutation('account.changeEmail'),
  confirmEmail: () =>
    endpointMutation('account.confirmEmail', {
      scope: accountScope,
      fromReply: (reply) => ({ account: () => reply }),
    }),
  updateAvatar: () =>
    endpointMutation('account.updateAvatar', {
      scope: accountScope,
      fromReply: (reply) => ({ account: () => reply }),
    }),
  deleteAvatar: () =>
    endpointMutation('account.deleteAvatar', {
      scope: accountScope,
      optimistic: () => ({ account: (account) => ({ ...account, avatar: null }) }),
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
