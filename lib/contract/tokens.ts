import { z } from 'zod';
import { currentPassword } from '@/lib/contract/account';
import type { Definition } from '@/lib/contract/endpoint';
import { limits } from '@/lib/contract/limits';
import { paged, Pagination, text, Timestamp, Uuid } from '@/lib/contract/primitives';

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

export const TokenCall = z
  .object({
    uuid: Uuid,
    tool: z.string().meta({ description: 'Name of the tool.' }),
    rows: z.int().meta({ description: 'Number of returned or changed rows.' }),
    problem: z.string().nullable().meta({ description: 'Error code. Null if the call succeeded.' }),
    createdAt: Timestamp,
  })
  .meta({ id: 'TokenCall', description: 'Call of an assistant with a token.' });
export type TokenCall = z.infer<typeof TokenCall>;

const TokenCallPage = z
  .object({ content: z.array(TokenCall), pagination: Pagination })
  .meta({ id: 'TokenCallPage' });

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

const byUuid = z.object({ uuid: Uuid });

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
    params: byUuid,
    responses: { 204: null },
  },
  'account.tokenCalls': {
    summary: 'List the calls that assistants made with a personal access token, newest first.',
    sessionOnly: true,
    params: byUuid,
    query: paged({}),
    responses: { 200: TokenCallPage },
  },
  'account.revokeToken': {
    summary: 'Revoke the personal access token of the request. Returns 404 for a session.',
    responses: { 204: null },
    problems: ['NOT_FOUND'],
  },
} satisfies Record<string, Definition>;
