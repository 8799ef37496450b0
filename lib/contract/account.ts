import { z } from 'zod';
import type { Bytes, Definition } from '@/lib/contract/endpoint';
import { bookmarkSorts, collectionSorts } from '@/lib/contract/sorts';
import { limits } from '@/lib/contract/limits';
import { serviceLimits } from '@/lib/contract/service-limits';
import { Code, Email, Password, text, Timestamp, Uuid } from '@/lib/contract/primitives';
import { ListViews } from '@/lib/contract/views';

export const Plan = z.enum(['free', 'pro']);
export type Plan = z.infer<typeof Plan>;

export const Theme = z.enum(['light', 'dark', 'system']);
export type Theme = z.infer<typeof Theme>;

export const Language = z.enum(['en', 'pt-BR']);
export type Language = z.infer<typeof Language>;

export const BookmarkSort = z.enum(bookmarkSorts);
export type BookmarkSort = z.infer<typeof BookmarkSort>;

export const CollectionSort = z.enum(collectionSorts);
export type CollectionSort = z.infer<typeof CollectionSort>;

export const Preferences = z
  .object({
    theme: Theme,
    language: Language.nullable().meta({ description: 'Null until a language is chosen.' }),
    defaultSpace: Uuid.nullable(),
    bookmarkSort: BookmarkSort,
    collectionSort: CollectionSort,
    rowTags: z
      .boolean()
      .meta({ description: 'Whether lists without a chosen view show the tags of each bookmark.' }),
    views: ListViews,
  })
  .meta({ id: 'Preferences' });
export type Preferences = z.infer<typeof Preferences>;

export const Account = z
  .object({
    uuid: Uuid,
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    avatar: z.string().nullable().meta({
      description:
        'Path of the profile picture. It changes with every new picture, so responses can be cached indefinitely.',
    }),
    plan: Plan,
    space: Uuid.meta({ description: 'UUID of the current space.' }),
    emailVerified: z.boolean(),
    isAdmin: z.boolean(),
    hasPassword: z.boolean(),
    oauth: z.array(z.object({ provider: z.string(), email: z.string() })),
    preferences: Preferences,
    createdAt: Timestamp,
  })
  .meta({ id: 'Account' });
export type Account = z.infer<typeof Account>;

const personName = text(limits.nameLength, 1);

const withNameSpellings = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { firstname, lastname, ...rest } = value as Record<string, unknown>;
  return {
    ...(firstname === undefined ? {} : { firstName: firstname }),
    ...(lastname === undefined ? {} : { lastName: lastname }),
    ...rest,
  };
};

/** Accepts the old spelling of the two name fields as well; the types contain only the new one. */
const withOlderSpelling = <T extends z.ZodType>(schema: T) =>
  z.preprocess(withNameSpellings, schema) as unknown as z.ZodType<z.output<T>, z.input<T>>;

export const RegisterInput = withOlderSpelling(
  z.strictObject({
    firstName: personName,
    lastName: personName,
    email: Email,
    password: Password,
    plan: Plan.optional().meta({
      description: 'Plan selected before sign-up. Has no effect on its own.',
    }),
  }),
);

export const LoginInput = z.strictObject({
  email: text(limits.emailLength * 2),
  password: text(limits.passwordMaxLength),
});

/** The address to send a code to. Any text is accepted; an invalid address is treated like an unknown one. */
export const AskForCodeInput = z.strictObject({ email: text(limits.emailLength * 2) });

export const VerifyEmailInput = z.strictObject({ email: text(limits.emailLength * 2), code: Code });

export const ResettableAccess = z
  .object({
    tokens: z.int().meta({ description: 'Number of personal access tokens.' }),
    google: z.boolean().meta({ description: 'Whether Google would be disconnected.' }),
  })
  .meta({ id: 'ResettableAccess' });

export const ResetPasswordInput = z.strictObject({
  email: text(limits.emailLength * 2),
  code: Code,
  password: Password,
  keepAccess: z.boolean().optional().meta({
    description:
      'Keep personal access tokens and the connected Google account. By default, tokens are revoked, and Google is disconnected if the account already had a password.',
  }),
});

export const RefreshInput = z.strictObject({ refreshToken: text(500, 1) });

