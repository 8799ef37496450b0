import type { SignedIn } from '@/lib/contract/schemas/account';
import type { ProviderConfig } from '@/provider/deps';
import type { Handlers } from '@/provider/http/handler';
import { presentAccount } from '@/provider/presenters/account';
import { register, signIn } from '@/provider/services/sign-in';
import { endSession, rotateSession, type SignedInAccount } from '@/provider/services/sessions';

const presentSignedIn = ({ tokens, account }: SignedInAccount, config: ProviderConfig): SignedIn => ({
  status: 'ok',
  tokens: {
    access: { token: tokens.access.token, expires: tokens.access.expires.toISOString() },
    refresh: { token: tokens.refresh.token, expires: tokens.refresh.expires.toISOString() },
  },
  account: presentAccount(account, config),
});

export const auth: Handlers<'auth.register' | 'auth.login' | 'auth.refresh' | 'auth.logout'> = {
  'auth.register': async ({ body, context, deps }) => {
    const account = await register(deps, body, context);
    return { status: 201, body: { status: 'ok', account: presentAccount(account, deps.config) } };
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
    await endSession(deps, actor.sessionId);
    return { status: 204, body: null };
  },
};
