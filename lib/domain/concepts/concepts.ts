import { type Agreement, agreementWith } from '@/lib/domain/concepts/same-word';
import travel from '@/lib/domain/concepts/travel.json';
import { splitWords } from '@/lib/domain/search-words';

/** A run of query words that a group of the lexicon names, with the other terms of the group. */
export interface ConceptSpan {
  /** Index of the first word. */
  start: number;
  /** Number of words in the run. */
  length: number;
  /** The other terms, each as its folded words, most direct first, at most 12. */
  terms: readonly (readonly string[])[];
}

/** The groups of all subjects, each with its terms separated by `, `. */
export const groups: readonly string[] = [travel].flat();

const maxTerms = 12;

interface Term {
  readonly words: readonly string[];
  readonly groups: Term[][];
}

/** Words that a query may add inside a term or leave out of it. */
const connecting = new Set(
  'a an and as com da das de do dos e em for na nas no nos o of os para por the to'.split(' '),
);

/** Returns the folded words of a term, without the connecting words between the first and the last one. */
export function termWords(term: string): string[] {
  const words = splitWords(term);
  return words.filter((word, index) => index === 0 || index === words.length - 1 || !connecting.has(word));
}

/** Terms by the first two letters of their first word, which all forms of a word share. */
type Index = ReadonlyMap<string, readonly Term[]>;
const prefixOf = (word: string): string => word.slice(0, 2);

function buildIndex(): Index {
  const terms = new Map<string, Term>();
  const index = new Map<string, Term[]>();
  const findOrAdd = (text: string): Term => {
    const words = termWords(text);
    const key = words.join(' ');
    const known = terms.get(key);
    if (known) return known;
    const term: Term = { words, groups: [] };
    terms.set(key, term);
    const prefix = prefixOf(words[0] ?? '');
    const neighbors = index.get(prefix);
    if (neighbors) neighbors.push(term);
    else index.set(prefix, [term]);
    return term;
  };
  for (const line of groups) {
    const group = [...new Set(line.split(', ').map(findOrAdd))];
    for (const term of group) term.groups.push(group);
  }
  return index;
}

let builtIndex: Index | undefined;

type Compare = (other: string) => Agreement | null;

interface Match {
  readonly term: Term;
  readonly length: number;
  readonly agreement: Agreement;
}

function matchAt(
  term: Term,
  words: readonly string[],
  compare: readonly Compare[],
  start: number,
): Match | null {
  let at = start;
  let agreement: Agreement = 0;
  for (const expected of term.words) {
    while (at > start && words[at] !== expected && connecting.has(words[at] ?? '')) at++;
    const found = compare[at]?.(expected) ?? null;
    if (found === null) return null;
    if (found > agreement) agreement = found;
    at++;
  }
  return { term, length: at - start, agreement };
}

/** Returns the other terms of the matched groups, the first of each group before the second of any. */
function otherTerms(matches: readonly Match[]): string[][] {
  const matched = new Set(matches.map(({ term }) => term));
  const named = [...new Set(matches.flatMap(({ term }) => term.groups))];
  const longest = Math.max(...named.map((group) => group.length));
  const others = new Set<Term>();
  for (let place = 0; place < longest; place++)
    for (const group of named) {
      const term = group[place];
      if (term && !matched.has(term)) others.add(term);
    }
  return [...others].slice(0, maxTerms).map(({ words }) => [...words]);
}

/**
 * Finds the concepts in folded words, in the order of the query. A run does not overlap a longer one, so a word inside a
 * longer run has no span of its own. Inflected words are found, exact words first.
 */
export function findConcepts(words: readonly string[]): ConceptSpan[] {
  const index = (builtIndex ??= buildIndex());
  const compare = words.map(agreementWith);
  const matches = words.flatMap((word, start) =>
    (index.get(prefixOf(word)) ?? []).flatMap((term) => {
      const match = matchAt(term, words, compare, start);
      return match ? [{ ...match, start }] : [];
    }),
  );
  matches.sort((a, b) => b.length - a.length || a.start - b.start || a.agreement - b.agreement);
  const taken = words.map(() => false);
  const spans: ConceptSpan[] = [];
  for (const { start, length, agreement } of matches) {
    if (taken.slice(start, start + length).includes(true)) continue;
    taken.fill(true, start, start + length);
    const same = matches.filter(
      (other) => other.start === start && other.length === length && other.agreement === agreement,
    );
    spans.push({ start, length, terms: otherTerms(same) });
  }
  return spans.sort((a, b) => a.start - b.start);
}