const Token = z.object({ token: z.string(), expires: Timestamp });

export const SignedIn = z
  .object({ status: z.literal('ok'), tokens: z.object({ access: Token, refresh: Token }), account: Account })
  .meta({ id: 'SignedIn', description: 'Returned when the service is called directly.' });
export type SignedIn = z.infer<typeof SignedIn>;

/** The response that a browser receives instead: the tokens are in an httpOnly cookie. */
export const SignedInByCookie = z
  .object({
    status: z.literal('ok'),
    account: Account,
    session: z.object({ expires: Timestamp, isAdmin: z.boolean() }),
  })
  .meta({
    id: 'SignedInByCookie',
    description:
      'Returned when the service is called through the app, which keeps the tokens in an httpOnly cookie.',
  });
export type SignedInByCookie = z.infer<typeof SignedInByCookie>;

export const Registered = z.object({ status: z.literal('ok'), account: Account }).meta({ id: 'Registered' });

export const UpdateAccountInput = withOlderSpelling(
  z.strictObject({
    firstName: personName.optional(),
    lastName: personName.optional(),
    space: Uuid.optional(),
  }),
);

export const UpdatePreferencesInput = z.strictObject({
  theme: Theme.optional(),
  language: Language.optional(),
  defaultSpace: Uuid.optional(),
  bookmarkSort: BookmarkSort.optional(),
  collectionSort: CollectionSort.optional(),
  rowTags: z.boolean().optional(),
  views: ListViews.optional(),
});

export const UpdatePasswordInput = z.strictObject({
  currentPassword: text(limits.passwordMaxLength),
  password: Password,
});

export const DeleteAccountInput = z.strictObject({
  email: text(limits.emailLength * 2).meta({ description: 'Email of the account, exactly as stored.' }),
});

export const ChangeEmailInput = z.strictObject({
  email: Email,
  currentPassword: text(limits.passwordMaxLength),
});

export const ConfirmEmailInput = z.strictObject({ email: Email, code: Code });

/** A session of one browser or program, as shown to the account holder. */
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
    address: z.string().meta({ description: 'IP address of the last use. Empty if unknown.' }),
    country: z
      .string()
      .nullable()
      .meta({ description: 'Country of the address (ISO 3166-1). Null if unknown.', examples: ['BR'] }),
    place: z.enum(['device', 'local', 'internet', 'unknown']).meta({
      description: 'Location of the address: `device` is the server’s own computer, `local` is its network.',
    }),
    isCurrent: z.boolean(),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.meta({ description: 'Accurate to the minute.' }),
  })
  .meta({ id: 'Session' });
export type AccountSession = z.infer<typeof AccountSession>;

export const AccountSessions = z.object({ content: z.array(AccountSession) }).meta({ id: 'Sessions' });

/** Confirms a request that would give others access to the account. */
export const currentPassword = text(limits.passwordMaxLength).optional().meta({
  description:
    'Required if the account has a password. Otherwise, the session must have started in the last 10 minutes.',
});

export const LinkGoogleInput = z.strictObject({ currentPassword });

export const SignInMethods = z
  .object({
    password: z.boolean(),
    google: z.boolean(),
    plan: Plan.meta({ description: 'Plan of new accounts.' }),
    billing: z.boolean().meta({ description: 'Whether payments are set up on this installation.' }),
  })
  .meta({ id: 'SignInMethods' });

export const StartedFlow = z
  .object({
    url: z.string().meta({ description: 'URL to open in the browser. It redirects to `/oauth-callback`.' }),
    flow: z.string().optional().meta({
      description: 'State to send back with the code. Browsers receive it as a cookie instead.',
    }),
  })
  .meta({ id: 'StartedFlow' });

export const FinishFlowInput = z.strictObject({
  code: text(4_000, 1),
  state: text(400, 1),
  iss: text(limits.urlLength).optional(),
  flow: text(4_000).optional(),
});

const byUuid = z.object({ uuid: Uuid });

const picture = {
  bytes: true,
  contentTypes: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
  maxBytes: serviceLimits.avatarBytes,
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
    summary:
      'Get the profile picture at the path returned with the account. The content of a path never changes.',
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
    summary: 'Disconnect Google from this account, which must have a password.',
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
} satisfies Record<string, Definition>;
