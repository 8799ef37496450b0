import { searchExpression, searchTiers } from '@/lib/domain/search-terms';
import type { Parameters } from '@/provider/services/listing/parameters';

export const lastTier = searchTiers.length;

/** Words that are counted in the sample and may be looked up in the index. */
const countedMax = 8;

/** The words of a query that are counted: the longest, in a fixed order. */
export const countedWords = (words: readonly string[]): string[] =>
  [...words].sort((a, b) => b.length - a.length).slice(0, countedMax);

/** Conditions of a query on `search` of `b`, whose operands are parameters of the statement. */
export class Expressions {
  constructor(
    private readonly words: readonly string[],
    private readonly parameters: Parameters,
  ) {}

  /** Every word stands in the fields of this tier. */
  inTier(tier: number): string {
    return this.has(this.words, tier);
  }

  /** As good as this tier and no better. */
  inTierOnly(tier: number): string {
    return tier === 1 ? this.inTier(1) : `${this.inTier(tier)} and not ${this.inTier(tier - 1)}`;
  }

  /** Some of the words stand in the fields of a tier. */
  has(words: readonly string[], tier: number): string {
    return `b.search @@ ${this.parameters.add(searchExpression(words, searchTiers[tier - 1] ?? ''))}::tsquery`;
  }

  /** The tier of a row that is a hit. */
  tier(): string {
    const better = searchTiers
      .slice(0, -1)
      .map((_, index) => `when ${this.inTier(index + 1)} then ${index + 1}`);
    return `case ${better.join(' ')} else ${lastTier} end`;
  }
}

/**
 * A condition that the planner must not use an index for. It takes it for a coin toss, which is also right: what is
 * checked this way is frequent.
 */
export const checked = (condition: string): string => `case when ${condition} then true else false end`;
