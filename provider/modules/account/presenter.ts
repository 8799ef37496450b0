import type { z } from 'zod';
import { BookmarkSort, CollectionSort, type Account } from '@/lib/contract/account';
import { ListView, type ListViews } from '@/lib/contract/views';
import type { StoredPreferences } from '@/provider/db/schema/accounts';
import type { ProviderConfig } from '@/provider/deps';
import type { AccountRecord } from '@/provider/modules/account/queries';
import { isAccountAdministrator, planInForce } from '@/provider/policies';

// A stored sort that a later release no longer supports falls back to the default instead of failing.
const parseOr = <T extends string>(schema: z.ZodType<T>, stored: string | undefined, fallback: T): T => {
  const parsed = schema.safeParse(stored);
  return parsed.success ? parsed.data : fallback;
};

/** Like a sort, a view that a later release no longer supports is left out. */
export const presentViews = (stored: StoredPreferences['views'] = []): ListViews =>
  Object.fromEntries(
    stored.filter(({ view }) => ListView.safeParse(view).success).map(({ place, view }) => [place, view]),
  );

/** Converts an account to the response for its holder. */
export function presentAccount(account: AccountRecord, config: ProviderConfig): Account {
  const { preferences } = account;
  return {
    uuid: account.id,
    email: account.email,
    firstName: account.firstName,
    lastName: account.lastName,
    avatar: account.avatar === null ? null : `/v1/account/avatar/${account.avatar}`,
    plan: planInForce(account.plan, config),
    space: account.currentSpaceId,
    emailVerified: account.emailVerifiedAt !== null,
    isAdmin: isAccountAdministrator(account, config),
    hasPassword: account.passwordHash !== null,
    oauth: account.oauth,
    preferences: {
      theme: preferences.theme ?? 'system',
      language: preferences.language ?? null,
      defaultSpace: account.defaultSpaceId,
      bookmarkSort: parseOr(BookmarkSort, preferences.bookmarkSort, 'created_at-DESC'),
      collectionSort: parseOr(CollectionSort, preferences.collectionSort, 'created_at-DESC'),
      rowTags: preferences.rowTags ?? false,
      views: presentViews(preferences.views),
    },
    createdAt: account.createdAt.toISOString(),
  };
}
