import type { QuerySort } from '@/lib/domain/query/query';
import { liftDays } from '@/lib/domain/query/match';
import { bookmarkTiers } from '@/lib/domain/search-terms';
import { SqlParameters } from '@/provider/db/client';
import type { TermCompiler } from '@/provider/modules/search/compile-term';
import type { PreparedQuery } from '@/provider/modules/search/prepare-query';
import { visitTerms, type Term } from '@/provider/modules/search/term';

/** Conditions that are counted in the sample and may be what the index is asked for. */
const countedMax = 8;

/** The index is asked in so many ways at the most for what has alternatives. */
const waysMax = 4;

/** What is looked for in a scope: conditions, of which some are counted, and bookmarks that are hits by their pages. */
export interface Sought {
  /** Those that an index can be asked for, in a fixed order. */
  readonly counted: readonly Term[];
  readonly others: readonly Term[];
  /** Of each that is counted, how many bookmarks of the spaces have it at the least, as far as their words tell. */
  readonly known: readonly number[];
  /** And how many at the most; null where their words do not tell. */
  readonly most: readonly (number | null)[];
  /** Of each, whether the index is asked for whole words by it. */
  readonly exact: readonly boolean[];
  /** From best to least; just the last one where no hit is better than another. */
  readonly tiers: readonly number[];
  /** Bookmarks that are hits whatever they say. */
  readonly granted: readonly string[];
  readonly compiler: (parameters: SqlParameters, isByRow?: boolean) => TermCompiler;
}

const lengthOf = (term: Term): number => (term.kind === 'words' ? term.words.join('').length : 64);

/** In so many fields of a bookmark stands a word at the most, on the mean of all that have it. */
const usesOfEach = 2;

/** The word that a condition looks for anywhere, and nothing else; null for any other condition. */
function wordOf(term: Term): string | null {
  if (term.kind !== 'words' || term.field !== 'all' || term.isPhrase) return null;
  return term.words.length === 1 ? (term.words[0] ?? null) : null;
}

/** How many bookmarks fulfil a condition at the least: 0 where the words of a space do not tell. */
function knownOf(term: Term, uses: ReadonlyMap<string, number>): number {
  return Math.floor((uses.get(wordOf(term) ?? '') ?? 0) / usesOfEach);
}

function mostOf(term: Term, { uses, kept }: Pick<PreparedQuery, 'uses' | 'kept'>): number | null {
  const word = wordOf(term);
  return word !== null && kept.has(word) ? (uses.get(word) ?? 0) : null;
}

/** Of very many conditions the longest words are counted: they are the rarest. */
export function seek(
  conjuncts: readonly Term[],
  {
    tiers,
    granted,
    compiler,
    uses,
    kept,
  }: Pick<Sought, 'tiers' | 'granted' | 'compiler'> & Pick<PreparedQuery, 'uses' | 'kept'>,
): Sought {
  const judge = compiler(new SqlParameters());
  const able = conjuncts.filter(
    (term) => term.kind === 'in' || judge.compile(term, bookmarkTiers).lexemes !== null,
  );
  const counted = [...able].sort((a, b) => lengthOf(b) - lengthOf(a)).slice(0, countedMax);
  const others = conjuncts.filter((term) => !counted.includes(term));
  const known = counted.map((term) => knownOf(term, uses));
  const most = counted.map((term) => mostOf(term, { uses, kept }));
  const exact = counted.map((term) => judge.isExact(term));
  return { counted, others, known, most, exact, tiers, granted, compiler };
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
    private readonly parameters: SqlParameters,
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

  /**
   * What leads to rows by the index: all conditions, where there are no drivers. Favorites have an index that is combined
   * with the index of words if the planner can estimate both.
   */
  leads(drivers: readonly Term[], tier: number, isEstimated: boolean): string {
    if (drivers.length === 0) return this.has(this.all, tier);
    let ways: string[][] = [[]];
    for (const term of drivers) {
      const parts = this.leadsOf(term, tier, isEstimated);
      const apart = parts.length * ways.length <= waysMax ? parts : [`(${parts.join(' or ')})`];
      ways = ways.flatMap((way) => apart.map((part) => [...way, part]));
    }
    return `(${ways.map((way) => way.join(' and ')).join(' or ')})`;
  }

  private leadsOf(term: Term, tier: number, isEstimated: boolean): string[] {
    const alternatives = this.sought.compiler(new SqlParameters()).alternatives(term, tier);
    return alternatives.length === 0
      ? [this.has([term], tier)]
      : alternatives.map((lexemes) => this.compiler.leads(lexemes, isEstimated));
  }

  /** What is then checked on the rows. */
  besides(drivers: readonly Term[], tier: number): string {
    if (drivers.length === 0) return 'true';
    const rest = this.all.filter((term) => !drivers.includes(term) || this.lexemesOf(term, tier) !== null);
    return rest.length === 0 ? 'true' : checked(this.has(rest, tier));
  }

  /** What the index knows of a condition that is checked on the row besides; null where it knows all, or nothing. */
  private lexemesOf(term: Term, tier: number): string | null {
    const { lexemes, check } = this.sought.compiler(new SqlParameters()).compile(term, tier);
    return check === null ? null : lexemes;
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

/** As `lifted` of lib/domain/query/match.ts has it. */
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

/** The keys of a row of {@link keyColumns} as a cursor carries them. */
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

export interface Behind {
  keys: readonly string[];
  id: string;
}

const casts: Readonly<Record<SortKey['type'], (place: string) => string>> = {
  time: (place) => `(${place}::timestamp at time zone 'UTC')`,
  text: (place) => `${place}::text`,
  integer: (place) => `${place}::integer`,
};

/** Rows behind a place in this order, as a condition. */
export function isBehind(
  place: Behind,
  columns: Behind,
  { keys, isDescending }: Ordering,
  parameters: SqlParameters,
): string {
  const values = keys.map(({ type }, index) => casts[type](parameters.add(place.keys[index] ?? null)));
  const here = [...columns.keys, columns.id].join(', ');
  return `(${here}) ${isDescending ? '<' : '>'} (${[...values, `${parameters.add(place.id)}::uuid`].join(', ')})`;
}
