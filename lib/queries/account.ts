import type { Input } from '@/lib/contract';
import type { Account } from '@/lib/contract/schemas/account';
import { endpointMutation } from '@/lib/queries/endpoint-mutation';
import { endpointQuery, minutes } from '@/lib/queries/endpoint-query';

const current = () => endpointQuery('account.get', {}, { staleTime: minutes(60) });

export const accountQueries = {
  current,
  /** The order that the account's lists of bookmarks stand in. */
  bookmarkSort: () => ({ ...current(), select: (account: Account) => account.preferences.bookmarkSort }),
  // Read when they are looked at: another device changes them too.
  sessions: () => endpointQuery('account.sessions', {}, { staleTime: 0 }),
  tokens: () => endpointQuery('account.tokens', {}, { staleTime: 0 }),
};

// One after another: of two quick choices the later one has to be what stays.
const scope = 'account';

export const accountMutations = {
  /** Names, or the space in use. Whoever changes the space loads the page anew afterwards. */
  update: () => endpointMutation('account.update', { scope, learn: (reply) => ({ account: () => reply }) }),
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
  updatePreferences: () =>
    endpointMutation('account.updatePreferences', {
      scope,
      foresee: ({ body }) => ({
        account: (account) => withPreferences(account, body),
      }),
    }),
};

function withPreferences(account: Account, change: Input<'account.updatePreferences'>['body']): Account {
  const named = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...account, preferences: { ...account.preferences, ...Object.fromEntries(named) } };
}
