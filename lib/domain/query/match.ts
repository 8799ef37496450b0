import { bookmarkType } from '@/lib/domain/bookmark-type';
import { dateBounds, type Clock } from '@/lib/domain/query/dates';
import {
  isGroup,
  type Condition,
  type DateOp,
  type Query,
  type QueryNode,
  type QueryState,
} from '@/lib/domain/query/query';
import { wholeWords } from '@/lib/domain/query/parts';
import { formsOf } from '@/lib/domain/query/word-forms';
import { searchablePath } from '@/lib/domain/readable-path';
import type { FieldCode } from '@/lib/domain/query/ranking';
import {
  foldText,
  indexedWords,
  otherSpellings,
  queryWords,
  splitWords,
  type SearchableText,
} from '@/lib/domain/search-words';
import { tagKey } from '@/lib/domain/tag-key';

/** Maximum number of typos by word length. */
export const editsAllowed = (word: string): number => (word.length < 5 ? 0 : word.length < 8 ? 1 : 2);

/** Whether the Damerau-Levenshtein distance of two words is at most `max`. */
export function isWithinEdits(one: string, other: string, max: number): boolean {
  if (Math.abs(one.length - other.length) > max) return false;
  let [older, old]: [number[], number[]] = [
    [],
    Array.from({ length: other.length + 1 }, (_, index) => index),
  ];
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current.push(
        Math.min(
          (old[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (old[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped && row > 1 && column > 1 ? (older[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    if (Math.min(...current) > max) return false;
    [older, old] = [old, current];
  }
  return (old[other.length] ?? Infinity) <= max;
}

/** A bookmark in memory, with all fields that a query can refer to. */
export interface SearchedBookmark {
  /** Null while the bookmark is locked: text conditions and their negations do not match it. */
  readonly text: SearchableText | null;
  /** Names of its collections. */
  readonly collections: readonly string[];
  readonly states: ReadonlySet<QueryState>;
  readonly createdAt: Date;
  readonly lastVisitedAt: Date | null;
  readonly visits: number;
}

export interface MatchContext extends Clock {
  /** All folded words of the library, used to correct misspelled words. */
  readonly lexicon?: readonly string[];
  /** For folded words of the query, the variants found by the service. */
  readonly meant?: ReadonlyMap<string, readonly string[]>;
  /** Whether all words are known to be spelled correctly. */
  readonly isKnown?: boolean;
}

/** Returns null if the bookmark is locked, so that the condition is neither true nor false. */
type Test = (bookmark: SearchedBookmark) => boolean | null;
type TextTest = (words: TextWords, text: SearchableText) => boolean;
type Pick = (words: TextWords) => readonly WordList[];

const substringLength = 3;

type WordList = readonly string[];

/** The words of a bookmark's texts, by field. Phrases do not span several texts. */
export interface TextWords {
  readonly title: WordList;
  /** Host and path. */
  readonly address: WordList;
  readonly fields: Readonly<Record<FieldCode, readonly WordList[]>>;
  /** The texts of all fields. */
  readonly all: readonly WordList[];
}

const wordsOfTexts = new WeakMap<SearchableText, TextWords>();

/** Returns the words of a text; cached, so that each text is split only once. */
export function wordsOf(text: SearchableText): TextWords {
  const cached = wordsOfTexts.get(text);
  if (cached) return cached;
  const title = indexedWords(text.title);
  const address = splitWords(text.domain + searchablePath(text.path));
  const fields = {
    t: [title],
    g: text.tags.map(indexedWords),
    h: [splitWords(text.domain)],
    x: [address, indexedWords(text.description)],
    n: [indexedWords(text.notes ?? '')],
  };
  const words = { title, address, fields, all: Object.values(fields).flat() };
  wordsOfTexts.set(text, words);
  return words;
}

/** Compiles a query to a predicate, equivalent to the service's SQL, for testing many bookmarks. */
export function compileQuery(
  { where }: Query,
  context: MatchContext,
): (bookmark: SearchedBookmark) => boolean {
  if (where === null) return () => true;
  const test = new Compiler(context, wholeWords(where)).compile(where, false);
  return (bookmark) => test?.(bookmark) === true;
}

/** Whether a bookmark matches the conditions of a query. */
export const matchesQuery = (query: Query, bookmark: SearchedBookmark, context: MatchContext): boolean =>
  compileQuery(query, context)(bookmark);

class Compiler {
  readonly #context: MatchContext;
  readonly #whole: ReadonlySet<string>;

  constructor(context: MatchContext, whole: ReadonlySet<string>) {
    this.#context = context;
    this.#whole = whole;
  }

  /** Returns null for a node without a condition: a word without a letter, digit or emoji. */
  compile(node: QueryNode, isNegated: boolean): Test | null {
    if (node.kind === 'not') {
      const test = this.compile(node.node, true);
      return test && ((bookmark) => negation(test(bookmark)));
    }
    if (!isGroup(node)) return this.#compileCondition(node, isNegated);
    const tests = node.nodes.map((inner) => this.compile(inner, isNegated)).filter((test) => test !== null);
    if (tests.length === 0) return null;
    // The result that decides a group: false for a conjunction, true for alternatives.
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
        return this.#spellings(node.text, isNegated);
      case 'phrase':
        return phraseTest(node.text, ({ all }) => all);
      case 'title':
      case 'url': {
        const pick: Pick = ({ title, address }) => [node.kind === 'title' ? title : address];
        return node.isPhrase ? phraseTest(node.text, pick) : this.#words(node.text, isNegated, pick);
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
        // These states depend on text, so they are unknown for a locked bookmark.
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

  /** The words as typed, or another spelling of them. */
  #spellings(text: string, isNegated: boolean): Test | null {
    const anywhere: Pick = ({ all }) => all;
    const typed = this.#words(text, isNegated, anywhere);
    const others = isNegated
      ? []
      : otherSpellings(text).map((words) => this.#words(words.join(' '), false, anywhere));
    const tests = [typed, ...others].filter((test) => test !== null);
    if (tests.length <= 1) return tests[0] ?? null;
    return (bookmark) => bookmark.text && tests.some((test) => test(bookmark) === true);
  }

  /** A negated word excludes only words that begin with it, which is what users expect. */
  #words(text: string, isNegated: boolean, pick: Pick): Test | null {
    const tests = queryWords(text).map((word) => {
      if (this.#whole.has(word)) return (one: string) => one === word;
      if (isNegated) return (one: string) => begins(one, word);
      const near = wordsMeant(word, this.#context);
      return (one: string) => begins(one, word) || contains(one, word) || near.has(one);
    });
    if (tests.length === 0) return null;
    return ofText((words) => {
      const texts = pick(words);
      return tests.every((isMeant) => texts.some((found) => found.some(isMeant)));
    });
  }
}

/**
 * Returns the variants of a word besides words that contain it: corrections of the service, and its other forms in this
 * library. If there are none, returns the words of which it may be a misspelling.
 */
export function wordsMeant(
  word: string,
  { lexicon = [], meant, isKnown = false }: MatchContext,
): ReadonlySet<string> {
  const found = new Set([...(meant?.get(word) ?? []), ...lexicon.filter(formsOf(word))]);
  const max = editsAllowed(word);
  if (found.size > 0 || isKnown || max === 0) return found;
  if (lexicon.some((known) => begins(known, word) || contains(known, word))) return found;
  return new Set(lexicon.filter((known) => isWithinEdits(known, word, max)));
}

const statesOfText: ReadonlySet<QueryState> = new Set<QueryState>(['untagged', 'duplicate']);
const negation = (result: boolean | null): boolean | null => (result === null ? null : !result);
/** Too many words begin with a single letter, so it is a whole word. */
const begins = (text: string, word: string): boolean =>
  word.length > 1 ? text.startsWith(word) : text === word;
const contains = (text: string, word: string): boolean =>
  word.length >= substringLength && text.includes(word);
const isHostOf = (domain: string, host: string): boolean => domain === host || domain.endsWith(`.${host}`);

const ofText =
  (test: TextTest): Test =>
  ({ text }) =>
    text && test(wordsOf(text), text);

const siteTest = (host: string): Test =>
  ofText((_, { domain }) => isHostOf(domain, host) || isHostOf(domain.replace(/:\d+$/, ''), host));

/** A site name without a dot, such as `github`, matches with any labels before and after it. */
const labelTest = (name: string): Test =>
  ofText((_, { domain }) => {
    const words = splitWords(domain);
    return splitWords(name).every((word) => words.includes(word));
  });

function phraseTest(text: string, pick: Pick): Test | null {
  const searched = queryWords(text);
  return searched.length === 0
    ? null
    : ofText((words) => pick(words).some((found) => hasPhrase(found, searched)));
}

export const hasPhrase = (words: readonly string[], searched: readonly string[]): boolean =>
  words.some((_, start) => searched.every((word, offset) => words[start + offset] === word));

const comparisons: Readonly<Record<DateOp, (one: number, other: number) => boolean>> = {
  '=': (one, other) => one === other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
};
