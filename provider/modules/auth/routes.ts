import type { SignedIn } from '@/lib/contract/account';
import { sessionOf } from '@/provider/actor';
import type { ProviderConfig } from '@/provider/deps';
import type { Handlers } from '@/provider/middleware/handler';
import { presentAccount } from '@/provider/modules/account/presenter';
import {
  checkResetCode,
  forgotPassword,
  resendVerification,
  resetPassword,
  verifyEmail,
} from '@/provider/modules/auth/codes';
import { finishGoogle, startGoogle, startLink, unlinkGoogle } from '@/provider/modules/auth/google';
import { endSession, rotateSession, type SignedInAccount } from '@/provider/modules/auth/sessions';
import { register, signIn } from '@/provider/modules/auth/sign-in';
import { planInForce } from '@/provider/policies';

/** Converts the tokens and account of a new session to the response. */
export const presentSignedIn = ({ tokens, account }: SignedInAccount, config: ProviderConfig): SignedIn => ({
  status: 'ok',
  tokens: {
    access: { token: tokens.access.token, expires: tokens.access.expires.toISOString() },
    refresh: { token: tokens.refresh.token, expires: tokens.refresh.expires.toISOString() },
  },
  account: presentAccount(account, config),
});

type AuthCall =
  | 'auth.register'
  | 'auth.verifyEmail'
  | 'auth.resendVerification'
  | 'auth.forgotPassword'
  | 'auth.checkResetCode'
  | 'auth.resetPassword'
  | 'auth.login'
  | 'auth.refresh'
  | 'auth.logout';

export const auth: Handlers<AuthCall> = {
  'auth.register': async ({ body, context, deps }) => {
    const account = await register(deps, body, context);
    return { status: 201, body: { status: 'ok', account: presentAccount(account, deps.config) } };
  },

  'auth.verifyEmail': async ({ body, context, deps }) => {
    await verifyEmail(deps, body, context);
    return { status: 204, body: null };
  },

  'auth.resendVerification': async ({ body, context, deps }) => {
    await resendVerification(deps, body.email, context);
    return { status: 204, body: null };
  },

  'auth.forgotPassword': async ({ body, context, deps }) => {
    await forgotPassword(deps, body.email, context);
    return { status: 204, body: null };
  },

  'auth.checkResetCode': async ({ body, context, deps }) => ({
    status: 200,
    body: await checkResetCode(deps, body, context),
  }),

  'auth.resetPassword': async ({ body, context, deps }) => {
    await resetPassword(deps, body, context);
    return { status: 204, body: null };
  },

  'auth.login': async ({ body, context, deps }) => ({
    status: 200,
    body: presentSignedIn(await signIn(deps, body, context), deps.config),
  }),

  'auth.refresh': async ({ body, context, deps }) => ({
    status: 200,
    body: presentSignedIn(await rotateSession(deps, body.refreshToken, context), deps.config),
  }),

  'auth.logout': async ({ actor, deps }) => {
    await endSession(deps, { accountId: actor.accountId, sessionId: sessionOf(actor) });
    return { status: 204, body: null };
  },
};

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

  'account.linkGoogle': async ({ actor, body, context, deps }) => ({
    status: 200,
    body: await startLink(deps, actor, body.currentPassword, context),
  }),

  'account.unlinkOauth': async ({ actor, deps }) => {
    await unlinkGoogle(deps, actor.accountId);
    return { status: 204, body: null };
  },
};
