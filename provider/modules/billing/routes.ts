import type { Handlers } from '@/provider/middleware/handler';
import { cancelCheckout, readCheckout, startCheckout } from '@/provider/modules/billing/checkout';
import { changeSubscription, openPortal, readBilling } from '@/provider/modules/billing/service';
import { receiveEvent } from '@/provider/modules/billing/webhook';

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
