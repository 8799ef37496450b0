import { z } from 'zod';
import type { Bytes, Definition } from '@/lib/contract/endpoint';
import { limits } from '@/lib/contract/limits';
import { Uuid } from '@/lib/contract/primitives';
import {
  Account,
  ChangeEmailInput,
  ConfirmEmailInput,
  DeleteAccountInput,
  SignedIn,
  SignedInByCookie,
  UpdateAccountInput,
  UpdatePasswordInput,
  UpdatePreferencesInput,
} from '@/lib/contract/account';
import {
  AccountSessions,
  CreatedToken,
  CreateTokenInput,
  LinkGoogleInput,
  PersonalTokens,
  StartedFlow,
} from '@/lib/contract/account';

const byUuid = z.object({ uuid: Uuid });

const picture = {
  bytes: true,
  contentTypes: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
  maxBytes: limits.avatarBytes,
} as const satisfies Bytes;

export const account = {
  'account.get': { summary: 'The account of the token.', responses: { 200: Account } },
  'account.update': {
    summary: 'Change the names, or the space in use.',
    body: UpdateAccountInput,
    responses: { 200: Account },
    problems: ['SPACE_NOT_FOUND'],
  },
  'account.resendVerification': {
    summary: "Mail a new code to the account's own address, unless it is verified; once a minute.",
    sessionOnly: true,
    responses: { 204: null },
  },
  'account.updatePreferences': {
    summary: 'Change preferences; what is not named stays.',
    body: UpdatePreferencesInput,
    responses: { 200: Account },
    problems: ['SPACE_NOT_FOUND'],
  },
  'account.updatePassword': {
    summary:
      'Change the password. Every session of the account ends; the caller gets the tokens of a new one.',
    sessionOnly: true,
    body: UpdatePasswordInput,
    responses: { 200: SignedIn },
    throughApp: SignedInByCookie,
    problems: ['PASSWORD_REQUIRED'],
  },
  'account.changeEmail': {
    summary: 'Mail a code to the address that the account is to move to; once a minute. Nothing changes yet.',
    sessionOnly: true,
    body: ChangeEmailInput,
    responses: { 204: null },
    problems: ['EMAIL_IN_USE', 'PASSWORD_REQUIRED'],
  },
  'account.confirmEmail': {
    summary:
      'Move the account to a new address with the code that was mailed there. Every other session ends.',
    sessionOnly: true,
    body: ConfirmEmailInput,
    responses: { 200: Account },
    problems: ['EMAIL_IN_USE', 'INVALID_CODE'],
  },
  'account.delete': {
    summary: 'Delete the account with everything that belongs to it, at once and for good.',
    sessionOnly: true,
    body: DeleteAccountInput,
    responses: { 204: null },
    problems: ['ONLY_ADMINISTRATOR'],
  },
  'account.updateAvatar': {
    summary: 'Set the picture of the account. It is cropped to a square and re-encoded without metadata.',
    body: picture,
    responses: { 200: Account },
    problems: ['UNSUPPORTED_MEDIA_TYPE', 'BODY_TOO_LARGE', 'INVALID_IMAGE', 'MALFORMED_REQUEST'],
  },
  'account.deleteAvatar': { summary: 'Take the picture away.', responses: { 204: null } },
  'account.avatar': {
    summary: "The account's own picture, by the path that the account tells. It never changes.",
    params: byUuid,
    responses: { 200: { bytes: true, contentTypes: ['image/png'] } },
  },
  'account.linkGoogle': {
    summary: 'Begin to link Google to this account. It ends like a sign-in, with a new session and a mail.',
    sessionOnly: true,
    body: LinkGoogleInput,
    responses: { 200: StartedFlow },
    problems: ['NOT_FOUND', 'OAUTH_FAILED', 'EMAIL_NOT_VERIFIED', 'SIGN_IN_AGAIN'],
  },
  'account.unlinkOauth': {
    summary: 'Take Google away from this account, which then needs a password.',
    sessionOnly: true,
    responses: { 204: null },
    problems: ['PASSWORD_REQUIRED'],
  },
  'account.sessions': {
    summary: 'Where the account is signed in, used last first.',
    sessionOnly: true,
    responses: { 200: AccountSessions },
  },
  'account.deleteSessions': {
    summary: 'Sign out everywhere else.',
    sessionOnly: true,
    responses: { 204: null },
  },
  'account.deleteSession': {
    summary: 'Sign out one session.',
    sessionOnly: true,
    params: byUuid,
    responses: { 204: null },
  },
  'account.tokens': {
    summary: 'Personal access tokens, newest first.',
    sessionOnly: true,
    responses: { 200: PersonalTokens },
  },
  'account.createToken': {
    summary: 'Create a personal access token. It is returned once.',
    sessionOnly: true,
    body: CreateTokenInput,
    responses: { 201: CreatedToken },
    problems: ['EMAIL_NOT_VERIFIED', 'SIGN_IN_AGAIN', 'TOO_MANY_TOKENS'],
  },
  'account.deleteToken': {
    summary: 'Revoke a personal access token.',
    sessionOnly: true,
    params: byUuid,
    responses: { 204: null },
  },
} satisfies Record<string, Definition>;
