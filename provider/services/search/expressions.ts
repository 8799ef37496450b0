import { Parameters } from '@/provider/services/listing/parameters';
import { bookmarkTiers, type TermCompiler } from '@/provider/services/search/compile-term';
import { visitTerms, type Term } from '@/provider/services/search/term';

/** Conditions that are counted in the sample and may be what the index is asked for. */
const countedMax = 8;

/** What is looked for in a scope: conditions, of which some are counted, and bookmarks that are hits by their pages. */
export interface Sought {
  /** Those that an index can be asked for, in a fixed order. */
  readonly counted: readonly Term[];
  readonly others: readonly Term[];
  /** From best to least; just the last one where no hit is better than another. */
  readonly tiers: readonly number[];
  /** Bookmarks that are hits whatever they say. */
  readonly granted: readonly string[];
  readonly compiler: (parameters: Parameters, isByRow?: boolean) => TermCompiler;
}

const lengthOf = (term: Term): number => (term.kind === 'words' ? term.words.join('').length : 64);

/** Of very many conditions the longest words are counted: they are the rarest. */
export function seek(
  conjuncts: readonly Term[],
  { tiers, granted, compiler }: Pick<Sought, 'tiers' | 'granted' | 'compiler'>,
): Sought {
  const judge = compiler(new Parameters());
  const able = conjuncts.filter(
    (term) => term.kind === 'in' || judge.compile(term, bookmarkTiers).lexemes !== null,
  );
  const counted = [...able].sort((a, b) => lengthOf(b) - lengthOf(a)).slice(0, countedMax);
  const others = conjuncts.filter((term) => !counted.includes(term));
  return { counted, others, tiers, granted, compiler };
}

function asksForWords(term: Term): boolean {
  let asks = false;
  visitTerms(term, (inner, isNegated) => {
    if (inner.kind === 'words' && !isNegated) asks = true;
  });
  return asks;
}

/** Conditions of a search on `bookmarks b`, whose operands are parameters of one statement. */
export class Expressions {
  private readonly compiler: TermCompiler;
  private readonly all: readonly Term[];
  private readonly ranked: readonly Term[];

  constructor(
    private readonly sought: Sought,
    private readonly parameters: Parameters,
    /** Of some rows that are looked at one by one. */
    isByRow = false,
  ) {
    this.compiler = sought.compiler(parameters, isByRow);
    this.all = [...sought.counted, ...sought.others];
    this.ranked = this.all.filter(asksForWords);
  }

  /** All of these conditions, as well as a tier asks for. */
  has(terms: readonly Term[], tier: number): string {
    return terms.length === 0 ? 'true' : this.compiler.condition({ kind: 'and', terms }, tier);
  }

  /** A hit as good as this tier or better. */
  inTier(tier: number): string {
    return this.orGranted(this.has(this.all, tier));
  }

  /** As good as this tier and no better. */
  inTierOnly(tier: number): string {
    const better = this.betterThan(tier);
    return better === null ? this.inTier(tier) : `${this.inTier(tier)} and not ${better}`;
  }

  /** That a hit of this tier is one of a better tier; null for the best. Only words tell tiers apart. */
  betterThan(tier: number): string | null {
    const better = this.sought.tiers[this.sought.tiers.indexOf(tier) - 1];
    return better === undefined ? null : this.has(this.ranked, better);
  }

  /** The tier of a row that is a hit. */
  tierOfHit(): string {
    const better = this.sought.tiers
      .slice(0, -1)
      .map((tier) => `when ${this.has(this.ranked, tier)} then ${tier}`);
    const last = String(this.sought.tiers.at(-1));
    return better.length === 0 ? last : `case ${better.join(' ')} else ${last} end`;
  }

  /** The drivers in the index, everything else on the rows that it finds. */
  found(drivers: readonly Term[], tier: number): string {
    const rest = this.all.filter((term) => !drivers.includes(term));
    if (drivers.length === 0) return this.has(this.all, tier);
    return `${this.has(drivers, tier)}${rest.length === 0 ? '' : ` and ${checked(this.has(rest, tier))}`}`;
  }

  isGranted(): string {
    return `b.id = any (${this.parameters.add(this.sought.granted)}::uuid[])`;
  }

  orGranted(condition: string): string {
    return this.sought.granted.length === 0 ? condition : `(${condition} or ${this.isGranted()})`;
  }
}

/**
 * A condition that the planner must not use an index for. It takes it for a coin toss, which is also right: what is
 * checked this way is frequent.
 */
export const checked = (condition: string): string => `case when ${condition} then true else false end`;
