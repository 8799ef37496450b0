import { bookmarkType } from '@/lib/domain/bookmark-type';
import { dateBounds, type Clock } from '@/lib/domain/query/dates';
import {
  hasWords,
  isGroup,
  type Condition,
  type DateOp,
  type Query,
  type QueryNode,
  type QuerySort,
  type QueryState,
} from '@/lib/domain/query/query';
import { formsOf } from '@/lib/domain/query/word-forms';
import { bookmarkTiers, searchTiers } from '@/lib/domain/search-terms';
import { foldText, splitWords, type SearchableText, queryWords } from '@/lib/domain/search-words';
import { tagKey } from '@/lib/domain/tag-key';

/** How many slips of the pen a word of this length is taken for another in spite of. */
const editsAllowed = (word: string): number => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

/** Whether so many letters left out, added, changed or swapped with their neighbour make the one word the other. */
export function isWithinEdits(one: string, other: string, most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false;
  let [older, old]: [number[], number[]] = [
    [],
    Array.from({ length: other.length + 1 }, (_, index) => index),
  ];
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      now.push(
        Math.min(
          (old[column] ?? 0) + 1,
          (now[column - 1] ?? 0) + 1,
          (old[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped && row > 1 && column > 1 ? (older[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    if (Math.min(...now) > most) return false;
    [older, old] = [old, now];
  }
  return (old[other.length] ?? Infinity) <= most;
}

/** A bookmark in memory, with all that a query can ask of it. */
export interface SearchedBookmark {
  /** Null while it is locked: then it is not found by what looks at text, nor by the negation of that. */
  readonly text: SearchableText | null;
  /** The names of the collections that it is in. */
  readonly collections: readonly string[];
  readonly states: ReadonlySet<QueryState>;
  readonly createdAt: Date;
  readonly lastVisitedAt: Date | null;
  readonly visits: number;
}

export interface MatchContext extends Clock {
  /** All words of the library, folded. With them a misspelt word finds the ones that it is near to. */
  readonly lexicon?: readonly string[];
  /** For words of the query, folded, the whole words that they were taken for elsewhere. */
  readonly meant?: ReadonlyMap<string, readonly string[]>;
  /** Every word is known to be none of a slip of the pen. */
  readonly isKnown?: boolean;
}

/** Null where the bookmark cannot be read: neither fulfilled nor not. */
type Test = (bookmark: SearchedBookmark) => boolean | null;
type TextTest = (words: TextWords, text: SearchableText) => boolean;
type Pick = (words: TextWords) => readonly WordList[];

const substringLength = 3;

type WordList = readonly string[];

/** The words of the texts of a bookmark; a phrase does not go from one text to the next. */
export interface TextWords {
  readonly title: WordList;
  readonly address: WordList;
  /** What words are looked for in, tier by tier: see {@link searchTiers}. */
  readonly tiers: readonly (readonly WordList[])[];
}

const wordsOfTexts = new WeakMap<SearchableText, TextWords>();

/** Kept with the text: what is searched again is split no second time. */
export function wordsOf(text: SearchableText): TextWords {
  const known = wordsOfTexts.get(text);
  if (known) return known;
  const [title, address] = [splitWords(text.title), splitWords(text.domain + text.path)];
  const tagged = [title, ...text.tags.map(splitWords)];
  const tiers = [
    [title],
    tagged,
    [...tagged, splitWords(text.domain)],
    [...tagged, address, splitWords(text.description)],
  ];
  const words = { title, address, tiers };
  wordsOfTexts.set(text, words);
  return words;
}

/** What the service does with SQL, done to one bookmark. Asked of many bookmarks, a query is prepared once. */
export function compileQuery(
  { where }: Query,
  context: MatchContext,
): (bookmark: SearchedBookmark) => boolean {
  if (where === null) return () => true;
  const test = new Compiler(context, bookmarkTiers).compile(where, false);
  return (bookmark) => test?.(bookmark) === true;
}

/** Whether a bookmark fulfils the conditions of a query. */
export const matchesQuery = (query: Query, bookmark: SearchedBookmark, context: MatchContext): boolean =>
  compileQuery(query, context)(bookmark);

/** How well a bookmark fulfils a query: the best of its tiers, 1 to {@link bookmarkTiers}; null where it does not. */
export function compileTiers(
  query: Query,
  context: MatchContext,
): (bookmark: SearchedBookmark) => number | null {
  const isMatch = compileQuery(query, context);
  const { where } = query;
  const better =
    where === null || !hasWords(where)
      ? []
      : searchTiers.map((_, index) => new Compiler(context, index + 1).compile(where, false));
  return (bookmark) => {
    if (!isMatch(bookmark)) return null;
    const tier = better.findIndex((test) => test?.(bookmark) === true);
    return tier < 0 ? bookmarkTiers : tier + 1;
  };
}

class Compiler {
  readonly #context: MatchContext;
  readonly #tier: number;

  /** In the last tier words may match variants; the tiers before it match fewer and fewer fields. */
  constructor(context: MatchContext, tier: number) {
    this.#context = context;
    this.#tier = tier;
  }

  /** Null for what asks nothing: a word without a letter, digit or emoji. */
  compile(node: QueryNode, isNegated: boolean): Test | null {
    if (node.kind === 'not') {
      const test = this.compile(node.node, true);
      return test && ((bookmark) => negation(test(bookmark)));
    }
    if (!isGroup(node)) return this.#compileCondition(node, isNegated);
    const tests = node.nodes.map((inner) => this.compile(inner, isNegated)).filter((test) => test !== null);
    if (tests.length === 0) return null;
    // What decides a group whatever the rest is: one that fails, or one of the alternatives that does not.
    const decisive = node.kind === 'or';
    return (bookmark) => {
      let result: boolean | null = !decisive;
      for (const test of tests) {
        const one = test(bookmark);
        if (one === decisive) return decisive;
        if (one === null) result = null;
      }
      return result;
    };
  }

  #compileCondition(node: Condition, isNegated: boolean): Test | null {
    switch (node.kind) {
      case 'word':
        return this.#words(node.text, isNegated, this.#fields(isNegated));
      case 'phrase':
        return phraseTest(node.text, this.#fields(isNegated), this.#phraseFields(isNegated));
      case 'title':
      case 'url': {
        const pick: Pick = ({ title, address }) => [node.kind === 'title' ? title : address];
        return node.isPhrase ? phraseTest(node.text, pick, pick) : this.#words(node.text, isNegated, pick);
      }
      case 'tag': {
        const key = tagKey(node.name);
        return ofText((_, { tags }) => tags.some((tag) => tagKey(tag) === key));
      }
      case 'site':
        return node.host.includes('.') || node.host.includes(':')
          ? siteTest(node.host)
          : labelTest(node.host);
      case 'type':
        return ofText((_, text) => bookmarkType(text) === node.type);
      case 'collection': {
        const name = foldText(node.name);
        return ({ collections }) => collections.some((one) => foldText(one) === name);
      }
      case 'is': {
        const has: Test = ({ states }) => states.has(node.state);
        // What a bookmark is like inside is not known of a locked one.
        return statesOfText.has(node.state) ? (bookmark) => bookmark.text && has(bookmark) : has;
      }
      case 'date':
      case 'dates':
        return this.#dates(node);
      case 'visits':
        return ({ visits }) => comparisons[node.op](visits, node.count);
    }
  }

  #dates(node: Extract<QueryNode, { kind: 'date' | 'dates' }>): Test {
    const { from, to, never } = dateBounds(node, this.#context);
    return ({ createdAt, lastVisitedAt }) => {
      const date = node.field === 'created' ? createdAt : lastVisitedAt;
      if (never || date === null) return never && date === null;
      return (from === null || date >= from) && (to === null || date < to);
    };
  }

  /** What a negation means is the same in every tier. */
  #fields(isNegated: boolean): Pick {
    const place = isNegated ? lastFields : Math.min(this.#tier - 1, lastFields);
    return ({ tiers }) => tiers[place] ?? [];
  }

  /** The words of a phrase are adjacent in a field of the tier: the address is one text. */
  #phraseFields(isNegated: boolean): Pick {
    const pick = this.#fields(isNegated);
    return this.#tier === hostTier && !isNegated ? (words) => [...pick(words), words.address] : pick;
  }

  /** A negation leaves out only what begins with the word: no more than its author expects. */
  #words(text: string, isNegated: boolean, pick: Pick): Test | null {
    const isMeant = !isNegated && this.#tier === bookmarkTiers;
    const wanted = queryWords(text).map((word) => ({
      word,
      near: isMeant ? wordsMeant(word, this.#context) : null,
    }));
    if (wanted.length === 0) return null;
    return ofText((words) => {
      const texts = pick(words);
      return wanted.every(({ word, near }) =>
        texts.some((found) =>
          found.some(
            (one) => one.startsWith(word) || (isMeant && contains(one, word)) || near?.has(one) === true,
          ),
        ),
      );
    });
  }
}

/**
 * The variants of a word besides those that contain it: corrections made elsewhere, and its
 * other forms in this library. Where there is nothing of all this, those that it is a misspelling of.
 */
export function wordsMeant(
  word: string,
  { lexicon = [], meant, isKnown = false }: MatchContext,
): ReadonlySet<string> {
  const found = new Set([...(meant?.get(word) ?? []), ...lexicon.filter(formsOf(word))]);
  const most = editsAllowed(word);
  if (found.size > 0 || isKnown || most === 0) return found;
  if (lexicon.some((known) => known.startsWith(word) || contains(known, word))) return found;
  return new Set(lexicon.filter((known) => isWithinEdits(known, word, most)));
}

const hostTier = 3;
const lastFields = searchTiers.length - 1;

const statesOfText: ReadonlySet<QueryState> = new Set<QueryState>(['untagged', 'duplicate']);
const negation = (result: boolean | null): boolean | null => (result === null ? null : !result);
const contains = (text: string, word: string): boolean =>
  word.length >= substringLength && text.includes(word);
const isHostOf = (domain: string, host: string): boolean => domain === host || domain.endsWith(`.${host}`);

const ofText =
  (test: TextTest): Test =>
  ({ text }) =>
    text && test(wordsOf(text), text);

const siteTest = (host: string): Test =>
  ofText((_, { domain }) => isHostOf(domain, host) || isHostOf(domain.replace(/:\d+$/, ''), host));

/** `github` names a site as people do: any labels before and after it match. */
const labelTest = (name: string): Test =>
  ofText((_, { domain }) => {
    const words = splitWords(domain);
    return splitWords(name).every((word) => words.includes(word));
  });

function phraseTest(text: string, pick: Pick, pickTexts: Pick): Test | null {
  const wanted = queryWords(text);
  if (wanted.length === 0) return null;
  return ofText((words) => {
    if (!pickTexts(words).some((found) => hasPhrase(found, wanted))) return false;
    const fields = pick(words);
    return wanted.every((word) => fields.some((found) => found.includes(word)));
  });
}

const hasPhrase = (words: readonly string[], wanted: readonly string[]): boolean =>
  words.some((_, start) => wanted.every((word, offset) => words[start + offset] === word));

const comparisons: Readonly<Record<DateOp, (one: number, other: number) => boolean>> = {
  '=': (one, other) => one === other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
};

/** What the order of hits looks at. */
export interface RankedHit {
  readonly id: string;
  /** 1 is best. */
  readonly tier: number;
  /** Milliseconds, as the next one. */
  readonly createdAt: number;
  readonly lastVisitedAt: number | null;
  readonly visits: number;
  readonly titleKey: string;
}

/** Less than 0 where the first comes before the second. */
export type HitOrder = (one: RankedHit, other: RankedHit) => number;

/** Every doubling of visits makes a hit so many days younger. */
export const liftDays = 30;

const liftMs = liftDays * 86_400_000;

const lifted = ({ createdAt, visits }: RankedHit): number => createdAt + Math.log2(1 + visits) * liftMs;

/** As the database compares texts of `collate "C"`: by code points, not by the units of UTF-16. */
export function compareCodePoints(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    if (one.charCodeAt(at) === other.charCodeAt(at)) continue;
    return rankOfUnit(one.charCodeAt(at)) - rankOfUnit(other.charCodeAt(at));
  }
  return one.length - other.length;
}

/** Surrogates sort after all other UTF-16 units, as code points do. */
const rankOfUnit = (unit: number): number => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit);

const byId: HitOrder = (one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
const ascending =
  (...keys: readonly HitOrder[]): HitOrder =>
  (one, other) => {
    for (const key of [...keys, byId]) {
      const order = key(one, other);
      if (order !== 0) return order;
    }
    return 0;
  };
const descending = (...keys: readonly HitOrder[]): HitOrder => {
  const order = ascending(...keys);
  return (one, other) => order(other, one);
};

const byDate: HitOrder = (one, other) => one.createdAt - other.createdAt;
const never = -Infinity;

const orders: Readonly<Record<Exclude<QuerySort, 'relevance'>, HitOrder>> = {
  newest: descending(byDate),
  oldest: ascending(byDate),
  title: ascending((one, other) => compareCodePoints(one.titleKey, other.titleKey)),
  visited: descending((one, other) => {
    const [a, b] = [one.lastVisitedAt ?? never, other.lastVisitedAt ?? never];
    return a === b ? 0 : a - b;
  }),
  visits: descending((one, other) => one.visits - other.visits, byDate),
};

const byLift = descending((one, other) => lifted(one) - lifted(other));

/** In a tier, of hits that are all known, visits count; of those that are met on the way the date alone. */
export type TierOrder = 'lifted' | 'newest';

/** The order of the hits of a query: by tiers, or the one that is asked for, which knows none. */
export function orderOfHits(sort: QuerySort | null, within: TierOrder): HitOrder {
  if (sort !== null && sort !== 'relevance') return orders[sort];
  const order = within === 'lifted' ? byLift : orders.newest;
  return (one, other) => (one.tier === other.tier ? order(one, other) : one.tier - other.tier);
}
