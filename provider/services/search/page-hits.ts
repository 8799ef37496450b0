import type { Database } from '@/provider/db/client';
import { Parameters } from '@/provider/services/listing/parameters';
import { bookmarkTiers, pageTier } from '@/provider/services/search/compile-term';
import { checked } from '@/provider/services/search/expressions';
import type { Hit, Place } from '@/provider/services/search/hit';
import {
  isBehind,
  keyColumns,
  namedKeys,
  orderBy,
  printedKeys,
  type Ordering,
} from '@/provider/services/search/ordering';
import type { PreparedQuery } from '@/provider/services/search/prepare-query';
import { runBounded } from '@/provider/services/search/run-bounded';
import { matchingRows } from '@/provider/services/search/search-rows';
import type { SearchScope } from '@/provider/services/search/search-scope';
import type { Term } from '@/provider/services/search/term';

export interface PageSearch {
  /** The scope and the conditions that are left of the query when it is narrowed. */
  scope: SearchScope;
  conjuncts: readonly Term[];
  prepared: PreparedQuery;
  ordering: Ordering;
}

/** Words that the index of texts has found already, so that no text has to be read for them. */
const isAnswered = (term: Term): boolean =>
  term.kind === 'words' && term.field === 'all' && (!term.isPhrase || term.words.length === 1);

/** The statement's last row tells how many hits there are. */
type Row = Hit & { total: number | null };

/**
 * Bookmarks that are hits by the text of their pages and by nothing else: those behind a place, and how many there are.
 * The index of texts has all words of the query.
 */
export async function findPageHits(
  db: Database,
  { scope, conjuncts, prepared, ordering }: PageSearch,
  { place, limit }: { place: Place; limit: number },
): Promise<{ hits: Hit[]; total: number }> {
  if (prepared.pageLexemes === null || scope.size === 0) return { hits: [], total: 0 };
  const parameters = new Parameters();
  const compiler = prepared.compiler(parameters);
  const pages = compiler.matches(prepared.pageLexemes, 'p.search');
  const onPage = conjuncts.filter((term) => !isAnswered(term));
  const checks = [
    ...(onPage.length === 0 ? [] : [checked(compiler.condition({ kind: 'and', terms: onPage }, pageTier))]),
    `not ${checked(compiler.condition({ kind: 'and', terms: conjuncts }, bookmarkTiers))}`,
  ];
  const rows = matchingRows(
    scope,
    {
      columns: `b.id, ${keyColumns(ordering)}`,
      from: (space) => `join page_contents p on p.bookmark_id = b.id and p.space_id = ${space} and ${pages}`,
      condition: checks.join(' and '),
    },
    parameters,
  );
  const keys = namedKeys(ordering, 'h');
  const onwards =
    place === null ? '' : `where ${isBehind(place, { keys, id: 'h.id' }, ordering, parameters)}`;
  const text = `
    with h as materialized (${rows}),
      page as (select h.*, row_number() over (order by ${orderBy(keys, 'h.id', ordering)}) as number from h ${onwards}
        order by number limit ${limit})
    select g.id, ${pageTier} as tier, ${printedKeys('g', ordering)}, g.number, null::integer as total from page g
    union all select null, null, null, null, count(*)::integer from h
    order by number`;
  const found = await runBounded<Row>(db, { text, values: parameters.values });
  return { hits: found.slice(0, -1), total: found.at(-1)?.total ?? 0 };
}
