import { parseQuery } from '@/lib/domain/query/parse';
import type { Query } from '@/lib/domain/query/query';
import { assembleQuery } from '@/provider/services/ask/assemble';
import { dayIn } from '@/provider/services/ask/calendar';
import { findDates } from '@/provider/services/ask/date-rules';
import { dropFillers, dropNouns } from '@/provider/services/ask/filler-rules';
import {
  findNamed,
  findPlaces,
  findSites,
  findSitesOfTypes,
  readNames,
} from '@/provider/services/ask/name-rules';
import { findDenials } from '@/provider/services/ask/negation-rules';
import { findLimits, findOrders } from '@/provider/services/ask/order-rules';
import { readCells, type ReadCells } from '@/provider/services/ask/read-cells';
import { findStates } from '@/provider/services/ask/state-rules';
import { Tape } from '@/provider/services/ask/tape';
import { findTitles } from '@/provider/services/ask/title-rules';
import { findTypes } from '@/provider/services/ask/type-rules';
import { findAges, findTimes, findVisits } from '@/provider/services/ask/visit-rules';
import type { Vocabulary } from '@/provider/services/ask/vocabulary';

export interface QuestionContext {
  now: Date;
  timeZone: string;
  locale: string;
  vocabulary: Vocabulary;
}

/** Nobody asks at such length; a longer text is searched as it is. */
export const longestQuestion = 400;

/**
 * What a question in plain English or Brazilian Portuguese means, whatever the language of the reader. Operators of the
 * grammar stand as they are. What is not understood stays a word of the query.
 */
export function compileQuestion(text: string, context: QuestionContext): Query {
  const asTyped = parseQuery(text).query;
  const read = text.length > longestQuestion ? null : readCells(text);
  if (read === null) return asTyped;
  const understood = understand(read, context);
  if (!understood) return asTyped;
  const { where, sort, limit } = understood;
  return { where, sort: read.sort ?? sort, limit: read.limit ?? limit };
}

function understand({ cells }: ReadCells, { now, timeZone, locale, vocabulary }: QuestionContext): Query | null {
  const tape = new Tape(cells);
  const names = readNames(vocabulary);
  dropFillers(tape);
  findTitles(tape);
  findNamed(tape, names);
  findVisits(tape);
  findAges(tape);
  findDates(tape, dayIn(now, timeZone), locale);
  findOrders(tape);
  findSites(tape, names);
  findTimes(tape);
  findLimits(tape);
  findPlaces(tape, names);
  findStates(tape);
  findTypes(tape);
  findSitesOfTypes(tape, names);
  findDenials(tape, names);
  dropNouns(tape);
  return assembleQuery(tape.cells);
} // prettier-ignore
