import { sql } from 'drizzle-orm';
import type { QueryOf } from '@/provider/middleware/handler';
import type { Place, SpacesOfAccount } from '@/provider/actor';
import { executePrepared, type Executor } from '@/provider/db/client';
import { termConjuncts, type Term } from '@/provider/modules/search/term';

type Mark = 'favorite' | 'highlighted' | 'encrypted' | 'broken';

/** Where is searched: some spaces of one account, narrowed by what an index has in the order of date. */
export interface SearchScope extends SpacesOfAccount {
  /** Bookmarks have to be in each of these collections. */
  readonly collectionIds: readonly string[];
  /** The one of them whose links are gone through, where they are what is gone through. */
  readonly scannedId: string | null;
  readonly marks: readonly Mark[];
  /** Created from this instant on, and before the other. */
  readonly from: Date | null;
  readonly before: Date | null;
  /** Bookmarks in it at the most, outside the trash. */
  readonly size: number;
  /** The same of each of its spaces. */
  readonly sizes: ReadonlyMap<string, number>;
}

export type ScopeRequest = Pick<QueryOf<'search.facets'>, 'space' | 'collection'>;

export interface FoundScope {
  scope: SearchScope;
  /** The query of the collection, where it is a smart one. */
  smartQuery: string | null;
}

interface Row {
  id: string;
  spaceId: string;
  size: number;
  smartQuery: string | null;
}

/** The scope of a search; null when the space is not the account's, or the collection is in none that is searched. */
export async function findScope(
  db: Executor,
  { accountId, spaceId }: Place,
  { space, collection }: ScopeRequest,
): Promise<FoundScope | null> {
  const only = space === 'all' ? null : space === 'current' ? spaceId : space;
  const { rows } = await (collection === undefined
    ? executePrepared<Row>(
        db,
        'search-scope',
        sql`select id, id as "spaceId", bookmark_count as size, null as "smartQuery" from spaces
          where account_id = ${accountId} and (${only}::uuid is null or id = ${only})`,
      )
    : executePrepared<Row>(
        db,
        'search-scope-collection',
        sql`select c.id, c.space_id as "spaceId", c.smart ->> 'query' as "smartQuery",
            case when c.smart is null then c.bookmark_count else s.bookmark_count end as size
          from collections c join spaces s on s.account_id = c.account_id and s.id = c.space_id
          where c.account_id = ${accountId} and (${only}::uuid is null or c.space_id = ${only}) and c.id = ${collection}`,
      ));
  if (rows.length === 0) return null;
  const smartQuery = rows[0]?.smartQuery ?? null;
  const isPlain = collection !== undefined && smartQuery === null;
  return {
    scope: {
      accountId,
      spaceIds: [...new Set(rows.map((row) => row.spaceId))],
      collectionIds: isPlain ? [collection] : [],
      scannedId: isPlain ? collection : null,
      marks: [],
      from: null,
      before: null,
      size: rows.reduce((sum, row) => sum + row.size, 0),
      sizes: new Map(rows.map((row) => [row.spaceId, row.size])),
    },
    smartQuery,
  };
}

/** A scope for what is asked of it by other ways than a search: all bookmarks of some spaces. */
export const wholeScope = ({ accountId, spaceIds }: SpacesOfAccount, size: number): SearchScope => ({
  accountId,
  spaceIds,
  collectionIds: [],
  scannedId: null,
  marks: [],
  from: null,
  before: null,
  size,
  sizes: new Map(),
});

/** Whether it is less than all of its spaces. */
export const isNarrowed = ({ collectionIds, marks, from, before }: SearchScope): boolean =>
  collectionIds.length > 0 || marks.length > 0 || from !== null || before !== null;

const latest = (a: Date | null, b: Date | null): Date | null => (a === null || (b !== null && b > a) ? b : a);
const earliest = (a: Date | null, b: Date | null): Date | null =>
  a === null || (b !== null && b < a) ? b : a;

/**
 * Takes those conditions of a query into the scope that its indexes answer: what is left has to be looked for among
 * fewer bookmarks. Links of a collection lie in the order of date only.
 */
export function narrowScope(
  scope: SearchScope,
  term: Term | null,
  isByDate: boolean,
): { scope: SearchScope; conjuncts: Term[] } {
  let narrowed = isByDate ? scope : { ...scope, scannedId: null };
  const conjuncts: Term[] = [];
  for (const conjunct of termConjuncts(term)) {
    const taken = takeIn(narrowed, conjunct, isByDate);
    if (taken === null) conjuncts.push(conjunct);
    else narrowed = taken;
  }
  return { scope: narrowed, conjuncts };
}

function takeIn(scope: SearchScope, term: Term, isByDate: boolean): SearchScope | null {
  if (term.kind === 'created') {
    return { ...scope, from: latest(scope.from, term.from), before: earliest(scope.before, term.before) };
  }
  if (term.kind === 'is' && isMark(term.state)) return { ...scope, marks: [...scope.marks, term.state] };
  const [collectionId, ...others] = term.kind === 'in' ? term.collectionIds : [];
  if (collectionId === undefined || others.length > 0) return null;
  const scannedId = scope.scannedId ?? (isByDate ? collectionId : null);
  return { ...scope, collectionIds: [...scope.collectionIds, collectionId], scannedId };
}

const isMark = (state: string): state is Mark =>
  ['favorite', 'highlighted', 'encrypted', 'broken'].includes(state);
