import type { OperationId } from '@/lib/contract/index';
import type { Actor } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import { countHits, countShared, type RateRule } from '@/provider/services/rate-limit';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** All calls of an account together. Scripts that write one bookmark after the other stay below it. */
const everyCall: RateRule = { max: 6_000, windowMs: minuteMs };

/** Calls that cost more than a few rows, by account. */
const rules: Partial<Record<OperationId, RateRule>> = {
  'bookmarks.metadata': { max: 60, windowMs: minuteMs },
  'bookmarks.content': { max: 30, windowMs: minuteMs },
  'bookmarks.import': { max: 30, windowMs: minuteMs },
  'bookmarks.export': { max: 30, windowMs: minuteMs },
  'account.updateAvatar': { max: 20, windowMs: hourMs },
  'account.delete': { max: 10, windowMs: hourMs },
  'preview.favicon': { max: 600, windowMs: minuteMs },
  'spaces.create': { max: 120, windowMs: minuteMs },
};

/** Counts a call of an account against the rule of all calls, and that of its operation. Throws RATE_LIMITED. */
export async function limitOperation(deps: ProviderDeps, id: OperationId, actor: Actor): Promise<void> {
  await countShared(deps, { key: `calls:${actor.accountId}`, ...everyCall });
  const rule = rules[id];
  if (rule) await countHits(deps, [{ key: `${id}:${actor.accountId}`, ...rule }]);
}
