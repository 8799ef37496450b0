import type { MutationFunctionContext } from '@tanstack/react-query';
import type { Billing } from '@/lib/contract/billing';
import { endpointMutation } from '@/lib/api/mutation';
import { endpointQuery } from '@/lib/api/endpoint';

// The payment service changes this data at any time, so it is refetched whenever it is shown.
export const billingQueries = {
  /** The plan, the subscription, the prices and the payments of the account. */
  current: () => endpointQuery('billing.get', {}, { staleTime: 0 }),
  /** The state of one checkout. */
  checkout: (uuid: string) => endpointQuery('billing.getCheckout', { params: { uuid } }, { staleTime: 0 }),
};

/** Writes the response of a change to the cache; dependent queries are refetched. */
const showReply = (
  reply: Billing,
  _variables: unknown,
  _rollBack: unknown,
  { client }: MutationFunctionContext,
): void => {
  client.setQueryData(billingQueries.current().queryKey, reply);
};

export const billingMutations = {
  startCheckout: () => endpointMutation('billing.startCheckout'),
  cancelCheckout: () => endpointMutation('billing.cancelCheckout'),
  openPortal: () => endpointMutation('billing.openPortal'),
  pause: () => ({ ...endpointMutation('billing.pause'), onSuccess: showReply }),
  resume: () => ({ ...endpointMutation('billing.resume'), onSuccess: showReply }),
  cancel: () => ({ ...endpointMutation('billing.cancel'), onSuccess: showReply }),
};
