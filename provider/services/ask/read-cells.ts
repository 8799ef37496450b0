import { parseQuery } from '@/lib/domain/query/parse';
import type { QuerySort } from '@/lib/domain/query/query';
import { isWordy, itemCell, wordCell, type Cell } from '@/provider/services/ask/tape';

export interface ReadCells {
  cells: readonly Cell[];
  sort: QuerySort | null;
  limit: number | null;
}

const quoted = '"[^"]*"|[“„‟][^"“”„‟]*[”“]';
const piece = new RegExp(
  `(?<operator>-?(?:(?:title|url|site|is|type|created|visited|visits|tag|collection|sort|limit):|[#@])(?:${quoted}|[^\\s"]+)|-(?:${quoted}|[\\p{L}\\p{N}][^\\s"]*))(?=\\s|$)|(?<phrase>${quoted})|[^\\s,"“”„‟]+|[,"“”„‟]`,
  'giu',
);
const structure = /[()]|(?:^|\s)(?:OR|AND|NOT)(?:\s|$)/;
// An ordinal, `C#`, `.net` and `c++` keep their signs.
const closing = /[?!;:.…]+$/;

/**
 * The question as cells: words, phrases, and operators of the grammar, which are read already. Null for one with groups,
 * `OR`, `AND` or `NOT`: such a text is a query already.
 */
export function readCells(text: string): ReadCells | null {
  if (structure.test(text)) return null;
  const cells: Cell[] = [];
  let sort: QuerySort | null = null;
  let limit: number | null = null;
  for (const { 0: found, groups = {} } of text.matchAll(piece)) {
    if (groups['operator'] !== undefined) {
      const { query, parsed } = parseQuery(found);
      sort = query.sort ?? sort;
      limit = query.limit ?? limit;
      if (query.where && parsed) cells.push(itemCell({ kind: 'op', node: query.where }, [wordCell(found)]));
      else if (query.where) cells.push(wordCell(found));
    } else if (groups['phrase'] !== undefined) {
      const node = parseQuery(found).query.where;
      if (node?.kind === 'phrase') cells.push(itemCell({ kind: 'phrase', node }, [wordCell(found)]));
    } else if (found === ',') cells.push({ ...wordCell(','), sign: ',' });
    else {
      const word = found.replace(closing, '');
      if (isWordy.test(word)) cells.push(wordCell(word));
    }
  }
  return { cells, sort, limit };
}
