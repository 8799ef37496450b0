import cooking from '@/lib/domain/concepts/cooking.json';
import culture from '@/lib/domain/concepts/culture.json';
import devices from '@/lib/domain/concepts/devices.json';
import everyday from '@/lib/domain/concepts/everyday.json';
import family from '@/lib/domain/concepts/family.json';
import fashion from '@/lib/domain/concepts/fashion.json';
import food from '@/lib/domain/concepts/food.json';
import government from '@/lib/domain/concepts/government.json';
import health from '@/lib/domain/concepts/health.json';
import hobbies from '@/lib/domain/concepts/hobbies.json';
import home from '@/lib/domain/concepts/home.json';
import illnesses from '@/lib/domain/concepts/illnesses.json';
import ingredients from '@/lib/domain/concepts/ingredients.json';
import law from '@/lib/domain/concepts/law.json';
import money from '@/lib/domain/concepts/money.json';
import nature from '@/lib/domain/concepts/nature.json';
import news from '@/lib/domain/concepts/news.json';
import programming from '@/lib/domain/concepts/programming.json';
import repair from '@/lib/domain/concepts/repair.json';
import { type Agreement, agreementWith } from '@/lib/domain/concepts/same-word';
import science from '@/lib/domain/concepts/science.json';
import shopping from '@/lib/domain/concepts/shopping.json';
import software from '@/lib/domain/concepts/software.json';
import sports from '@/lib/domain/concepts/sports.json';
import study from '@/lib/domain/concepts/study.json';
import transport from '@/lib/domain/concepts/transport.json';
import travel from '@/lib/domain/concepts/travel.json';
import work from '@/lib/domain/concepts/work.json';
import { foldText, splitWords } from '@/lib/domain/search-words';

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
export const groups: readonly string[] = [
  cooking,
  culture,
  devices,
  everyday,
  family,
  fashion,
  food,
  government,
  health,
  hobbies,
  home,
  illnesses,
  ingredients,
  law,
  money,
  nature,
  news,
  programming,
  repair,
  science,
  shopping,
  software,
  sports,
  study,
  transport,
  travel,
  work,
].flat();

const maxTerms = 12;

/** Words that a query may add inside a term or leave out of it. */
const connecting = new Set(
  'a an and as com da das de do dos e em for na nas no nos o of os para por the to'.split(' '),
);

const essential = (words: readonly string[]): string[] =>
  words.filter((word, index) => index === 0 || index === words.length - 1 || !connecting.has(word));

/** Returns the folded words of a term, without the connecting words between the first and the last one. */
export const termWords = (term: string): string[] => essential(splitWords(term));

type Compare = (other: string) => Agreement | null;

const termStart = ', ';
const lineStart = `\n${termStart}`;

interface Index {
  /** The folded words of all groups, a line each. Terms are split when a query names them, to keep it small. */
  readonly text: string;
  /** Where terms begin in the text, by their first two letters, which all forms of a word share. */
  readonly positions: ReadonlyMap<string, readonly number[]>;
}

const prefixOf = (text: string, at = 0): string => text.slice(at, at + 2).trimEnd();

function buildIndex(): Index {
  const folded = foldText(groups.join(lineStart)).replace(/[^a-z0-9,\n]+/g, ' ');
  const text = lineStart + folded + lineStart;
  const positions = new Map<string, number[]>();
  for (let at = text.indexOf(termStart); at >= 0; at = text.indexOf(termStart, at + 1)) {
    const position = at + termStart.length;
    const prefix = prefixOf(text, position);
    const known = positions.get(prefix);
    if (known) known.push(position);
    else positions.set(prefix, [position]);
  }
  return { text, positions };
}

let builtIndex: Index | undefined;

function readWord(text: string, start: number): string {
  let end = start;
  while (end < text.length && !' ,\n'.includes(text.charAt(end))) end++;
  return text.slice(start, end);
}

/** Returns the lines with a term whose first word agrees with a query word. */
function findLines(word: string, compare: Compare): Set<string> {
  const { text, positions } = (builtIndex ??= buildIndex());
  const lines = new Set<string>();
  for (const position of positions.get(prefixOf(word)) ?? []) {
    if (compare(readWord(text, position)) === null) continue;
    const start = text.lastIndexOf('\n', position) + lineStart.length;
    lines.add(text.slice(start, text.indexOf('\n', start)));
  }
  return lines;
}

type Terms = readonly (readonly string[])[];

interface Match {
  readonly line: string;
  readonly terms: Terms;
  readonly term: readonly string[];
  readonly start: number;
  readonly length: number;
  readonly agreement: Agreement;
}

/** Returns the length of the run that agrees with a term, and its worst agreement. */
function matchTerm(
  term: readonly string[],
  words: readonly string[],
  compare: readonly Compare[],
  start: number,
) {
  let at = start;
  let agreement: Agreement = 0;
  for (const expected of term) {
    while (at > start && words[at] !== expected && connecting.has(words[at] ?? '')) at++;
    const found = compare[at]?.(expected) ?? null;
    if (found === null) return null;
    if (found > agreement) agreement = found;
    at++;
  }
  return { length: at - start, agreement };
}

function findMatches(words: readonly string[]): Match[] {
  const compare = words.map(agreementWith);
  return words.flatMap((word, start) =>
    [...findLines(word, compare[start] ?? agreementWith(word))].flatMap((line) => {
      const terms = line.split(termStart).map((term) => essential(term.split(' ')));
      return terms.flatMap((term) => {
        const match = matchTerm(term, words, compare, start);
        return match ? [{ ...match, line, terms, term, start }] : [];
      });
    }),
  );
}

/** Returns the other terms of the matched groups, the first of each group before the second of any. */
function otherTerms(matches: readonly Match[]): string[][] {
  const matched = new Set(matches.map(({ term }) => term.join(' ')));
  const named = [...new Map(matches.map(({ line, terms }) => [line, terms])).values()];
  const longest = Math.max(...named.map((terms) => terms.length));
  const others = new Map<string, readonly string[]>();
  for (let place = 0; place < longest; place++)
    for (const terms of named) {
      const term = terms[place];
      if (term && !matched.has(term.join(' '))) others.set(term.join(' '), term);
    }
  return [...others.values()].slice(0, maxTerms).map((term) => [...term]);
}

/**
 * Finds the concepts in folded words, in the order of the query. A run does not overlap a longer one, so a word inside
 * a longer run has no span of its own. Inflected words are found, exact words first.
 */
export function findConcepts(words: readonly string[]): ConceptSpan[] {
  const matches = findMatches(words);
  matches.sort((a, b) => b.length - a.length || a.start - b.start || a.agreement - b.agreement);
  const taken = words.map(() => false);
  const spans: ConceptSpan[] = [];
  for (const { start, length, agreement } of matches) {
    if (taken.slice(start, start + length).includes(true)) continue;
    taken.fill(true, start, start + length);
    const equal = matches.filter(
      (other) => other.start === start && other.length === length && other.agreement === agreement,
    );
    spans.push({ start, length, terms: otherTerms(equal) });
  }
  return spans.sort((a, b) => a.start - b.start);
}
