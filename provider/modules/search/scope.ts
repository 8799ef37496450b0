import { sql } from 'drizzle-orm';
import { flagNames } from '@/lib/bookmark/fields';
import type { QueryOf } from '@/provider/middleware/handler';
import type { CurrentSpace, SpacesOfAccount } from '@/provider/actor';
import { executePrepared, type Executor } from '@/provider/db/client';
import { termConjuncts, type Term } from '@/provider/modules/query/term';

const marks = [...flagNames, 'encrypted', 'broken'] as const;
type Mark = (typeof marks)[number];

/** The scope of a search: some spaces of one account, narrowed by conditions that have an index ordered by date. */
export interface SearchScope extends SpacesOfAccount {
  /** Collections that contain the bookmarks; a bookmark has to be in each of them. */
  readonly collectionIds: readonly string[];
  /** The collection whose links are scanned instead of the bookmarks of the spaces; otherwise null. */
  readonly scannedId: string | null;
  readonly marks: readonly Mark[];
  /** Range of creation times: from this instant, inclusive, to `before`, exclusive; null if unbounded. */
  readonly from: Date | null;
  readonly before: Date | null;
  /** Maximum number of bookmarks in it, outside the trash. */
  readonly size: number;
  /** The same for each of its spaces, by id. */
  readonly sizes: ReadonlyMap<string, number>;
}

export type ScopeRequest = Pick<QueryOf<'search.facets'>, 'space' | 'collection'>;

export interface FoundScope {
  scope: SearchScope;
  /** The query of the requested collection if it is a smart one; otherwise null. */
  smartQuery: string | null;
}

interface Row {
  id: string;
  spaceId: string;
  size: number;
  smartQuery: string | null;
}

/** Returns the scope of a search; null if the account has no such space, or no searched space the collection. */
export async function findScope(
  db: Executor,
  { accountId, spaceId }: CurrentSpace,
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

/** Returns a scope of all bookmarks of some spaces, for callers other than a search. */
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

/** Whether a scope excludes some bookmarks of its spaces. */
export const isNarrowed = ({ collectionIds, marks, from, before }: SearchScope): boolean =>
  collectionIds.length > 0 || marks.length > 0 || from !== null || before !== null;

const latest = (a: Date | null, b: Date | null): Date | null => (a === null || (b !== null && b > a) ? b : a);
const earliest = (a: Date | null, b: Date | null): Date | null =>
  a === null || (b !== null && b < a) ? b : a;

/**
 * Moves conditions of a query that have an index into the scope; the remaining ones are then checked on fewer
 * bookmarks. The links of a collection can be scanned only in the order of date.
 */
export function narrowScope(
  scope: SearchScope,
  term: Term | null,
  isByDate: boolean,
): { scope: SearchScope; conjuncts: Term[] } {
  let narrowed = isByDate ? scope : { ...scope, scannedId: null };
  const conjuncts: Term[] = [];
  for (const conjunct of termConjuncts(term)) {
    const taken = narrowBy(narrowed, conjunct, isByDate);
    if (taken === null) conjuncts.push(conjunct);
    else narrowed = taken;
  }
  return { scope: narrowed, conjuncts };
}

function narrowBy(scope: SearchScope, term: Term, isByDate: boolean): SearchScope | null {
  if (term.kind === 'created') {
    return { ...scope, from: latest(scope.from, term.from), before: earliest(scope.before, term.before) };
  }
  if (term.kind === 'is' && isMark(term.state)) return { ...scope, marks: [...scope.marks, term.state] };
  const [collectionId, ...others] = term.kind === 'in' ? term.collectionIds : [];
  if (collectionId === undefined || others.length > 0) return null;
  const scannedId = scope.scannedId ?? (isByDate ? collectionId : null);
  return { ...scope, collectionIds: [...scope.collectionIds, collectionId], scannedId };
}

const isMark = (state: string): state is Mark => marks.some((mark) => mark === state);
