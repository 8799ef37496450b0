import type { QuerySort } from '@/lib/domain/query/query';
import { liftDays } from '@/lib/bookmark/scope';
import { bookmarkTiers } from '@/lib/domain/search-terms';
import { SqlParameters } from '@/provider/db/client';
import type { TermCompiler } from '@/provider/modules/query/compile-term';
import type { PreparedQuery } from '@/provider/modules/query/prepare-query';
import { visitTerms, type Term } from '@/provider/modules/query/term';

/** Maximum number of conditions that are counted in the sample and may be evaluated by the index. */
const countedMax = 8;

/** Maximum number of combinations of alternatives that are looked up in the index separately. */
const combinationsMax = 4;

/** Conditions of a search, some of which are counted in the sample, and bookmarks that match by their page text. */
export interface SearchConditions {
  /** Conditions that an index can evaluate, in a fixed order. */
  readonly counted: readonly Term[];
  readonly others: readonly Term[];
  /** For each counted condition, the minimum number of matching bookmarks, from the word counts of the spaces. */
  readonly known: readonly number[];
  /** For each counted condition, the maximum number of matching bookmarks; null if the word counts do not bound it. */
  readonly most: readonly (number | null)[];
  /** For each counted condition, whether the index looks up whole words for it. */
  readonly exact: readonly boolean[];
  /** Best first; only the last tier if all hits are equal. */
  readonly tiers: readonly number[];
  /** Bookmarks that are hits regardless of their fields. */
  readonly granted: readonly string[];
  readonly compiler: (parameters: SqlParameters, isByRow?: boolean) => TermCompiler;
}

const lengthOf = (term: Term): number => (term.kind === 'words' ? term.words.join('').length : 64);

/** Upper bound of the mean number of fields in which a bookmark has a word. */
const usesOfEach = 2;

/** The word of a condition that is a single word in any field; null for other conditions. */
function wordOf(term: Term): string | null {
  if (term.kind !== 'words' || term.field !== 'all' || term.isPhrase) return null;
  return term.words.length === 1 ? (term.words[0] ?? null) : null;
}

/** Minimum number of bookmarks that fulfil a condition; 0 if the word counts do not bound it. */
function knownOf(term: Term, uses: ReadonlyMap<string, number>): number {
  return Math.floor((uses.get(wordOf(term) ?? '') ?? 0) / usesOfEach);
}

function mostOf(
  term: Term,
  { uses, countedWords }: Pick<PreparedQuery, 'uses' | 'countedWords'>,
): number | null {
  const word = wordOf(term);
  return word !== null && countedWords.has(word) ? (uses.get(word) ?? 0) : null;
}

/** Divides conditions for a search. If there are very many, those with the longest, hence rarest, words are counted. */
export function divideConditions(
  conjuncts: readonly Term[],
  {
    tiers,
    granted,
    compiler,
    uses,
    countedWords,
  }: Pick<SearchConditions, 'tiers' | 'granted' | 'compiler'> & Pick<PreparedQuery, 'uses' | 'countedWords'>,
): SearchConditions {
  const probe = compiler(new SqlParameters());
  const indexable = conjuncts.filter(
    (term) => term.kind === 'in' || probe.compile(term, bookmarkTiers).lexemes !== null,
  );
  const counted = [...indexable].sort((a, b) => lengthOf(b) - lengthOf(a)).slice(0, countedMax);
  const others = conjuncts.filter((term) => !counted.includes(term));
  const known = counted.map((term) => knownOf(term, uses));
  const most = counted.map((term) => mostOf(term, { uses, countedWords }));
  const exact = counted.map((term) => probe.isExact(term));
  return { counted, others, known, most, exact, tiers, granted, compiler };
}

function hasWords(term: Term): boolean {
  let asks = false;
  visitTerms(term, (inner, isNegated) => {
    if (inner.kind === 'words' && !isNegated) asks = true;
  });
  return asks;
}

/** SQL conditions of a search on `bookmarks b`, with operands as parameters of one statement. */
export class Expressions {
  private readonly compiler: TermCompiler;
  private readonly all: readonly Term[];
  private readonly ranked: readonly Term[];

  constructor(
    private readonly conditions: SearchConditions,
    private readonly parameters: SqlParameters,
    /** Whether the conditions are checked on a few rows one by one. */
    isByRow = false,
  ) {
    this.compiler = conditions.compiler(parameters, isByRow);
    this.all = [...conditions.counted, ...conditions.others];
    this.ranked = this.all.filter(hasWords);
  }

  /** All of these conditions, in the fields of a tier. */
  has(terms: readonly Term[], tier: number): string {
    return terms.length === 0 ? 'true' : this.compiler.condition({ kind: 'and', terms }, tier);
  }

  /** A hit of this tier or a better one. */
  inTier(tier: number): string {
    return this.orGranted(this.has(this.all, tier));
  }

  /** A hit of exactly this tier. */
  inTierOnly(tier: number): string {
    const better = this.betterThan(tier);
    return better === null ? this.inTier(tier) : `${this.inTier(tier)} and not ${better}`;
  }

  /** Whether a hit of this tier also belongs to a better one; null for the best tier. Only words distinguish tiers. */
  betterThan(tier: number): string | null {
    const better = this.conditions.tiers[this.conditions.tiers.indexOf(tier) - 1];
    return better === undefined ? null : this.has(this.ranked, better);
  }

  /** The tier of a row that is a hit. */
  tierOfHit(): string {
    const better = this.conditions.tiers
      .slice(0, -1)
      .map((tier) => `when ${this.has(this.ranked, tier)} then ${tier}`);
    const last = String(this.conditions.tiers.at(-1));
    return better.length === 0 ? last : `case ${better.join(' ')} else ${last} end`;
  }

