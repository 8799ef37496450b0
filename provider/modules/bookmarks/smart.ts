import { and, eq } from 'drizzle-orm';
import { limits } from '@/lib/contract/limits';
import { isGroup, type QueryNode, type QueryState } from '@/lib/domain/query/query';
import { parseQuery } from '@/lib/domain/query/parse';
import { printQuery } from '@/lib/domain/query/print';
import type { CurrentSpace, RequestContext } from '@/provider/actor';
import type { Database } from '@/provider/db/client';
import { collections, type CollectionRow } from '@/provider/db/schema/library';
import type { ProviderDeps } from '@/provider/deps';
import type { BookmarkFilters, SmartMatches } from '@/provider/modules/bookmarks/filters';
import type { Chosen } from '@/provider/modules/bookmarks/selection';
import { prepareQuery } from '@/provider/modules/query/prepare-query';
import { Problem } from '@/provider/problem';

/** Time and time zone of a read: relative dates depend on both. */
export interface When {
  readonly now: Date;
  readonly timeZone: string;
}

/**
 * Normalizes the query of a smart collection. Throws VALIDATION_FAILED for a query without a condition, and for one
 * that is too long after normalization.
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

/** The matches of a smart collection for one reader. */
export interface Smart extends SmartMatches {
  /**
   * Day and time zone for which its count is valid: empty if always valid, null if it must be recounted at every read.
   */
  readonly countedFor: string | null;
}

/**
 * Compiles the query of a smart collection in a space. The sort and limit of the query apply to search only: the
 * collection is sorted like any other, and contains all matches.
 */
export async function prepareSmart(
  db: Database,
  { accountId, spaceId }: CurrentSpace,
  text: string,
  when: When,
): Promise<Smart> {
  const { query } = parseQuery(text);
  const prepared = await prepareQuery(db, { accountId, spaceIds: [spaceId], query, ...when });
  return {
    condition: prepared.isEmpty ? () => 'false' : prepared.condition,
    countedFor: countValidity(prepared.where, when),
  };
}

/** Returns the current day with the time zone. */
export const dayOf = ({ now, timeZone }: When): string =>
  `${new Intl.DateTimeFormat('en-CA', { timeZone }).format(now)} ${timeZone}`;

function countValidity(where: QueryNode | null, when: When): string | null {
  const kinds = new Set<string>();
  collectKinds(where, kinds);
  if (kinds.has('untracked')) return null;
  return kinds.has('dated') ? dayOf(when) : '';
}

/** Link checks and annotations do not increment the revision of a space. */
const untrackedStates: ReadonlySet<string> = new Set<QueryState>(['broken', 'annotated']);

/** Collects whether a query depends on dates, and on changes that do not increment the revision. */
function collectKinds(node: QueryNode | null, kinds: Set<string>): void {
  if (node === null) return;
  if (isGroup(node)) node.nodes.forEach((inner) => collectKinds(inner, kinds));
  else if (node.kind === 'not') collectKinds(node.node, kinds);
  else if (node.kind === 'visits' || (node.kind === 'is' && untrackedStates.has(node.state)))
    kinds.add('untracked');
  else if (node.kind === 'date' || node.kind === 'dates') {
    kinds.add(node.field === 'visited' ? 'untracked' : 'dated');
  }
}

type Deps = Pick<ProviderDeps, 'db' | 'clock'>;

/** Time zone of the caller: the meaning of `today` depends on it. */
export type Reader = Pick<RequestContext, 'timeZone'>;

/**
 * Returns the filters of a list in a space, with the matches of the collection if it is smart. Throws NOT_FOUND for a
 * collection of another space.
 */
export async function resolveFilters<F extends BookmarkFilters>(
  deps: Deps,
  { accountId, spaceId }: CurrentSpace,
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

/** Returns the matches of a smart collection; undefined for a regular one. */
export async function matchesOf(
  { db, clock }: Deps,
  { accountId, spaceId, smart }: Pick<CollectionRow, 'accountId' | 'spaceId' | 'smart'>,
  { timeZone }: Reader,
): Promise<SmartMatches | undefined> {
  if (smart === null) return undefined;
  return prepareSmart(db, { accountId, spaceId }, smart.query, { now: clock(), timeZone });
}

/** Resolves the filters in a selection of bookmarks. Throws like {@link resolveFilters}. */
export async function resolveChosen(
  deps: Deps,
  place: CurrentSpace,
  { uuids, query }: Chosen,
  reader: Reader,
): Promise<Chosen> {
  return { uuids, query: query && (await resolveFilters(deps, place, query, reader)) };
}
