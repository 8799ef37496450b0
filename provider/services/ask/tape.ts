import type { QueryNode, QuerySort } from '@/lib/domain/query/query';
import { foldText } from '@/lib/domain/search-words';
import type { Span, When } from '@/provider/services/ask/calendar';

/** What kind of node a part of a question has become; the rules look at it, the query does not. */
export type PartName = 'site' | 'type' | 'tag' | 'in' | 'is' | 'phrase' | 'title' | 'visit' | 'op' | 'not';

/**
 * What a run of words has been understood as. A span of time waits for words that say what happened in it: `maybe` is
 * one that is a date only beside such words (`may`), `day` one that is a date unless it begins a name (`today show`).
 */
export type Item =
  | { readonly kind: 'date' | 'maybe' | 'day'; readonly span: Span }
  | { readonly kind: 'when'; readonly when: When }
  | { readonly kind: PartName; readonly node: QueryNode }
  | { readonly kind: 'sort'; readonly sort: QuerySort }
  /** With the order that it implies where none is said: the last ten. */
  | { readonly kind: 'limit'; readonly limit: number; readonly sort: QuerySort | null }
  /** That something was read, at a time that may follow. */
  | { readonly kind: 'reading' }
  /** Words that say nothing about what is looked for: `show me`. */
  | { readonly kind: 'gap' };

export interface Cell {
  /** As it was typed. */
  readonly text: string;
  /** What the rules see: the folded word, or the kind of the item as `<kind>`. */
  readonly sign: string;
  readonly item: Item | null;
  /** The words that an item was made of. */
  readonly words: readonly Cell[];
}

/** Whether a piece of text has something to look for. */
export const isWordy = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

export const wordCell = (text: string): Cell => {
  const sign = foldText(text)
    .replace(/[\u2018\u2019\u00b4`]/g, "'")
    .replace(/[<>\s]/g, '');
  return { text, sign: sign === '' ? '\u00b7' : sign, item: null, words: [] };
};

export const itemCell = (item: Item, cells: readonly Cell[]): Cell => ({
  text: cells.map(({ text }) => text).join(' '),
  sign: `<${item.kind}>`,
  item,
  words: cells.flatMap((cell) => (cell.item === null ? [cell] : cell.words)),
});

/** Where a rule applies, and the cells that its named groups stand for. */
export interface Found {
  /** The first cell of a group that took part; null otherwise. */
  cell: (group: string) => Cell | null;
  cells: (group: string) => readonly Cell[];
  /** The signs of a group; empty where it took no part. */
  sign: (group: string) => string;
}

/**
 * A rule of words: a pattern over signs that are separated by single spaces, at the borders of cells. A group may be
 * named in each alternative.
 */
export function pattern(source: string): RegExp {
  const times = new Map<string, number>();
  const numbered = source.replace(/\(\?<(?<name>[a-z]+)>/g, (_, name: string) => {
    const count = times.get(name) ?? 0;
    times.set(name, count + 1);
    return `(?<${name}${count === 0 ? '' : count}>`;
  });
  return new RegExp(`(?<= )(?:${numbered})(?= )`, 'dg');
}

/** The place of a group, in whichever alternative it took part. */
function placeOf({ indices }: RegExpExecArray, group: string): readonly [number, number] | null {
  const groups: Record<string, [number, number] | undefined> = indices?.groups ?? {};
  for (let count = 0; ; count += 1) {
    const name = count === 0 ? group : group + String(count);
    if (!(name in groups)) return null;
    if (groups[name]) return groups[name];
  }
}

/**
 * The question as a row of cells. Rules run one after the other, from what is certain to what is not; each replaces a
 * run of cells by an item, so that a later rule sees `<site>` where `from github` was.
 */
export class Tape {
  #cells: Cell[];

  constructor(cells: readonly Cell[]) {
    this.#cells = [...cells];
  }

  get cells(): readonly Cell[] {
    return this.#cells;
  }

  toString(): string {
    return ` ${this.#cells.map(({ sign }) => sign).join(' ')} `;
  }

  /** Replaces what a rule matches, from left to right, unless `make` answers null. */
  rewrite(rule: RegExp, make: (found: Found) => Item | null): void {
    let from = 0;
    for (;;) {
      const text = this.toString();
      rule.lastIndex = from;
      const match = rule.exec(text);
      if (match === null) return;
      const item = make(this.#found(text, match));
      const start = cellAt(text, match.index);
      const end = cellAt(text, match.index + match[0].length);
      if (item !== null) this.replace(start, end + 1, item);
      const next = item === null ? 1 : `<${item.kind}>`.length;
      from = match.index + next;
    }
  }

  replace(start: number, end: number, item: Item): void {
    this.#cells.splice(start, end - start, itemCell(item, this.#cells.slice(start, end)));
  }

  /** Takes back what was only a possibility. */
  release(kind: Item['kind']): void {
    this.#cells = this.#cells.flatMap((cell) => (cell.item?.kind === kind ? cell.words : [cell]));
  }

  #found(text: string, match: RegExpExecArray): Found {
    const cells = (group: string): Cell[] => {
      const place = placeOf(match, group);
      return place ? this.#cells.slice(cellAt(text, place[0]), cellAt(text, place[1]) + 1) : [];
    };
    return {
      cells,
      cell: (group) => cells(group)[0] ?? null,
      sign: (group) => {
        const place = placeOf(match, group);
        return place ? text.slice(place[0], place[1]) : '';
      },
    };
  }
}

/** The number of the cell that a place in the row of signs belongs to; the row begins with a space. */
function cellAt(text: string, place: number): number {
  let count = -1;
  for (let index = 0; index < place; index += 1) if (text[index] === ' ') count += 1;
  return count;
}
