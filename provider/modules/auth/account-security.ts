import type { AccountSession } from '@/lib/contract/account';
import type { PersonalToken } from '@/lib/contract/tokens';
import { sessionOf } from '@/provider/actor';
import type { PersonalTokenRow, SessionRow } from '@/provider/db/schema/accounts';
import type { Handlers } from '@/provider/middleware/handler';
import { presentAccount } from '@/provider/modules/account/presenter';
import { resendOwnVerification } from '@/provider/modules/auth/codes';
import { changePassword, confirmNewEmail, requestNewEmail } from '@/provider/modules/auth/credentials';
import {
  describeDevice,
  endSessionById,
  listSessions,
  placeOf,
  withCountries,
} from '@/provider/modules/auth/devices';
import {
  createPersonalToken,
  deletePersonalToken,
  listPersonalTokens,
} from '@/provider/modules/auth/personal-tokens';
import { presentSignedIn } from '@/provider/modules/auth/routes';
import { endSessions } from '@/provider/modules/auth/sessions';
import { listTokenCalls } from '@/provider/modules/auth/token-calls';
import { Problem } from '@/provider/problem';

/** Converts a session to the response for its account holder; the current one is marked. */
const presentSession = (row: SessionRow, currentId: string): AccountSession => ({
  uuid: row.id,
  ...describeDevice(row.userAgent),
  address: row.address,
  country: row.country === '' ? null : row.country,
  place: placeOf(row.address),
  isCurrent: row.id === currentId,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt.toISOString(),
});

/** Converts a personal access token to the response for its holder, without the secret. */
const presentToken = (row: PersonalTokenRow): PersonalToken => ({
  uuid: row.id,
  name: row.name,
  scope: row.scope,
  client: row.client,
  fetchesPages: row.fetchesPages,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

type Ids =
  | 'account.resendVerification'
  | 'account.updatePassword'
  | 'account.changeEmail'
  | 'account.confirmEmail'
  | 'account.sessions'
  | 'account.deleteSession'
  | 'account.deleteSessions'
  | 'account.tokens'
  | 'account.createToken'
  | 'account.deleteToken'
  | 'account.tokenCalls'
  | 'account.revokeToken';

export const accountSecurity: Handlers<Ids> = {
  'account.resendVerification': async ({ actor, context, deps }) => {
    await resendOwnVerification(deps, actor.accountId, context);
    return { status: 204, body: null };
  },

  'account.updatePassword': async ({ actor, body, context, deps }) => ({
    status: 200,
    body: presentSignedIn(await changePassword(deps, actor, body, context), deps.config),
  }),

  'account.changeEmail': async ({ actor, body, context, deps }) => {
    await requestNewEmail(deps, actor, body, context);
    return { status: 204, body: null };
  },

  'account.confirmEmail': async ({ actor, body, context, deps }) => ({
    status: 200,
    body: presentAccount(await confirmNewEmail(deps, actor, body, context), deps.config),
  }),

  'account.sessions': async ({ actor, deps }) => {
    const rows = await withCountries(deps, await listSessions(deps, actor.accountId));
    return { status: 200, body: { content: rows.map((row) => presentSession(row, sessionOf(actor))) } };
  },

  'account.deleteSession': async ({ actor, params, deps }) => {
    if (!(await endSessionById(deps, actor.accountId, params.uuid))) throw new Problem('NOT_FOUND');
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

  'account.tokenCalls': async ({ actor, params, query, deps }) => ({
    status: 200,
    body: await listTokenCalls(deps, actor, params.uuid, query),
  }),

  'account.revokeToken': async ({ actor, deps }) => {
    const id = actor.token?.id ?? null;
    if (id === null || !(await deletePersonalToken(deps, actor.accountId, id)))
      throw new Problem('NOT_FOUND');
    return { status: 204, body: null };
  },
};