  /**
   * Conditions by which the index finds rows; all conditions if there are no drivers. The planner combines the index of
   * favorites with the index of words only if it can estimate both.
   */
  indexCondition(drivers: readonly Term[], tier: number, isEstimated: boolean): string {
    if (drivers.length === 0) return this.has(this.all, tier);
    let combinations: string[][] = [[]];
    for (const term of drivers) {
      const parts = this.indexConditionsOf(term, tier, isEstimated);
      const isSeparate = parts.length * combinations.length <= combinationsMax;
      const choices = isSeparate ? parts : [`(${parts.join(' or ')})`];
      combinations = combinations.flatMap((each) => choices.map((part) => [...each, part]));
    }
    return `(${combinations.map((each) => each.join(' and ')).join(' or ')})`;
  }

  private indexConditionsOf(term: Term, tier: number, isEstimated: boolean): string[] {
    const alternatives = this.conditions.compiler(new SqlParameters()).alternatives(term, tier);
    return alternatives.length === 0
      ? [this.has([term], tier)]
      : alternatives.map((lexemes) => this.compiler.indexCondition(lexemes, isEstimated));
  }

  /** Conditions that remain to be checked on the rows. */
  remainingConditions(drivers: readonly Term[], tier: number): string {
    if (drivers.length === 0) return 'true';
    const rest = this.all.filter((term) => !drivers.includes(term) || this.lexemesOf(term, tier) !== null);
    return rest.length === 0 ? 'true' : withoutIndex(this.has(rest, tier));
  }

  /** Index part of a condition that also needs a check on the row; null if either part is missing. */
  private lexemesOf(term: Term, tier: number): string | null {
    const { lexemes, check } = this.conditions.compiler(new SqlParameters()).compile(term, tier);
    return check === null ? null : lexemes;
  }

  isGranted(): string {
    return `b.id = any (${this.parameters.add(this.conditions.granted)}::uuid[])`;
  }

  orGranted(condition: string): string {
    return this.conditions.granted.length === 0 ? condition : `(${condition} or ${this.isGranted()})`;
  }
}

/**
 * A condition for which the planner must not use an index. The planner assumes a selectivity of one half, which fits:
 * conditions checked this way are frequent.
 */
export const withoutIndex = (condition: string): string => `case when ${condition} then true else false end`;

interface SortKey {
  /** Over `bookmarks b`. */
  readonly sql: string;
  readonly type: 'time' | 'text' | 'integer';
}

/** An order of hits; the id breaks ties, and all keys run in one direction. */
export interface Ordering {
  readonly keys: readonly SortKey[];
  readonly isDescending: boolean;
}

const created: SortKey = { sql: 'b.created_at', type: 'time' };

export const newestFirst: Ordering = { keys: [created], isDescending: true };

/** The order by date in which visits lift a bookmark, like `lifted` in lib/domain/query/match.ts. */
export const visitsLift: Ordering = {
  keys: [{ sql: `(b.created_at + ln(1 + b.visits) / ln(2) * interval '${liftDays} days')`, type: 'time' }],
  isDescending: true,
};

export const orderings: Readonly<Record<Exclude<QuerySort, 'relevance'>, Ordering>> = {
  newest: newestFirst,
  oldest: { keys: [created], isDescending: false },
  title: { keys: [{ sql: 'b.title_key', type: 'text' }], isDescending: false },
  visited: {
    keys: [{ sql: `coalesce(b.last_accessed_at, '-infinity'::timestamptz)`, type: 'time' }],
    isDescending: true,
  },
  visits: { keys: [{ sql: 'b.visits', type: 'integer' }, created], isDescending: true },
};

/** The keys as columns `k1`, `k2` of a query over `bookmarks b`. */
export const keyColumns = ({ keys }: Ordering): string =>
  keys.map(({ sql }, index) => `${sql} as k${index + 1}`).join(', ');

/** The keys of a row of {@link keyColumns}, as text for a cursor. */
export const printedKeys = (row: string, { keys }: Ordering): string => {
  const printed = keys.map(({ type }, index) => {
    const key = `${row}.k${index + 1}`;
    return type === 'time' ? `(${key} at time zone 'UTC')::text` : `${key}::text`;
  });
  return `array[${printed.join(', ')}] as keys`;
};

/** Names of the columns of {@link keyColumns}. */
export const namedKeys = ({ keys }: Ordering, row: string): string[] =>
  keys.map((_, index) => `${row}.k${index + 1}`);

export const keyExpressions = ({ keys }: Ordering): string[] => keys.map(({ sql }) => sql);

export const orderBy = (keys: readonly string[], id: string, { isDescending }: Ordering): string =>
  [...keys, id].map((key) => `${key} ${isDescending ? 'desc' : 'asc'}`).join(', ');

export interface SortPosition {
  keys: readonly string[];
  id: string;
}

const casts: Readonly<Record<SortKey['type'], (place: string) => string>> = {
  time: (place) => `(${place}::timestamp at time zone 'UTC')`,
  text: (place) => `${place}::text`,
  integer: (place) => `${place}::integer`,
};

/** Condition for rows after a position in this order. */
export function isAfter(
  place: SortPosition,
  columns: SortPosition,
  { keys, isDescending }: Ordering,
  parameters: SqlParameters,
): string {
  const values = keys.map(({ type }, index) => casts[type](parameters.add(place.keys[index] ?? null)));
  const here = [...columns.keys, columns.id].join(', ');
  return `(${here}) ${isDescending ? '<' : '>'} (${[...values, `${parameters.add(place.id)}::uuid`].join(', ')})`;
}
