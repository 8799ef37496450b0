import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ListView } from '@/lib/contract/views';
import { byteOrderedText, bytes, descending, time } from './columns';

/** Preferences of an account; absent keys mean the default. */
export interface StoredPreferences {
  theme?: 'light' | 'dark' | 'system';
  language?: 'en' | 'pt-BR';
  defaultSpace?: string;
  bookmarkSort?: string;
  collectionSort?: string;
  rowTags?: boolean;
  /** The one chosen last comes first. */
  views?: StoredView[];
}

interface StoredView {
  /** Id of a space or a collection, or `search`. */
  place: string;
  view: ListView;
}

export const accounts = pgTable(
  'accounts',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull().unique('accounts_email_key_key'),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** Id of the picture; null without one. */
    avatar: text('avatar'),
    plan: text('plan', { enum: ['free', 'pro'] })
      .notNull()
      .default('free'),
    passwordHash: text('password_hash'),
    /** References `spaces`, checked at commit: an account and its first space are inserted in one transaction. */
    currentSpaceId: uuid('current_space_id').notNull(),
    emailVerifiedAt: time('email_verified_at'),
    isAdmin: boolean('is_admin').notNull().default(false),
    suspendedAt: time('suspended_at'),
    preferences: jsonb('preferences').$type<StoredPreferences>().notNull().default({}),
    createdAt: time('created_at').notNull(),
    searchEmail: byteOrderedText('search_email')
      .notNull()
      .generatedAlwaysAs(sql`mw_fold(email)`),
    searchText: byteOrderedText('search_text')
      .notNull()
      .generatedAlwaysAs(sql`mw_fold(email || ' ' || first_name || ' ' || last_name)`),
  },
  (table) => [
    index('accounts_search_idx')
      .using('gin', table.searchEmail.op('gin_trgm_ops'), table.searchText.op('gin_trgm_ops'))
      .with({ fastupdate: false }),
    index('accounts_email_idx').on(table.searchEmail, table.id),
    index('accounts_created_idx').on(table.createdAt, table.id),
    index('accounts_pro_idx')
      .on(table.createdAt, table.id)
      .where(sql`plan = 'pro'`),
    index('accounts_unverified_idx')
      .on(table.createdAt, table.id)
      .where(sql`email_verified_at is null`),
    index('accounts_suspended_idx')
      .on(table.createdAt, table.id)
      .where(sql`suspended_at is not null`),
    index('accounts_admin_idx')
      .on(table.createdAt, table.id)
      .where(sql`is_admin`),
    check('accounts_plan_check', sql`plan in ('free', 'pro')`),
  ],
);
export type AccountRow = typeof accounts.$inferSelect;

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    refreshHash: text('refresh_hash').notNull(),
    rotatedAt: time('rotated_at'),
    userAgent: text('user_agent').notNull().default(''),
    address: text('address').notNull().default(''),
    /** Country of the address (ISO 3166-1), as sent by a trusted proxy; empty if unknown. */
    country: text('country').notNull().default(''),
    createdAt: time('created_at').notNull(),
    lastUsedAt: time('last_used_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    revokedAt: time('revoked_at'),
    /** Hash of the browser's random identifier; empty for a client without one. */
    browser: text('browser').notNull().default(''),
  },
  (table) => [
    primaryKey({ name: 'sessions_pkey', columns: [table.accountId, table.id] }),
    index('sessions_account_idx').on(table.accountId, descending(table.lastUsedAt)),
  ],
);
export type SessionRow = typeof sessions.$inferSelect;

export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  windowStart: time('window_start').notNull(),
  hits: integer('hits').notNull(),
  /** End of the window. */
  expiresAt: time('expires_at')
    .notNull()
    .default(sql`now()`),
});

/**
 * Valid codes, one for each address, purpose and browser, so that one browser cannot use up the attempts of another.
 * `subject` and `hash` are keyed hashes, because plain hashes of six digits could be reversed at once.
 *
 * [Note: Same work for unknown addresses] A code is requested by address. An address without an account gets the same
 * rows, a code and a mail without a recipient, so that neither the response nor its time reveals who has an account.
 */
export const emailCodes = pgTable(
  'email_codes',
  {
    subject: text('subject').notNull(),
    purpose: text('purpose', { enum: ['verification', 'reset', 'newEmail'] }).notNull(),
    /** Hash of the identifier of the requesting browser; empty without one. */
    browser: text('browser').notNull().default(''),
    /** Null for an address without an account. */
    accountId: uuid('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
    tries: smallint('tries').notNull().default(0),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'email_codes_pkey', columns: [table.subject, table.purpose, table.browser] }),
    index('email_codes_expiry_idx').on(table.expiresAt),
    index('email_codes_account_idx').on(table.accountId),
    check('email_codes_purpose_check', sql`purpose in ('verification', 'reset', 'newEmail')`),
  ],
);

