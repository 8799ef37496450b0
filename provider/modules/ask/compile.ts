import { parseQuery } from '@/lib/domain/query/parse';
import { assembleQuery, type AskedQuery } from '@/provider/modules/ask/assemble';
import { dayIn, findDates } from '@/provider/modules/ask/dates';
import { findLanguages } from '@/provider/modules/ask/languages';
import {
  findNamed,
  findPlaces,
  findSites,
  findSitesOfTypes,
  findTitles,
  readNames,
} from '@/provider/modules/ask/names';
import { asksForInstructions, dropFillers, dropNouns, isPortuguese } from '@/provider/modules/ask/fillers';
import { findDenials } from '@/provider/modules/ask/negations';
import { findLimits, findOrders } from '@/provider/modules/ask/orders';
import { findStates } from '@/provider/modules/ask/states';
import { findTypes } from '@/provider/modules/ask/types';
import { readTokens, TokenList, type QuestionTokens } from '@/provider/modules/ask/tokens';
import { findAges, findTimes, findVisits } from '@/provider/modules/ask/visits';
import type { Vocabulary } from '@/provider/modules/ask/vocabulary';

export interface QuestionContext {
  now: Date;
  timeZone: string;
  locale: string;
  vocabulary: Vocabulary;
}

/** Longer texts are searched as keywords. */
export const longestQuestion = 400;

/**
 * Compiles a question in English or Brazilian Portuguese into a query, regardless of the reader's locale. Operators of
 * the grammar are kept. Words that no rule recognizes stay words of the query.
 */
export function compileQuestion(text: string, context: QuestionContext): AskedQuery {
  const asTyped = { ...parseQuery(text).query, soft: [] };
  const read = text.length > longestQuestion ? null : readTokens(text);
  if (read === null) return asTyped;
  const understood = understand(read, context);
  if (!understood) return asTyped;
  return { ...understood, sort: read.sort ?? understood.sort, limit: read.limit ?? understood.limit };
}

function understand({ tokens }: QuestionTokens, { now, timeZone, locale, vocabulary }: QuestionContext): AskedQuery | null {
  const list = new TokenList(tokens);
  const names = readNames(vocabulary);
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
  findStates(list);
  findTypes(list);
  if (ofLibrary) findSitesOfTypes(list, names);
  findDenials(list, names, negatesNo);
  dropNouns(list);
  return assembleQuery(list.tokens);
} // prettier-ignore
