import type { QueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api/call';
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

type PreferencesChange = Input<'account.updatePreferences'>['body'];

/**
 * Sends the preferences that wait for earlier ones, or have no response yet, when the page is left: closing it would
 * discard them. One request contains all, the later ones last, because several have no order.
 */
export function sendPreferencesOnLeave(client: QueryClient, signal: AbortSignal): void {
  const { mutationKey } = accountMutations.updatePreferences();
  const sendWaiting = () => {
    const waiting = client.getMutationCache().findAll({ mutationKey, status: 'pending' });
    if (waiting.length === 0) return;
    const body = waiting
      .map(({ state }) => (state.variables as { body: PreferencesChange }).body)
      .reduce((sum, { views, ...change }) => ({
        ...sum,
        ...change,
        ...(views && { views: { ...sum.views, ...views } }),
      }));
    call('account.updatePreferences', { body }, { keepalive: true, suppressLogout: true }).catch(
      () => undefined,
    );
  };
  // Before the request of the next page, which reads them; not all browsers report it when they are closed.
  window.addEventListener('beforeunload', sendWaiting, { signal });
  window.addEventListener('pagehide', sendWaiting, { signal });
}

function withPreferences(
  { preferences, ...account }: Account,
  { views, ...change }: PreferencesChange,
): Account {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return {
    ...account,
    preferences: { ...preferences, ...Object.fromEntries(given), views: { ...preferences.views, ...views } },
  };
}