/** Mails that are not sent yet. The content is encrypted, because it contains names and codes. */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id'),
    /** Null without a recipient: see [Note: Same work for unknown addresses]. */
    encrypted: bytes('encrypted'),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('mails_account_idx').on(table.accountId)],
);

/** A new picture is a new row, so browsers can cache the URL of a picture indefinitely. */
export const avatars = pgTable('avatars', {
  id: uuid('id').notNull(),
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  bytes: bytes('bytes').notNull(),
  createdAt: time('created_at').notNull(),
});

export const personalTokens = pgTable(
  'personal_tokens',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    scope: text('scope', { enum: ['read', 'write'] }).notNull(),
    hash: text('hash').notNull(),
    /** `extension`, or the URL that identifies an OAuth client; null for a token created in the settings. */
    client: text('client'),
    /** `mcp` restricts the token to `/mcp`. */
    audience: text('audience', { enum: ['api', 'mcp'] })
      .notNull()
      .default('api'),
    fetchesPages: boolean('fetches_pages').notNull().default(true),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at'),
    lastUsedAt: time('last_used_at'),
  },
  (table) => [
    unique('personal_tokens_hash_key').on(table.hash),
    index('personal_tokens_account_idx').on(
      table.accountId,
      descending(table.createdAt),
      descending(table.id),
    ),
    check('personal_tokens_scope_check', sql`scope in ('read', 'write')`),
    check('personal_tokens_audience_check', sql`audience in ('api', 'mcp')`),
  ],
);
export type PersonalTokenRow = typeof personalTokens.$inferSelect;

/** Codes of approved connections, each with the token that it is redeemed for. */
export const connectCodes = pgTable(
  'connect_codes',
  {
    hash: text('hash').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    client: text('client').notNull(),
    /** Where an OAuth client gets the code; empty for the extension. */
    redirectUri: text('redirect_uri').notNull(),
    challenge: text('challenge').notNull(),
    name: text('name').notNull(),
    scope: text('scope', { enum: ['read', 'write'] }).notNull(),
    audience: text('audience', { enum: ['api', 'mcp'] }).notNull(),
    fetchesPages: boolean('fetches_pages').notNull(),
    tokenExpiresAt: time('token_expires_at'),
    expiresAt: time('expires_at').notNull(),
    /** The token of a redeemed code, which another use revokes. It may have been revoked already. */
    tokenId: uuid('token_id'),
  },
  (table) => [
    index('connect_codes_expiry_idx').on(table.expiresAt),
    index('connect_codes_account_idx').on(table.accountId),
    check('connect_codes_scope_check', sql`scope in ('read', 'write')`),
    check('connect_codes_audience_check', sql`audience in ('api', 'mcp')`),
  ],
);
export type ConnectCodeRow = typeof connectCodes.$inferSelect;

/** Calls of assistants by their token. Contains no arguments, results or texts. */
export const tokenCalls = pgTable(
  'token_calls',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    tokenId: uuid('token_id')
      .notNull()
      .references(() => personalTokens.id, { onDelete: 'cascade' }),
    tool: text('tool').notNull(),
    /** Number of returned or changed rows. */
    rows: integer('rows').notNull(),
    /** Code of the problem of a rejected call; null if it succeeded. */
    problem: text('problem'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'token_calls_pkey', columns: [table.accountId, table.id] }),
    index('token_calls_token_idx').on(table.tokenId, descending(table.id)),
    index('token_calls_created_idx').on(table.createdAt),
  ],
);

export const identities = pgTable(
  'identities',
  {
    issuer: text('issuer').notNull(),
    /** The issuer's identifier of the user: an address can change its owner. */
    subject: text('subject').notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    provider: text('provider', { enum: ['google'] }).notNull(),
    email: text('email').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'identities_pkey', columns: [table.issuer, table.subject] }),
    uniqueIndex('identities_account_idx').on(table.accountId, table.provider),
    check('identities_provider_check', sql`provider in ('google')`),
  ],
);

/**
 * Keys of completed writes, so that a repeated request changes nothing. The response is not stored: it would outlive
 * the bookmark that it contains, even one that is encrypted or deleted later.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** The operation and row that the key was used for. */
    target: text('target').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'idempotency_keys_pkey', columns: [table.accountId, table.key] }),
    index('idempotency_keys_created_at').on(table.createdAt),
  ],
);
