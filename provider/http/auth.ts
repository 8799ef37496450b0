import { sessionOf } from '@/provider/actor';
import type { Handlers } from '@/provider/http/handler';
import { presentAccount } from '@/provider/presenters/account';
import { presentSignedIn } from '@/provider/presenters/signed-in';
import { forgotPassword, resetPassword } from '@/provider/services/codes/reset-password';
import { resendVerification, verifyEmail } from '@/provider/services/codes/verify-email';
import { register, signIn } from '@/provider/services/sign-in';
import { endSession, rotateSession } from '@/provider/services/sessions';

type AuthCall =
  | 'auth.register'
  | 'auth.verifyEmail'
  | 'auth.resendVerification'
  | 'auth.forgotPassword'
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
    await endSession(deps, sessionOf(actor));
    return { status: 204, body: null };
  },
};
