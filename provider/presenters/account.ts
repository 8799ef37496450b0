import type { z } from 'zod';
import { BookmarkSort, CollectionSort, type Account } from '@/lib/contract/schemas/account';
import type { ProviderConfig } from '@/provider/deps';
import { isAccountAdministrator } from '@/provider/policies/administrator';
import { planInForce } from '@/provider/policies/plan';
import type { AccountRecord } from '@/provider/services/accounts';

// A sort that a later release no longer knows reads as the default, never as an error.
const known = <T extends string>(schema: z.ZodType<T>, stored: string | undefined, fallback: T): T => {
  const parsed = schema.safeParse(stored);
  return parsed.success ? parsed.data : fallback;
};

/** An account as its holder sees it. */
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
      bookmarkSort: known(BookmarkSort, preferences.bookmarkSort, 'created_at-DESC'),
      collectionSort: known(CollectionSort, preferences.collectionSort, 'created_at-DESC'),
    },
    createdAt: account.createdAt.toISOString(),
  };
}
