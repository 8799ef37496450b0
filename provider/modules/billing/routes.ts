import { serviceLimits } from '@/lib/contract/service-limits';
import type { ProviderDeps } from '@/provider/deps';
import { readBytes } from '@/provider/middleware/body';
import type { Handlers } from '@/provider/middleware/handler';
import { cancelCheckout, readCheckout, startCheckout } from '@/provider/modules/billing/checkout';
import { findAccountOfCustomer, hasEvent } from '@/provider/modules/billing/queries';
import {
  changeSubscription,
  openPortal,
  readBilling,
  requirePayments,
} from '@/provider/modules/billing/service';
import { syncBilling } from '@/provider/modules/billing/sync';
import { Problem } from '@/provider/problem';

type Ids =
  | 'billing.get'
  | 'billing.startCheckout'
  | 'billing.getCheckout'
  | 'billing.cancelCheckout'
  | 'billing.openPortal'
  | 'billing.pause'
  | 'billing.resume'
  | 'billing.cancel'
  | 'billing.webhook';

export const billing: Handlers<Ids> = {
  'billing.get': async ({ actor, context, deps }) => ({
    status: 200,
    body: await readBilling(deps, actor, context),
  }),

  'billing.startCheckout': async ({ actor, body, context, deps }) => ({
    status: 200,
    body: await startCheckout(deps, actor, body.cycle, context),
  }),

  'billing.getCheckout': async ({ actor, params, deps }) => ({
    status: 200,
    body: await readCheckout(deps, actor, params.uuid),
  }),

  'billing.cancelCheckout': async ({ actor, params, deps }) => ({
    status: 200,
    body: await cancelCheckout(deps, actor, params.uuid),
  }),

  'billing.openPortal': async ({ actor, context, deps }) => ({
    status: 200,
    body: { url: await openPortal(deps, actor, context) },
  }),

  'billing.pause': async ({ actor, context, deps }) => ({
    status: 200,
    body: await changeSubscription(deps, actor, 'pause', context),
  }),

  'billing.resume': async ({ actor, context, deps }) => ({
    status: 200,
    body: await changeSubscription(deps, actor, 'resume', context),
  }),

  'billing.cancel': async ({ actor, context, deps }) => ({
    status: 200,
    body: await changeSubscription(deps, actor, 'cancelAtPeriodEnd', context),
  }),

  'billing.webhook': async ({ request, deps }) => {
    await receiveEvent(deps, request);
    return { status: 200, body: null };
  },
};

/** Events that can change the stored state. All others are accepted and ignored. */
const relevantEvents = /^(?:checkout\.session|customer\.subscription|customer\.deleted|invoice|charge)\b/;

/**
 * Handles a Stripe event. The signature covers the raw bytes of the body. After an error, Stripe retries the event.
 * Throws BILLING_DISABLED, INVALID_SIGNATURE, BODY_TOO_LARGE or PAYMENTS_UNAVAILABLE.
 */
async function receiveEvent(deps: ProviderDeps, request: Request): Promise<void> {
  const payments = requirePayments(deps);
  const { db, clock, log } = deps;
  const signature = request.headers.get('stripe-signature');
  if (signature === null || request.body === null) throw new Problem('INVALID_SIGNATURE');
  const body = await readBytes(request.body, serviceLimits.bodyBytes, 0);
  const event = await payments.readEvent(body, signature, clock());
  if (!event) {
    log.warn({}, 'an event with an invalid signature was rejected');
    throw new Problem('INVALID_SIGNATURE');
  }
  const { id, type, customerId } = event;
  if (!relevantEvents.test(type) || customerId === null) return;
  const accountId = await findAccountOfCustomer(db, customerId);
  if (accountId === null) {
    // It belongs to a deleted account, or to another product of the same Stripe account.
    log.info({ event: id, type }, 'an event concerns no account');
    return;
  }
  if (await hasEvent(db, accountId, id)) return;
  await syncBilling(deps, payments, accountId, { event });
}
