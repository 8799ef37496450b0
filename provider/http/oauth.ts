import type { Handlers } from '@/provider/http/handler';
import { planInForce } from '@/provider/policies/plan';
import { presentSignedIn } from '@/provider/presenters/signed-in';
import { finishGoogle, startGoogle, startLink } from '@/provider/services/oauth/google-sign-in';
import { unlinkGoogle } from '@/provider/services/oauth/resolve-identity';

type Ids =
  'auth.methods' | 'auth.startGoogle' | 'auth.finishGoogle' | 'account.linkGoogle' | 'account.unlinkOauth';

export const oauth: Handlers<Ids> = {
  'auth.methods': ({ deps }) =>
    Promise.resolve({
      status: 200,
      body: {
        password: true,
        google: deps.google !== null,
        plan: planInForce('free', deps.config),
        billing: deps.config.billing,
      },
    }),

  'auth.startGoogle': async ({ context, deps }) => ({ status: 200, body: await startGoogle(deps, context) }),

  'auth.finishGoogle': async ({ body, context, deps }) => ({
    status: 200,
    body: presentSignedIn(await finishGoogle(deps, body, context), deps.config),
  }),

  'account.linkGoogle': async ({ actor, context, deps }) => ({
    status: 200,
    body: await startLink(deps, actor, context),
  }),

  'account.unlinkOauth': async ({ actor, deps }) => {
    await unlinkGoogle(deps, actor.accountId);
    return { status: 204, body: null };
  },
};
