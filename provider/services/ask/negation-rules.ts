import { negateNode } from '@/lib/domain/query/nodes';
import type { QueryNode } from '@/lib/domain/query/query';
import type { Names } from '@/provider/services/ask/name-rules';
import { pattern, type Cell, type Found, type Item, type Tape } from '@/provider/services/ask/tape';
import { connector, determiners, not } from '@/provider/services/ask/vocables';

const thing = '<(?:site|type|tag|in|is|phrase|title)>';
const denied = pattern(`${not} ${determiners}(?<x>${thing}|<visit>)`);
const further = pattern(`(?<first><not>)(?: (?:or|nor|and|e|ou|nem|,))+ ${determiners}(?<next>${thing})`);
const either = pattern(
  `(?<first><(?<name>type|site|in)>)(?: (?:and|e|,))+ (?:the |o |a |do |da |from )?(?<next><\\k<name>>)`,
);

const few = `(?<x>[^ ,<>]+(?: (?!(?:${connector}) )[^ ,<>]+){0,2})`;
const surely = pattern(
  `(?:(?:but|mas) (?:not|without|nao|sem)|except(?: for)?|excluding|exceto|tirando|other than|(?<=, )(?:not|without|no|sem|nao|menos)|(?<=> )(?:without|sem)) ${determiners}${few}`,
);
const perhaps = pattern(`(?<=[^ ] )(?:without|sem|not|nao|menos) ${determiners}(?<x>[^ ,<>]+)`);

const nodeOf = (cell: Cell | null): QueryNode | null =>
  cell?.item && 'node' in cell.item ? cell.item.node : null;
const notItem = (node: QueryNode | null): Item | null => node && { kind: 'not', node: negateNode(node) };

const allNot = (cells: readonly Cell[]): Item | null => {
  const nodes = cells.map(({ text }): QueryNode => ({ kind: 'word', text }));
  const [only] = nodes;
  if (!only) return null;
  return notItem(nodes.length === 1 ? only : { kind: 'and', nodes });
};

const lastOf = (node: QueryNode): QueryNode | undefined => (node.kind === 'and' ? node.nodes.at(-1) : node);

/** `nor Vimeo` behind what is denied: only of the same kind, so that `not from Medium and tagged css` keeps its tag. */
function alsoDenied(found: Found): Item | null {
  const [first, next] = [nodeOf(found.cell('first')), nodeOf(found.cell('next'))];
  const last = first && lastOf(first);
  if (!first || !next || last?.kind !== 'not' || last.node.kind !== next.kind) return null;
  const nodes = [...(first.kind === 'and' ? first.nodes : [first]), negateNode(next)];
  return { kind: 'not', node: { kind: 'and', nodes } };
}

/** A bookmark has one type, one site: of several, any is meant. */
function anyOf(found: Found): Item | null {
  const [first, next] = [found.cell('first'), nodeOf(found.cell('next'))];
  const node = nodeOf(first);
  if (!node || !next || !first?.item || !('node' in first.item)) return null;
  const nodes = [...(node.kind === 'or' ? node.nodes : [node]), next];
  return { ...first.item, node: { kind: 'or', nodes } };
}

const rounds = 8;

/** What is not wanted. Of plain words only where that is certain: `bread without yeast` is found by all its words. */
export function findDenials(tape: Tape, names: Names): void {
  tape.rewrite(denied, (found) => notItem(nodeOf(found.cell('x'))));
  for (let round = 0; round < rounds; round += 1) {
    const before = tape.toString();
    tape.rewrite(further, alsoDenied);
    tape.rewrite(either, anyOf);
    if (tape.toString() === before) break;
  }
  tape.rewrite(surely, (found) => allNot(found.cells('x')));
  tape.rewrite(perhaps, (found) => {
    const name = found.sign('x');
    return names.tag(name, '') ?? names.collection(name, '') ? allNot(found.cells('x')) : null;
  });
} // prettier-ignore
