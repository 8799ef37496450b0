import { sessionOf } from '@/provider/actor';
import type { Handlers } from '@/provider/http/handler';
import { presentAccount } from '@/provider/presenters/account';
import { presentSession, presentToken } from '@/provider/presenters/account-security';
import { presentSignedIn } from '@/provider/presenters/signed-in';
import { Problem } from '@/provider/problem';
import { askForNewEmail, confirmNewEmail } from '@/provider/services/account/change-email';
import { changePassword } from '@/provider/services/account/change-password';
import { deleteAccount } from '@/provider/services/account/delete-account';
import { endOwnSession, listSessions } from '@/provider/services/account/list-sessions';
import {
  createPersonalToken,
  deletePersonalToken,
  listPersonalTokens,
} from '@/provider/services/account/personal-tokens';
import { endSessions } from '@/provider/services/sessions';

type Ids =
  | 'account.updatePassword'
  | 'account.changeEmail'
  | 'account.confirmEmail'
  | 'account.delete'
  | 'account.sessions'
  | 'account.deleteSession'
  | 'account.deleteSessions'
  | 'account.tokens'
  | 'account.createToken'
  | 'account.deleteToken';

export const accountSecurity: Handlers<Ids> = {
  'account.updatePassword': async ({ actor, body, context, deps }) => ({
    status: 200,
    body: presentSignedIn(await changePassword(deps, actor, body, context), deps.config),
  }),

  'account.changeEmail': async ({ actor, body, context, deps }) => {
    await askForNewEmail(deps, actor, body, context);
    return { status: 204, body: null };
  },

  'account.confirmEmail': async ({ actor, body, context, deps }) => ({
    status: 200,
    body: presentAccount(await confirmNewEmail(deps, actor, body, context), deps.config),
  }),

  'account.delete': async ({ actor, body, context, deps }) => {
    await deleteAccount(deps, actor.accountId, body.email, context);
    return { status: 204, body: null };
  },

  'account.sessions': async ({ actor, deps }) => {
    const rows = await listSessions(deps, actor.accountId);
    return { status: 200, body: { content: rows.map((row) => presentSession(row, sessionOf(actor))) } };
  },

  'account.deleteSession': async ({ actor, params, deps }) => {
    if (!(await endOwnSession(deps, actor.accountId, params.uuid))) throw new Problem('NOT_FOUND');
    return { status: 204, body: null };
  },

  'account.deleteSessions': async ({ actor, deps }) => {
    await endSessions(deps.db, deps, actor.accountId, sessionOf(actor));
    return { status: 204, body: null };
  },

  'account.tokens': async ({ actor, deps }) => {
    const rows = await listPersonalTokens(deps, actor.accountId);
    return { status: 200, body: { content: rows.map(presentToken) } };
  },

  'account.createToken': async ({ actor, body, context, deps }) => {
    const { row, token } = await createPersonalToken(deps, actor, body, context);
    return { status: 201, body: { ...presentToken(row), token } };
  },

  'account.deleteToken': async ({ actor, params, deps }) => {
    if (!(await deletePersonalToken(deps, actor.accountId, params.uuid))) throw new Problem('NOT_FOUND');
    return { status: 204, body: null };
  },
};
