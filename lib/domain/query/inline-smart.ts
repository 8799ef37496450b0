import { parseQuery } from '@/lib/domain/query/parse';
import { joinNodes } from '@/lib/domain/query/nodes';
import type { QueryNode } from '@/lib/domain/query/query';

/**
 * Puts in the place of smart collections that a query names what they gather by. A collection that leads back to itself
 * gathers nothing by that: names in `seen` stay what they are, and such a collection holds no bookmark.
 */
export function inlineSmart(
  where: QueryNode,
  smart: ReadonlyMap<string, readonly string[]>,
  seen: Set<string>,
): QueryNode {
  const found = (name: string): readonly string[] => (seen.has(name) ? [] : (smart.get(name) ?? []));
  const visit = (node: QueryNode): QueryNode => {
    if (node.kind === 'and' || node.kind === 'or') return { kind: node.kind, nodes: node.nodes.map(visit) };
    if (node.kind === 'not') return { kind: 'not', node: visit(node.node) };
    if (node.kind !== 'collection') return node;
    const gathered = found(node.name).flatMap((query) => parseQuery(query).query.where ?? []);
    return gathered.length === 0 ? node : (joinNodes('or', [node, ...gathered]) ?? node);
  };
  const inlined = visit(where);
  for (const name of smart.keys()) seen.add(name);
  return inlined;
}
