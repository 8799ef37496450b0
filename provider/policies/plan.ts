import type { Plan } from '@/lib/contract/schemas/account';
import type { Actor } from '@/provider/actor';
import type { ProviderConfig } from '@/provider/deps';
import { Problem } from '@/provider/problem';

/** The plan in force: a self-hosted installation may give everybody the same one. */
export const planInForce = (stored: Plan, config: Pick<ProviderConfig, 'selfHostedPlan'>): Plan =>
  config.selfHostedPlan ?? stored;

/** Throws PLAN_REQUIRED, which names the feature, to whom the plan in force does not give it. */
export function requirePro({ plan }: Pick<Actor, 'plan'>, feature: 'ask' | 'smart' | 'suggestions'): void {
  if (plan !== 'pro') throw new Problem('PLAN_REQUIRED', { data: { feature } });
}
