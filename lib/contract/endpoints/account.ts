import type { Definition } from '@/lib/contract/endpoint';
import { Account, UpdateAccountInput, UpdatePreferencesInput } from '@/lib/contract/schemas/account';

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
    responses: { 204: null },
  },
  'account.updatePreferences': {
    summary: 'Change preferences; what is not named stays.',
    body: UpdatePreferencesInput,
    responses: { 200: Account },
    problems: ['SPACE_NOT_FOUND'],
  },
} satisfies Record<string, Definition>;
