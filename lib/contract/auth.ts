import type { Definition } from '@/lib/contract/endpoint';
import { FinishFlowInput, SignInMethods, StartedFlow } from '@/lib/contract/account';
import {
  AskForCodeInput,
  LoginInput,
  RefreshInput,
  Registered,
  RegisterInput,
  ResetPasswordInput,
  ResettableAccess,
  SignedIn,
  SignedInByCookie,
  VerifyEmailInput,
} from '@/lib/contract/account';

export const auth = {
  'auth.register': {
    summary: 'Create an account.',
    body: RegisterInput,
    responses: { 201: Registered },
    problems: ['EMAIL_IN_USE'],
  },
  'auth.verifyEmail': {
    summary:
      'Verify an email address with the code sent to it. A code works once, within 10 minutes and five attempts.',
    body: VerifyEmailInput,
    responses: { 204: null },
    problems: ['INVALID_CODE'],
  },
  'auth.resendVerification': {
    summary:
      'Email a new code to an unverified address; the previous one stops working. The response is the same for any address. Once a minute.',
    body: AskForCodeInput,
    responses: { 204: null },
  },
  'auth.forgotPassword': {
    summary:
      'Email a code for a new password; the previous one stops working. The response is the same for any address. Once a minute.',
    body: AskForCodeInput,
    responses: { 204: null },
  },
  'auth.checkResetCode': {
    summary:
      'Check an emailed code for a new password without using it up, and get the other access that a new password revokes. A wrong code counts as an attempt.',
    body: VerifyEmailInput,
    responses: { 200: ResettableAccess },
    problems: ['INVALID_CODE'],
  },
  'auth.resetPassword': {
    summary:
      'Set a new password with an emailed code. All sessions end and, by default, all other access is revoked.',
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
    summary: 'Exchange a refresh token for new tokens. Using a token twice ends the session.',
    body: RefreshInput,
    responses: { 200: SignedIn },
    throughApp: SignedInByCookie,
    problems: ['REFRESH_FAILED', 'ACCOUNT_SUSPENDED'],
  },
  'auth.methods': {
    summary: 'List the sign-in methods of this installation.',
    responses: { 200: SignInMethods },
  },
  'auth.startGoogle': {
    summary: 'Start signing in or signing up with Google. Returns 404 if Google isn’t configured.',
    responses: { 200: StartedFlow },
    problems: ['NOT_FOUND', 'OAUTH_FAILED'],
  },
  'auth.finishGoogle': {
    summary: 'Finish signing in with the parameters that Google added to /oauth-callback.',
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
