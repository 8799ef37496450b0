import { type QueryNode } from '@/lib/domain/query/query';

export type GroupNode = Extract<QueryNode, { nodes: unknown }>;
/** What is asked of a bookmark itself. */
export type Condition = Exclude<QueryNode, GroupNode | { kind: 'not' }>;

export const isGroup = (node: QueryNode): node is GroupNode => node.kind === 'and' || node.kind === 'or';

/** All of the nodes, or one of them: null for none, the node itself for one, without levels that mean nothing. */
export function joinNodes(kind: 'and' | 'or', nodes: readonly QueryNode[]): QueryNode | null {
  const flat = nodes.flatMap((node) => (node.kind === kind ? node.nodes : [node]));
  return flat.length > 1 ? { kind, nodes: flat } : (flat[0] ?? null);
}

export const negateNode = (node: QueryNode): QueryNode =>
  node.kind === 'not' ? node.node : { kind: 'not', node };

/** The same meaning without empty groups, groups of one, groups in groups of their kind, and double negations. */
export function simplifyNode(node: QueryNode): QueryNode | null {
  if (node.kind === 'not') {
    const inner = simplifyNode(node.node);
    return inner && negateNode(inner);
  }
  if (!isGroup(node)) return node;
  return joinNodes(
    node.kind,
    node.nodes.map(simplifyNode).filter((inner) => inner !== null),
  );
}

/** The conditions that all have to be fulfilled, words among them: what the index of a chip counts. */
export const conjunctsOf = (where: QueryNode | null): readonly QueryNode[] =>
  where === null ? [] : where.kind === 'and' ? where.nodes : [where];

/** Whether it looks for words, so that a bookmark can answer better than another. */
export const hasWords = (node: QueryNode, isNegated = false): boolean => {
  if (node.kind === 'not') return hasWords(node.node, !isNegated);
  if (isGroup(node)) return node.nodes.some((inner) => hasWords(inner, isNegated));
  return 'text' in node && !isNegated;
};
