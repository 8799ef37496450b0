import type { Input } from '@/lib/contract';
import type { Account } from '@/lib/contract/account';
import { endpointMutation } from '@/lib/api/mutation';
import { endpointQuery, minutes } from '@/lib/api/endpoint';
import { viewOf } from '@/lib/domain/list-view';

const current = () => endpointQuery('account.get', {}, { staleTime: minutes(60) });

export const accountQueries = {
  current,
  /** The sort order of the account's lists. */
  bookmarkSort: () => ({ ...current(), select: (account: Account) => account.preferences.bookmarkSort }),
  /** The view of a list: of a collection, of searches, or of the current space. */
  view: (place?: string) => ({ ...current(), select: (account: Account) => viewOf(account, place) }),
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

function withPreferences(
  { preferences, ...account }: Account,
  { views, ...change }: Input<'account.updatePreferences'>['body'],
): Account {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return {
    ...account,
    preferences: { ...preferences, ...Object.fromEntries(given), views: { ...preferences.views, ...views } },
  };
}
