import { z } from 'zod';
import { limits } from '@/lib/contract/limits';
import { text, Timestamp, Uuid } from '@/lib/contract/primitives';
import { Plan } from '@/lib/contract/schemas/account';

/** One sign-in of one browser or program, as its account holder sees it. */
export const AccountSession = z
  .object({
    uuid: Uuid,
    browser: z
      .string()
      .nullable()
      .meta({ examples: ['Firefox'] }),
    system: z
      .string()
      .nullable()
      .meta({ examples: ['Windows'] }),
    device: z.enum(['computer', 'phone', 'tablet', 'other']),
    address: z.string().meta({ description: 'Where it was signed in from; empty when unknown.' }),
    place: z
      .enum(['device', 'local', 'internet', 'unknown'])
      .meta({ description: "Where that address is: the server's own machine, its network, or elsewhere." }),
    isCurrent: z.boolean(),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.meta({ description: 'To the minute.' }),
  })
  .meta({ id: 'Session' });
export type AccountSession = z.infer<typeof AccountSession>;

export const AccountSessions = z.object({ content: z.array(AccountSession) }).meta({ id: 'Sessions' });

export const TokenScope = z.enum(['read', 'write']).meta({
  id: 'TokenScope',
  description:
    '`read` takes calls of GET; `write` takes the others too, except those that are for sessions only.',
});
export type TokenScope = z.infer<typeof TokenScope>;

const personalToken = {
  uuid: Uuid,
  name: z.string(),
  scope: TokenScope,
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
  lastUsedAt: Timestamp.nullable().meta({ description: 'To the minute.' }),
};

export const PersonalToken = z.object(personalToken).meta({ id: 'PersonalToken' });
export type PersonalToken = z.infer<typeof PersonalToken>;

export const PersonalTokens = z.object({ content: z.array(PersonalToken) }).meta({ id: 'PersonalTokens' });

export const CreatedToken = z
  .object({
    ...personalToken,
    token: z.string().meta({ description: 'For `Authorization: Bearer`. It is told here and never again.' }),
  })
  .meta({ id: 'CreatedToken' });

export const CreateTokenInput = z.strictObject({
  name: text(limits.nameLength, 1),
  scope: TokenScope,
  expiresAt: Timestamp.nullable().optional().meta({ description: 'Without it the token does not expire.' }),
});

export const SignInMethods = z
  .object({
    password: z.boolean(),
    google: z.boolean(),
    plan: Plan.meta({ description: 'The plan of a new account before anything is paid.' }),
    billing: z.boolean().meta({ description: 'Whether Pro can be bought here.' }),
  })
  .meta({ id: 'SignInMethods' });

export const StartedFlow = z
  .object({
    url: z.string().meta({ description: 'Where to send the browser. It comes back to /oauth-callback.' }),
    flow: z.string().optional().meta({
      description: 'To be sent back with the code. To a browser it is a cookie and does not stand here.',
    }),
  })
  .meta({ id: 'StartedFlow' });

export const FinishFlowInput = z.strictObject({
  code: text(4_000, 1),
  state: text(400, 1),
  iss: text(limits.urlLength).optional(),
  flow: text(4_000).optional(),
});
