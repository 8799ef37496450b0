import type { QueryNode } from '@/lib/domain/query/query';
import { pattern, type Cell, type Item, type Tape } from '@/provider/services/ask/tape';
import { noun, typeNoun } from '@/provider/services/ask/vocables';

// Up to four words, or a phrase in quotes.
const some = '(?<x>(?:<phrase>|[^ ,<>]+(?: [^ ,<>]+){0,3}?))';
const having =
  '(?:with|containing|having|(?:that|which) (?:has|have|contains?|includes?)|com|contendo|que (?:tem|tenha|tenham|contem|contenha|contenham)|cujo)';

const inTitle = [
  pattern(`(?<=^ )(?<x><phrase>|[^ ,<>]+) (?:in (?:the )?title|no titulo)`),
  pattern(`${having} ${some} (?:in|on) (?:the|its|their) (?:titles?|names?)|${having} ${some} n[oa]s? (?:titulos?|nomes?)`),
  pattern(`(?:with |whose |com )?(?:the |o )?(?:titles?|titulos?) (?:contains?|containing|has|have|with|including|includes|contem|com|tem|contendo|que contem) (?<x><phrase>|[^ ,<>]+)`),
  pattern('(?:titled|entitled|intitulad[oa]s?) (?<x><phrase>|[^ ,<>]+)'),
  pattern(`(?<= (?:${noun}|${typeNoun}) )(?:called|named|chamad[oa]s?) (?<x><phrase>|[^ ,<>]+)`),
]; // prettier-ignore
const inAddress = [
  pattern(`(?<=^ )(?<x><phrase>|[^ ,<>]+) in (?:the )?(?:url|address)|(?<=^ )(?<x><phrase>|[^ ,<>]+) n[oa] (?:url|endereco)`),
  pattern(`${having} ${some} (?:in|on) (?:the|its|their) (?:urls?|links?|address|addresses)|${having} ${some} n[oa]s? (?:urls?|links?|enderecos?)`),
  pattern('(?:with |whose |com )?(?:the |a |o )?(?:urls?|enderecos?) (?:contains?|containing|has|with|contem|com|tem|contendo) (?<x><phrase>|[^ ,<>]+)'),
]; // prettier-ignore

const quoted = ({ item }: Cell): string | null =>
  item?.kind === 'phrase' && item.node.kind === 'phrase' ? item.node.text : null;

function inField(kind: 'title' | 'url', cells: readonly Cell[]): Item {
  const nodes: QueryNode[] = cells.map((cell) => {
    const phrase = quoted(cell);
    return { kind, text: phrase ?? cell.text, isPhrase: phrase !== null };
  });
  const [only] = nodes;
  return { kind: 'title', node: nodes.length === 1 && only ? only : { kind: 'and', nodes } };
}

/** What stands in the title, or in the address. */
export function findTitles(tape: Tape): void {
  for (const rule of inTitle) tape.rewrite(rule, (found) => inField('title', found.cells('x')));
  for (const rule of inAddress) tape.rewrite(rule, (found) => inField('url', found.cells('x')));
}
