import { joinNodes, type Query, type QueryNode, type QuerySort } from '@/lib/domain/query/query';
import { parseQuery } from '@/lib/domain/query/parse';
import { dayIn, findDates } from '@/provider/modules/ask/dates';
import {
  findNamed,
  findPlaces,
  findSites,
  findSitesOfTypes,
  findTitles,
  readNames,
} from '@/provider/modules/ask/names';
import {
  dropFillers,
  dropNouns,
  findDenials,
  findLimits,
  findOrders,
  findStates,
  findTypes,
} from '@/provider/modules/ask/rules';
import { readCells, Tape, type Cell, type ReadCells } from '@/provider/modules/ask/tokens';
import { findAges, findTimes, findVisits } from '@/provider/modules/ask/visits';
import type { Vocabulary } from '@/provider/modules/ask/vocabulary';

/** Words that only hold others together. They are left out once something of the question has been understood. */
const small = new Set(
  ("a an the of for in on at from with by and that which it its my is are but mas only just so apenas somente everything anything something these those every each tudo todos todas algo aquele aquela aqueles aquelas esse essa esses essas alguma algum estao esta sao was were be been have has i me some any all to where " +
    'o os as um uma uns umas de do da dos das em no na nos nas com por para pra e que meu meus minha minhas eu se ao aos foi era').split(' '),
); // prettier-ignore
const keptBetween = new Set(['to', 'por', 'para', 'i', 'me', 'se', 'all', 'is', 'be']);
const eitherOr = new Set(['or', 'ou']);
const denies = new Set(['not', 'nao', 'nem', 'nor']);

const isWord = (cell: Cell | undefined): cell is Cell =>
  cell !== undefined && cell.item === null && cell.sign !== ',';
const nodeOf = (cell: Cell | undefined): QueryNode | null =>
  cell?.item && 'node' in cell.item ? cell.item.node : null;

/** A run of words from here on, in one direction; it ends at a small word. */
function runFrom(cells: readonly Cell[], at: number, step: 1 | -1): number {
  let end = at;
  for (;;) {
    const cell = cells[end];
    if (!isWord(cell) || small.has(cell.sign) || eitherOr.has(cell.sign)) return end;
    end += step;
  }
}

interface Operand {
  start: number;
  end: number;
}

function operandBefore(cells: readonly Cell[], at: number): Operand | null {
  if (nodeOf(cells[at - 1])) return { start: at - 1, end: at };
  const start = runFrom(cells, at - 1, -1) + 1;
  return start < at ? { start, end: at } : null;
}

function operandAfter(cells: readonly Cell[], at: number): Operand | null {
  let start = at + 1;
  while (isWord(cells[start]) && small.has(cells[start]?.sign ?? '')) start += 1;
  if (denies.has(cells[start]?.sign ?? '')) return null;
  if (nodeOf(cells[start])) return { start, end: start + 1 };
  const end = runFrom(cells, start, 1);
  return end > start ? { start, end } : null;
}

const wordNode = ({ text }: Cell): QueryNode => ({ kind: 'word', text });
const group = (cells: readonly Cell[]): QueryNode | null =>
  joinNodes('and', cells.map((cell) => nodeOf(cell) ?? wordNode(cell))); // prettier-ignore

/** `X or Y`: of items their neighbours, of words the run on either side. */
function joinEither(cells: readonly Cell[]): readonly Cell[] {
  const at = cells.findIndex(
    (cell, index) => isWord(cell) && eitherOr.has(cell.sign) && operandBefore(cells, index) && operandAfter(cells, index),
  );
  const [before, after] = [operandBefore(cells, at), operandAfter(cells, at)];
  if (at < 0 || !before || !after) return cells;
  const sides = [group(cells.slice(before.start, before.end)), group(cells.slice(after.start, after.end))];
  const node = joinNodes('or', sides.filter((side) => side !== null));
  if (!node) return cells;
  const words = cells.slice(before.start, after.end);
  const joined: Cell = { text: '', sign: '<op>', item: { kind: 'op', node }, words };
  return joinEither([...cells.slice(0, before.start), joined, ...cells.slice(after.end)]);
} // prettier-ignore

function plainWords(cells: readonly Cell[]): Set<Cell> {
  const kept = cells.filter(
    (cell, index) =>
      isWord(cell) &&
      (!small.has(cell.sign) ||
        (keptBetween.has(cell.sign) && isFull(cells[index - 1]) && isFull(cells[index + 1]))),
  );
  return new Set(kept);
}
const isFull = (cell: Cell | undefined): boolean => isWord(cell) && !small.has(cell.sign);

const isVisit = (node: QueryNode): boolean =>
  node.kind === 'not' && node.node.kind === 'date' && node.node.value === 'never';

/** The query that the cells make together; null where nothing in them was understood. */
function assembleQuery(read: readonly Cell[]): Query | null {
  const cells = joinEither(read);
  if (!cells.some(({ item }) => item !== null && item.kind !== 'phrase')) return null;
  const words = plainWords(cells);
  const nodes: QueryNode[] = [];
  let sort: QuerySort | null = null;
  let implied: QuerySort | null = null;
  let limit: number | null = null;
  for (const cell of cells) {
    const node = nodeOf(cell) ?? (words.has(cell) ? wordNode(cell) : null);
    if (node) nodes.push(node);
    if (cell.item?.kind === 'sort') sort ??= cell.item.sort;
    if (cell.item?.kind === 'limit') {
      limit ??= cell.item.limit;
      // The top five of a word are its best hits.
      implied = cell.item.sort === 'visits' && words.size > 0 ? implied : (implied ?? cell.item.sort);
    }
  }
  const where = joinNodes('and', nodes);
  // The last one that I read is not the last one that I saved.
  if (implied === 'newest' && nodes.some(isVisit)) implied = 'visited';
  sort ??= implied;
  return where === null && sort === null && limit === null ? null : { where, sort, limit };
}

export interface QuestionContext {
  now: Date;
  timeZone: string;
  locale: string;
  vocabulary: Vocabulary;
}

/** A longer text is searched as it is. */
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
