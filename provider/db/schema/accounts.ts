import {
  boolean,
  customType,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

/** Times are read as Date; the wire prints ISO 8601. */
const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** What an account holder chose; absent keys mean the default. */
export interface StoredPreferences {
  theme?: 'light' | 'dark' | 'system';
  language?: 'en' | 'pt-BR';
  defaultSpace?: string;
  bookmarkSort?: string;
  collectionSort?: string;
}

export const accounts = pgTable('accounts', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  emailKey: text('email_key').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  /** Id of the picture, null without one. */
  avatar: text('avatar'),
  plan: text('plan', { enum: ['free', 'pro'] }).notNull(),
  passwordHash: text('password_hash'),
  currentSpaceId: uuid('current_space_id').notNull(),
  emailVerifiedAt: time('email_verified_at'),
  isAdmin: boolean('is_admin').notNull(),
  suspendedAt: time('suspended_at'),
  preferences: jsonb('preferences').$type<StoredPreferences>().notNull(),
  createdAt: time('created_at').notNull(),
});
export type AccountRow = typeof accounts.$inferSelect;

export const sessions = pgTable('sessions', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  refreshHash: text('refresh_hash').notNull(),
  rotatedAt: time('rotated_at'),
  userAgent: text('user_agent').notNull(),
  address: text('address').notNull(),
  createdAt: time('created_at').notNull(),
  lastUsedAt: time('last_used_at').notNull(),
  expiresAt: time('expires_at').notNull(),
  revokedAt: time('revoked_at'),
  /** Hash of the browser's name; empty without one. */
  browser: text('browser').notNull().default(''),
});
export type SessionRow = typeof sessions.$inferSelect;

export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  windowStart: time('window_start').notNull(),
  hits: integer('hits').notNull(),
});

export const emailCodes = pgTable(
  'email_codes',
  {
    subject: text('subject').notNull(),
    purpose: text('purpose', { enum: ['verification', 'reset', 'newEmail'] }).notNull(),
    /** Hash of the name of the browser that asked; empty without one. */
    browser: text('browser').notNull(),
    /** Null for an address that has no use for a code: see [Note: Same work for nobody]. */
    accountId: uuid('account_id'),
    hash: text('hash').notNull(),
    tries: smallint('tries').notNull(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.purpose, table.browser] })],
);

export const mails = pgTable('mails', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id'),
  /** Null where there is nobody to write to. */
  sealed: bytes('sealed'),
  attempts: smallint('attempts').notNull().default(0),
  createdAt: time('created_at').notNull(),
  dueAt: time('due_at').notNull(),
  expiresAt: time('expires_at').notNull(),
});

export const avatars = pgTable('avatars', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  bytes: bytes('bytes').notNull(),
  createdAt: time('created_at').notNull(),
});

export const personalTokens = pgTable('personal_tokens', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  name: text('name').notNull(),
  scope: text('scope', { enum: ['read', 'write'] }).notNull(),
  hash: text('hash').notNull(),
  createdAt: time('created_at').notNull(),
  expiresAt: time('expires_at'),
  lastUsedAt: time('last_used_at'),
});
export type PersonalTokenRow = typeof personalTokens.$inferSelect;

export const identities = pgTable(
  'identities',
  {
    issuer: text('issuer').notNull(),
    /** The issuer's own number of the person: an address can change hands. */
    subject: text('subject').notNull(),
    accountId: uuid('account_id').notNull(),
    provider: text('provider', { enum: ['google'] }).notNull(),
    email: text('email').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] })],
);
