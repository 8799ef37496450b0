import { and, eq } from 'drizzle-orm';
import { limits } from '@/lib/contract/limits';
import { isGroup, type QueryNode } from '@/lib/domain/query/query';
import { parseQuery } from '@/lib/domain/query/parse';
import { printQuery } from '@/lib/domain/query/print';
import type { Place, RequestContext } from '@/provider/actor';
import type { Database } from '@/provider/db/client';
import { collections } from '@/provider/db/schema/library';
import type { ProviderDeps } from '@/provider/deps';
import type { BookmarkFilters, SmartMatches } from '@/provider/modules/bookmarks/filters';
import type { Chosen } from '@/provider/modules/bulk/selection';
import type { CollectionRecord } from '@/provider/modules/collections/queries';
import { prepareQuery } from '@/provider/modules/search/prepare-query';
import { Problem } from '@/provider/problem';

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

/** What a smart collection matches, as it is looked up for one reader. */
export interface Smart extends SmartMatches {
  /** The day and place for which a count of it holds: empty where it holds for all, null where for no later read. */
  readonly countedFor: string | null;
}

/**
 * What a query matches in a space. Its order and its number count for a search only: the collection is sorted as every
 * other, and holds all.
 */
export async function prepareSmart(
  db: Database,
  { accountId, spaceId }: Place,
  text: string,
  when: When,
): Promise<Smart> {
  const { query } = parseQuery(text);
  const prepared = await prepareQuery(db, { accountId, spaceIds: [spaceId], query, ...when });
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

type Deps = Pick<ProviderDeps, 'db' | 'clock'>;

/** Where somebody reads from: what `today` means depends on it. */
export type Reader = Pick<RequestContext, 'timeZone'>;

/**
 * Filters of a list in a space, with what the collection matches where it is a smart one. Throws NOT_FOUND for a
 * collection that is not of the space.
 */
export async function resolveFilters<F extends BookmarkFilters>(
  deps: Deps,
  { accountId, spaceId }: Place,
  filters: F,
  reader: Reader,
): Promise<F> {
  if (filters.collection === undefined) return filters;
  const [collection] = await deps.db
    .select({ smart: collections.smart })
    .from(collections)
    .where(
      and(
        eq(collections.accountId, accountId),
        eq(collections.id, filters.collection),
        eq(collections.spaceId, spaceId),
      ),
    )
    .prepare('smart-collection-in-space')
    .execute();
  if (!collection) throw new Problem('NOT_FOUND');
  return { ...filters, matches: await matchesOf(deps, { accountId, spaceId, ...collection }, reader) };
}

/** What a smart collection matches; undefined for one that holds what was put into it. */
export async function matchesOf(
  { db, clock }: Deps,
  { accountId, spaceId, smart }: Pick<CollectionRecord, 'accountId' | 'spaceId' | 'smart'>,
  { timeZone }: Reader,
): Promise<SmartMatches | undefined> {
  if (smart === null) return undefined;
  return prepareSmart(db, { accountId, spaceId }, smart.query, { now: clock(), timeZone });
}

/** A choice of bookmarks, with the filters of its list resolved. Throws as they do. */
export async function resolveChosen(
  deps: Deps,
  place: Place,
  { uuids, query }: Chosen,
  reader: Reader,
): Promise<Chosen> {
  return { uuids, query: query && (await resolveFilters(deps, place, query, reader)) };
}
