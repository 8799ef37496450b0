import { conjunctsOf } from '@/lib/domain/query/query';
import { parseQuery } from '@/lib/domain/query/parse';
import { assembleQuery, type AskedQuery, type Meaning } from '@/provider/modules/ask/assemble';
import { dayIn, findDates } from '@/provider/modules/ask/dates';
import { namesAmong, noLibraryWords, type LibraryWords } from '@/provider/modules/ask/library-words';
import { findLanguages } from '@/provider/modules/ask/languages';
import {
  findNamed,
  findPlaces,
  findSites,
  findSitesOfTypes,
  findTitles,
  readNames,
  type Names,
} from '@/provider/modules/ask/names';
import { asksForInstructions, dropFillers, dropNouns, isPortuguese } from '@/provider/modules/ask/fillers';
import { findDenials } from '@/provider/modules/ask/negations';
import { findLimits, findOrders } from '@/provider/modules/ask/orders';
import { findStates } from '@/provider/modules/ask/states';
import { findTypes } from '@/provider/modules/ask/types';
import { readTokens, TokenList, type QuestionTokens, type Token } from '@/provider/modules/ask/tokens';
import { findAges, findTimes, findVisits } from '@/provider/modules/ask/visits';
import type { Vocabulary } from '@/provider/modules/ask/vocabulary';

export interface QuestionContext {
  now: Date;
  timeZone: string;
  locale: string;
  vocabulary: Vocabulary;
  /** What the bookmarks call things; nothing if it was not read. */
  libraryWords?: LibraryWords;
}

/** Longer texts are searched as keywords. */
export const longestQuestion = 400;

/**
 * Compiles a question in English or Brazilian Portuguese into a query, regardless of the reader's locale. Operators of
 * the grammar are kept. Words that no rule recognizes stay words of the query.
 */
export function compileQuestion(text: string, context: QuestionContext): AskedQuery {
  const asTyped = parseQuery(text).query;
  const read = text.length > longestQuestion ? null : readTokens(text);
  if (read === null) return { ...asTyped, soft: [], named: [] };
  const names = readNames(context.vocabulary);
  const libraryWords = context.libraryWords ?? noLibraryWords;
  const nameTokens = namesAmong(read.tokens, names, libraryWords);
  const meaning = isNamed(read.tokens, names, libraryWords)
    ? null
    : understand(read, { ...context, libraryWords, names, nameTokens });
  const query = meaning ?? { ...asTyped, soft: [] };
  const texts = new Set([...nameTokens].map((token) => token.text));
  return {
    ...query,
    sort: read.sort ?? query.sort,
    limit: read.limit ?? query.limit,
    named: conjunctsOf(query.where).filter((node) => node.kind === 'word' && texts.has(node.text)),
  };
}

/** Whether several words are, as a whole, what the library calls something: `last week tonight`. */
function isNamed(tokens: readonly Token[], names: Names, { titles }: LibraryWords): boolean {
  if (tokens.length < 2 || tokens.some(({ item }) => item !== null)) return false;
  const name = tokens.map(({ sign }) => sign).join(' ');
  return titles.has(name) || (names.tag(name, '') ?? names.collection(name, '')) !== null;
}

interface Understanding extends QuestionContext {
  libraryWords: LibraryWords;
  names: Names;
  nameTokens: ReadonlySet<Token>;
}

function understand({ tokens }: QuestionTokens, { now, timeZone, locale, libraryWords, names, nameTokens }: Understanding): Meaning | null {
  const list = new TokenList(tokens);
  dropFillers(list);
  // `How do I download videos from youtube` is not a question for pages of that site.
  const ofLibrary = !asksForInstructions(list);
  const negatesNo = !isPortuguese(list);
  findTitles(list);
  findNamed(list, names);
  findVisits(list);
  findAges(list);
  findDates(list, dayIn(now, timeZone), locale);
  findOrders(list);
  if (ofLibrary) findSites(list, names);
  findTimes(list);
  findLimits(list);
  if (ofLibrary) findPlaces(list, names);
  if (ofLibrary) findLanguages(list);
  findStates(list, names, libraryWords);
  findTypes(list);
  if (ofLibrary) findSitesOfTypes(list, names);
  findDenials(list, names, negatesNo);
  dropNouns(list);
  return assembleQuery(list.tokens, nameTokens);
} // prettier-ignore
