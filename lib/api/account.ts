import type { Input } from '@/lib/contract';
import type { Account } from '@/lib/contract/account';
import { endpointMutation } from '@/lib/api/mutation';
import { endpointQuery, minutes } from '@/lib/api/endpoint';

const current = () => endpointQuery('account.get', {}, { staleTime: minutes(60) });

export const accountQueries = {
  current,
  /** The sort order of the account's lists. */
  bookmarkSort: () => ({ ...current(), select: (account: Account) => account.preferences.bookmarkSort }),
};

// One after another: of two quick choices the later one has to be what stays.
export const accountScope = 'account';

export const accountMutations = {
  /** Names, or the current space. Switching the space reloads the page afterwards. */
  update: () =>
    endpointMutation('account.update', {
      scope: accountScope,
      fromReply: (reply) => ({ account: () => reply }),
    }),
  updatePreferences: () =>
    endpointMutation('account.updatePreferences', {
      scope: accountScope,
      optimistic: ({ body }) => ({
        account: (account) => withPreferences(account, body),
      }),
    }),
};

function withPreferences(account: Account, change: Input<'account.updatePreferences'>['body']): Account {
  const named = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...account, preferences: { ...account.preferences, ...Object.fromEntries(named) } };
}
