import type { Definition } from '@/lib/contract/endpoint';
import { FinishFlowInput, SignInMethods, StartedFlow } from '@/lib/contract/account';
import {
  AskForCodeInput,
  LoginInput,
  RefreshInput,
  Registered,
  RegisterInput,
  ResetPasswordInput,
  SignedIn,
  SignedInByCookie,
  VerifyEmailInput,
} from '@/lib/contract/account';

export const auth = {
  'auth.register': {
    summary: 'Open an account.',
    body: RegisterInput,
    responses: { 201: Registered },
    problems: ['EMAIL_IN_USE'],
  },
  'auth.verifyEmail': {
    summary:
      'Prove an address with the code that was mailed to it. A code is for one use within ten minutes, and five tries.',
    body: VerifyEmailInput,
    responses: { 204: null },
    problems: ['INVALID_CODE'],
  },
  'auth.resendVerification': {
    summary:
      'Mail a new code to an unverified address and void the previous one. The response never reveals whether it exists; once a minute.',
    body: AskForCodeInput,
    responses: { 204: null },
  },
  'auth.forgotPassword': {
    summary:
      'Mail a code for a new password; the one before ends. Answers alike whether the address is known; once a minute.',
    body: AskForCodeInput,
    responses: { 204: null },
  },
  'auth.resetPassword': {
    summary:
      'Set a new password with a mailed code. Every session of the account ends, and by default every other access.',
    body: ResetPasswordInput,
    responses: { 204: null },
    problems: ['INVALID_CODE'],
  },
  'auth.login': {
    summary: 'Sign in with email and password.',
    body: LoginInput,
    responses: { 200: SignedIn },
    throughApp: SignedInByCookie,
    problems: ['INVALID_CREDENTIALS', 'ACCOUNT_SUSPENDED'],
  },
  'auth.refresh': {
    summary: 'Exchange a refresh token for new tokens; a token that was used before ends the session.',
    body: RefreshInput,
    responses: { 200: SignedIn },
    throughApp: SignedInByCookie,
    problems: ['REFRESH_FAILED', 'ACCOUNT_SUSPENDED'],
  },
  'auth.methods': {
    summary: 'The ways to sign in that this installation offers.',
    responses: { 200: SignInMethods },
  },
  'auth.startGoogle': {
    summary: 'Begin to sign in, or up, with Google. Not found where that is not configured.',
    responses: { 200: StartedFlow },
    problems: ['NOT_FOUND', 'OAUTH_FAILED'],
  },
  'auth.finishGoogle': {
    summary: 'End what was begun, with what Google added to the address of /oauth-callback.',
    body: FinishFlowInput,
    responses: { 200: SignedIn },
    throughApp: SignedInByCookie,
    problems: [
      'NOT_FOUND',
      'OAUTH_FAILED',
      'EMAIL_NOT_VERIFIED',
      'DIFFERENT_PROVIDER',
      'EMAIL_IN_USE',
      'ACCOUNT_SUSPENDED',
    ],
  },
  'auth.logout': {
    summary: 'End the session of the access token.',
    sessionOnly: true,
    responses: { 204: null },
  },
} satisfies Record<string, Definition>;
