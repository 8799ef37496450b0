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
  'account.get': { summary: 'Get the account of the token.', responses: { 200: Account } },
  'account.update': {
    summary: 'Change the name or the current space.',
    body: UpdateAccountInput,
    responses: { 200: Account },
    problems: ['SPACE_NOT_FOUND'],
  },
  'account.resendVerification': {
    summary: 'Email a new code to the account’s own address if it isn’t verified. Once a minute.',
    sessionOnly: true,
    responses: { 204: null },
  },
  'account.updatePreferences': {
    summary: 'Change preferences. Omitted fields stay the same.',
    body: UpdatePreferencesInput,
    responses: { 200: Account },
    problems: ['SPACE_NOT_FOUND'],
  },
  'account.updatePassword': {
    summary: 'Change the password. All sessions end, and the caller gets tokens for a new one.',
    sessionOnly: true,
    body: UpdatePasswordInput,
    responses: { 200: SignedIn },
    throughApp: SignedInByCookie,
    problems: ['PASSWORD_REQUIRED'],
  },
  'account.changeEmail': {
    summary: 'Email a code to the new address of the account. Nothing changes yet. Once a minute.',
    sessionOnly: true,
    body: ChangeEmailInput,
    responses: { 204: null },
    problems: ['EMAIL_IN_USE', 'PASSWORD_REQUIRED'],
  },
  'account.confirmEmail': {
    summary: 'Change the account’s email with the code sent to the new address. All other sessions end.',
    sessionOnly: true,
    body: ConfirmEmailInput,
    responses: { 200: Account },
    problems: ['EMAIL_IN_USE', 'INVALID_CODE'],
  },
  'account.delete': {
    summary: 'Delete the account and all its data immediately and permanently.',
    sessionOnly: true,
    body: DeleteAccountInput,
    responses: { 204: null },
    problems: ['ONLY_ADMINISTRATOR'],
  },
  'account.updateAvatar': {
    summary: 'Set the profile picture. It is cropped to a square and stripped of metadata.',
    body: picture,
    responses: { 200: Account },
    problems: ['UNSUPPORTED_MEDIA_TYPE', 'BODY_TOO_LARGE', 'INVALID_IMAGE', 'MALFORMED_REQUEST'],
  },
  'account.deleteAvatar': { summary: 'Remove the profile picture.', responses: { 204: null } },
  'account.avatar': {
    summary: 'Get the profile picture from the path given by the account. It never changes.',
    params: byUuid,
    responses: { 200: { bytes: true, contentTypes: ['image/png'] } },
  },
  'account.linkGoogle': {
    summary:
      'Start connecting Google to this account. It finishes like a sign-in, with a new session and an email.',
    sessionOnly: true,
    body: LinkGoogleInput,
    responses: { 200: StartedFlow },
    problems: ['NOT_FOUND', 'OAUTH_FAILED', 'EMAIL_NOT_VERIFIED', 'SIGN_IN_AGAIN'],
  },
  'account.unlinkOauth': {
    summary: 'Disconnect Google from this account, which then needs a password.',
    sessionOnly: true,
    responses: { 204: null },
    problems: ['PASSWORD_REQUIRED'],
  },
  'account.sessions': {
    summary: 'List the sessions of the account, most recently used first.',
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
    summary: 'List personal access tokens, newest first.',
    sessionOnly: true,
    responses: { 200: PersonalTokens },
  },
  'account.createToken': {
    summary: 'Create a personal access token. It is shown only once.',
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
