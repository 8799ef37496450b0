import { eq, or } from 'drizzle-orm';
import type { Plan } from '@/lib/contract/account';
import { hasFeature, spacesMax, type SwitchedFeature } from '@/lib/domain/plans';
import type { Actor } from '@/provider/actor';
import type { Executor } from '@/provider/db/client';
import { accounts, type AccountRow } from '@/provider/db/schema/accounts';
import type { ProviderConfig } from '@/provider/deps';
import { Problem } from '@/provider/problem';

/**
 * What makes two spellings of an address the same account: compatibility forms and letter case are folded, nothing
 * else. Dots and `+tags` mean what the mail server says they mean.
 */
export const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase();

export interface AdministratorFacts {
  isAdmin: boolean;
  emailKey: string;
  emailVerified: boolean;
}

type Config = Pick<ProviderConfig, 'adminEmail'>;

/** Administrators are marked in their account, or own the configured address and have proved it. */
export const isAdministrator = (facts: AdministratorFacts, { adminEmail }: Config): boolean =>
  facts.isAdmin ||
  (adminEmail !== undefined && facts.emailVerified && facts.emailKey === emailKey(adminEmail));

export const isAccountAdministrator = (
  account: Pick<AccountRow, 'isAdmin' | 'emailKey' | 'emailVerifiedAt'>,
  config: Config,
): boolean =>
  isAdministrator(
    { isAdmin: account.isAdmin, emailKey: account.emailKey, emailVerified: account.emailVerifiedAt !== null },
    config,
  );

type Subject = Pick<Actor, 'plan'>;

/** The plan in force: a self-hosted installation may give everybody the same one. */
export const planInForce = (stored: Plan, config: Pick<ProviderConfig, 'selfHostedPlan'>): Plan =>
  config.selfHostedPlan ?? stored;

/** Whether the plan in force gives a feature. */
export const mayUse = ({ plan }: Subject, feature: SwitchedFeature): boolean => hasFeature(plan, feature);

/** Throws PLAN_REQUIRED, which names the feature, to whom the plan in force does not give it. */
export function requireFeature(actor: Subject, feature: SwitchedFeature): void {
  if (!mayUse(actor, feature)) throw new Problem('PLAN_REQUIRED', { data: { feature } });
}

/** Throws PLAN_REQUIRED where the plan has no room for another space beside so many. */
export function requireRoomForSpace({ plan }: Subject, existing: number): void {
  if (existing >= spacesMax(plan)) throw new Problem('PLAN_REQUIRED', { data: { feature: 'spaces' } });
}

/**
 * Locks the administrators and one more account until the transaction ends, and returns their current rows. Every change
 * that may remove an administrator takes this lock, so the last two cannot be removed at the same time. The rows are
 * locked in the order of their ids.
 */
export function lockAdministrators(
  tx: Executor,
  { adminEmail }: Config,
  accountId: string,
): Promise<AccountRow[]> {
  const isConfigured = adminEmail === undefined ? undefined : eq(accounts.emailKey, emailKey(adminEmail));
  return tx
    .select()
    .from(accounts)
    .where(or(eq(accounts.isAdmin, true), isConfigured, eq(accounts.id, accountId)))
    .orderBy(accounts.id)
    .for('update');
}

/** Whether an account may administer now. */
export const isActiveAdministrator = (account: AccountRow, config: Config): boolean =>
  account.suspendedAt === null && isAccountAdministrator(account, config);
