import { z } from 'zod';
import { currentPassword } from '@/lib/contract/account';
import type { Definition } from '@/lib/contract/endpoint';
import { limits } from '@/lib/contract/limits';
import { text, Timestamp, Uuid } from '@/lib/contract/primitives';

export const TokenScope = z.enum(['read', 'write']).meta({
  id: 'TokenScope',
  description: '`read` allows GET requests. `write` allows all requests except those that require a session.',
});
export type TokenScope = z.infer<typeof TokenScope>;

const personalToken = {
  uuid: Uuid,
  name: z.string(),
  scope: TokenScope,
  client: z.string().nullable().meta({
    description:
      'Program that was connected: `extension`, or the URL that identifies an OAuth client. Null for a token created in the settings.',
  }),
  fetchesPages: z.boolean().meta({
    description: 'Whether pages of new bookmarks are fetched at once on behalf of an assistant.',
  }),
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
  lastUsedAt: Timestamp.nullable().meta({ description: 'Accurate to the minute.' }),
};

export const PersonalToken = z.object(personalToken).meta({ id: 'PersonalToken' });
export type PersonalToken = z.infer<typeof PersonalToken>;

export const PersonalTokens = z.object({ content: z.array(PersonalToken) }).meta({ id: 'PersonalTokens' });

export const CreatedToken = z
  .object({
    ...personalToken,
    token: z.string().meta({ description: 'Secret to send as `Authorization: Bearer`. Returned only once.' }),
  })
  .meta({ id: 'CreatedToken' });

export const CreateTokenInput = z.strictObject({
  currentPassword,
  name: text(limits.nameLength, 1),
  scope: TokenScope,
  expiresAt: Timestamp.nullable().optional().meta({ description: 'If omitted, the token doesn’t expire.' }),
  fetchesPages: z.boolean().optional().meta({
    description:
      'Whether pages of new bookmarks are fetched at once on behalf of an assistant. True if omitted.',
  }),
});

/** Personal access tokens, with which programs access an account. */
export const tokens = {
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
    params: z.object({ uuid: Uuid }),
    responses: { 204: null },
  },
} satisfies Record<string, Definition>;
