import { eq, or } from 'drizzle-orm';
import type { Plan } from '@/lib/contract/account';
import { toAsciiEmail } from '@/lib/contract/email';
import { hasFeature, spacesMax, type SwitchedFeature } from '@/lib/domain/plans';
import type { Actor } from '@/provider/actor';
import type { Executor } from '@/provider/db/client';
import { accounts, type AccountRow } from '@/provider/db/schema/accounts';
import type { ProviderConfig } from '@/provider/deps';
import { Problem } from '@/provider/problem';

/**
 * Returns the key by which addresses are compared: international domains, compatibility forms and letter case are folded,
 * nothing else. The meaning of dots and `+tags` depends on the mail server.
 */
export const emailKey = (email: string): string => toAsciiEmail(email).normalize('NFKC').toLowerCase();

export interface AdministratorFacts {
  isAdmin: boolean;
  emailKey: string;
  emailVerified: boolean;
}

type Config = Pick<ProviderConfig, 'adminEmail'>;

/** Whether an account is marked as administrator, or owns the configured address and has verified it. */
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

/** Returns the effective plan: a self-hosted installation may set one for all accounts. */
export const planInForce = (stored: Plan, config: Pick<ProviderConfig, 'selfHostedPlan'>): Plan =>
  config.selfHostedPlan ?? stored;

/** Whether the effective plan includes a feature. */
export const mayUse = ({ plan }: Subject, feature: SwitchedFeature): boolean => hasFeature(plan, feature);

/** Throws PLAN_REQUIRED, which names the feature, unless the effective plan includes it. */
export function requireFeature(actor: Subject, feature: SwitchedFeature): void {
  if (!mayUse(actor, feature)) throw new Problem('PLAN_REQUIRED', { data: { feature } });
}

/** Throws PLAN_REQUIRED if the plan does not allow another space in addition to the existing ones. */
export function requireRoomForSpace({ plan }: Subject, existing: number): void {
  if (existing >= spacesMax(plan)) throw new Problem('PLAN_REQUIRED', { data: { feature: 'spaces' } });
}

/**
 * Locks the administrators and one more account until the transaction ends, and returns their current rows. Every
 * change that may remove an administrator takes this lock, so that two concurrent changes cannot remove the last two.
 * Rows are locked in the order of their ids.
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

/** Whether an account currently has administrator rights. */
export const isActiveAdministrator = (account: AccountRow, config: Config): boolean =>
  account.suspendedAt === null && isAccountAdministrator(account, config);
