import type { Input } from '@/lib/contract';
import type { Account } from '@/lib/contract/account';
import { endpointMutation } from '@/lib/api/mutation';
import { endpointQuery, minutes } from '@/lib/api/endpoint';

const current = () => endpointQuery('account.get', {}, { staleTime: minutes(60) });

export const accountQueries = {
  current,
  /** The sort order of the account's lists. */
  bookmarkSort: () => ({ ...current(), select: (account: Account) => account.preferences.bookmarkSort }),
  /** Whether rows show tags. */
  rowTags: () => ({ ...current(), select: (account: Account) => account.preferences.rowTags }),
};

// Serializes writes to the account, so that the later of two quick changes wins.
export const accountScope = 'account';

export const accountMutations = {
  /** Changes names or the current space. Switching the space reloads the page afterwards. */
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
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...account, preferences: { ...account.preferences, ...Object.fromEntries(given) } };
}
