import type { Plan } from '@/lib/contract/schemas/account';
import type { ProviderConfig } from '@/provider/deps';

/** The plan in force: a self-hosted installation may give everybody the same one. */
export const planInForce = (stored: Plan, config: Pick<ProviderConfig, 'selfHostedPlan'>): Plan =>
  config.selfHostedPlan ?? stored;
