import type { Definition } from '@/lib/contract/endpoint';
import {
  LoginInput,
  RefreshInput,
  Registered,
  RegisterInput,
  SignedIn,
} from '@/lib/contract/schemas/account';

export const auth = {
  'auth.register': {
    summary: 'Open an account.',
    body: RegisterInput,
    responses: { 201: Registered },
    problems: ['EMAIL_IN_USE'],
  },
  'auth.login': {
    summary: 'Sign in with email and password.',
    body: LoginInput,
    responses: { 200: SignedIn },
    problems: ['INVALID_CREDENTIALS', 'ACCOUNT_SUSPENDED'],
  },
  'auth.refresh': {
    summary: 'Exchange a refresh token for new tokens; a token that was used before ends the session.',
    body: RefreshInput,
    responses: { 200: SignedIn },
    problems: ['ACCOUNT_SUSPENDED'],
  },
  'auth.logout': { summary: 'End the session of the access token.', responses: { 204: null } },
} satisfies Record<string, Definition>;
