import { limits } from '@/lib/contract/limits';
import { isGroup } from '@/lib/domain/query/nodes';
import { parseQuery } from '@/lib/domain/query/parse';
import { printQuery } from '@/lib/domain/query/print';
import type { QueryNode } from '@/lib/domain/query/query';
import type { Database } from '@/provider/db/client';
import { Problem } from '@/provider/problem';
import type { Gathered } from '@/provider/services/bookmarks/list-filters';
import { prepareQuery } from '@/provider/services/search/prepare-query';

/** When and where somebody reads: relative dates depend on both. */
export interface When {
  readonly now: Date;
  readonly timeZone: string;
}

/**
 * A query as a smart collection keeps it: in the one spelling of what it says. Throws VALIDATION_FAILED for one without
 * a condition, and for one that is too long in that spelling.
 */
export function readSmart(text: string): { query: string } {
  const { query } = parseQuery(text);
  const refuse = (code: 'required' | 'too_long'): Problem =>
    new Problem('VALIDATION_FAILED', { issues: [{ path: 'smart.query', code }] });
  if (query.where === null) throw refuse('required');
  const printed = printQuery(query);
  if (printed.length > limits.smartQueryLength) throw refuse('too_long');
  return { query: printed };
}

/** What a smart collection gathers, as it is looked up for one reader. */
export interface Smart extends Gathered {
  /** The day and place for which a count of it holds: empty where it holds for all, null where for no later read. */
  readonly countedFor: string | null;
}

/**
 * What a query gathers in a space. Its order and its number count for a search only: the collection is sorted as every
 * other, and holds all.
 */
export async function prepareSmart(db: Database, spaceId: string, text: string, when: When): Promise<Smart> {
  const { query } = parseQuery(text);
  const prepared = await prepareQuery(db, { spaceIds: [spaceId], query, ...when });
  return {
    condition: prepared.isEmpty ? () => 'false' : prepared.condition,
    countedFor: holdsFor(prepared.where, when),
  };
}

/** Today, and where. */
export const dayOf = ({ now, timeZone }: When): string =>
  `${new Intl.DateTimeFormat('en-CA', { timeZone }).format(now)} ${timeZone}`;

function holdsFor(where: QueryNode | null, when: When): string | null {
  const kinds = new Set<string>();
  collectKinds(where, kinds);
  if (kinds.has('unseen')) return null;
  return kinds.has('dated') ? dayOf(when) : '';
}

/** Whether a query looks at dates, and at what no revision tells of. */
function collectKinds(node: QueryNode | null, kinds: Set<string>): void {
  if (node === null) return;
  if (isGroup(node)) node.nodes.forEach((inner) => collectKinds(inner, kinds));
  else if (node.kind === 'not') collectKinds(node.node, kinds);
  else if (node.kind === 'visits' || (node.kind === 'is' && node.state === 'broken')) kinds.add('unseen');
  else if (node.kind === 'date' || node.kind === 'dates') {
    kinds.add(node.field === 'visited' ? 'unseen' : 'dated');
  }
}
