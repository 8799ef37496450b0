import { z } from 'zod';
import { currentPassword, Plan } from '@/lib/contract/account';
import type { Definition } from '@/lib/contract/endpoint';
import { limits } from '@/lib/contract/limits';
import { text, Timestamp, Uuid } from '@/lib/contract/primitives';
import { TokenScope } from '@/lib/contract/tokens';

/** The S256 challenge of a verifier (RFC 7636): 32 bytes in base64url. */
const Challenge = z
  .string()
  .regex(/^[\w-]{43}$/)
  .meta({ description: 'SHA-256 of the verifier in base64url without padding (RFC 7636, `S256`).' });

const oauthUrlLength = 2_000;

const ClientId = text(oauthUrlLength, 1).meta({
  description: 'The program that asks for access: `extension`, or the URL that identifies an OAuth client.',
});

const RedirectUri = text(oauthUrlLength, 1).meta({
  description: 'Address at which an OAuth client gets its code.',
});

export const ApproveConnectInput = z.strictObject({
  currentPassword,
  client: ClientId,
  name: text(limits.nameLength, 1).meta({
    description:
      'Name of the token in the settings. That of an OAuth client comes from its metadata document.',
  }),
  scope: TokenScope,
  fetchesPages: z.boolean().optional().meta({
    description:
      'Whether pages of new bookmarks are fetched at once on behalf of an assistant. If omitted, only for the extension.',
  }),
  challenge: Challenge,
  expiresAt: Timestamp.nullable().meta({ description: 'When the token expires. Null if it doesn’t.' }),
  redirectUri: RedirectUri.optional(),
  resource: text(oauthUrlLength).optional().meta({
    description: 'What the token of an OAuth client is for (RFC 8707). If omitted, `/mcp`.',
  }),
});

export const ConnectCode = z
  .object({
    code: z.string().meta({ description: 'Works once, within 5 minutes, with the verifier.' }),
  })
  .meta({ id: 'ConnectCode' });

export const RedeemConnectInput = z.strictObject({
  code: text(200, 1),
  verifier: text(200, 1).meta({
    description: 'Random text of 43 to 128 characters, whose challenge was approved (RFC 7636).',
  }),
});

export const Connected = z
  .object({
    token: z.string().meta({ description: 'Secret to send as `Authorization: Bearer`. Returned only once.' }),
    name: z.string(),
    scope: TokenScope,
    expiresAt: Timestamp.nullable(),
    account: z.object({ uuid: Uuid, name: z.string(), email: z.string(), plan: Plan }),
  })
  .meta({ id: 'Connected' });
export type Connected = z.infer<typeof Connected>;

/**
 * Connecting a program without pasting a token: the page `/connect` asks the account holder and gets a code, which the
 * program redeems with its verifier.
 */
export const connect = {
  'account.connectClient': {
    summary: 'Get the name of an OAuth client that asks for access, from its metadata document.',
    sessionOnly: true,
    query: z.object({ client: ClientId, redirectUri: RedirectUri }),
    responses: { 200: z.object({ name: z.string() }) },
    problems: ['CLIENT_UNKNOWN', 'REDIRECT_MISMATCH'],
  },
  'account.approveConnect': {
    summary: 'Allow a program to access the account, and get the code that it redeems for a token.',
    sessionOnly: true,
    body: ApproveConnectInput,
    responses: { 201: ConnectCode },
    problems: [
      'EMAIL_NOT_VERIFIED',
      'SIGN_IN_AGAIN',
      'TOO_MANY_TOKENS',
      'CLIENT_UNKNOWN',
      'REDIRECT_MISMATCH',
    ],
  },
  'auth.redeemConnect': {
    summary:
      'Redeem the code of an approved connection for a token. Using a code twice revokes the token that it gave.',
    body: RedeemConnectInput,
    responses: { 201: Connected },
    problems: ['CONNECT_FAILED'],
  },
} satisfies Record<string, Definition>;
