import { sql } from 'drizzle-orm';
import type { SpacesOfAccount } from '@/provider/actor';
import type { QueryNode } from '@/lib/domain/query/query';
import { executePrepared, inline, type Executor } from '@/provider/db/client';
import type { Term } from '@/provider/modules/query/term';

const expansionsMax = 24;
/** Fewer for three letters: many words contain them, those are rarely meant, and each adds cost per bookmark. */
const shortExpansionsMax = 8;
const queryExpansionsMax = 96;
/** Words with a prefix are returned only if there are at most this many. */
const completionsMax = 4;

/** Words of a query as they occur in some spaces. */
export interface ExpandedWords {
  /** The words that each may stand for, in addition to those that begin with it. */
  readonly expansions: ReadonlyMap<string, string[]>;
  /** All words that begin with it, including itself; missing if they are many or not all stored. */
  readonly completions: ReadonlyMap<string, readonly string[]>;
}

interface Row {
  typed: string;
  /** A word that it may stand for; null in the row of all words that begin with it. */
  found: string | null;
  isSlip: boolean;
  /** The words that begin with it; null if they are many or not all stored. */
  begun: string[] | null;
}

/**
 * Looks up which words of some spaces those of a query may stand for (see `mw_expand_word` in the
 * migrations; the most used of many). Single letters are skipped: too many words begin with them.
 */
export async function expandWords(
  db: Executor,
  spaceIds: readonly string[],
  words: readonly string[],
): Promise<ExpandedWords> {
  const searched = words.filter((word) => word.length > 1);
  if (searched.length === 0) return { expansions: new Map(), completions: new Map() };
  const { rows } = await executePrepared<Row>(
    db,
    'expand-words',
    sql`select t.typed, e.found, e."isSlip", e.begun
      from unnest(${sql.param(searched)}::text[]) with ordinality as t (typed, place) cross join lateral (
        select null as found, false as "isSlip", 0 as number,
          case when count(*) <= ${inline(completionsMax)} and mw_is_word('t' || t.typed)
            then coalesce(array_agg(distinct w.word), '{}') end as begun
        from unnest(${sql.param(spaceIds)}::uuid[]) s (id) join space_words w
          on w.space_id = s.id and w.word >= t.typed and w.word < t.typed || chr(1114111)
        union all
        select m.found, bool_and(m.is_slip), min(m.number), null
        from unnest(${sql.param(spaceIds)}::uuid[]) s (id)
          cross join lateral mw_expand_word(s.id, t.typed,
            case when char_length(t.typed) > 3 then ${inline(expansionsMax)} else ${inline(shortExpansionsMax)} end) with ordinality as m (found, is_slip, number)
        group by m.found) e
      order by e.number, t.place`,
  );
  return chooseWords(rows);
}

/** Limits the words found for each word of the query; corrected typos are used only if nothing else was found. */
function chooseWords(rows: readonly Row[]): ExpandedWords {
  const certain = new Set(
    rows.filter(({ found, isSlip }) => found !== null && !isSlip).map(({ typed }) => typed),
  );
  const expansions = new Map<string, string[]>();
  const completions = new Map<string, readonly string[]>();
  let taken = 0;
  for (const { typed, found, isSlip, begun } of rows) {
    const previous = expansions.get(typed) ?? [];
    if (found !== null) {
      if (taken >= queryExpansionsMax || previous.length >= expansionsMax || (isSlip && certain.has(typed)))
        continue;
      expansions.set(typed, [...previous, found]);
      taken += 1;
    }
    if (begun !== null) completions.set(typed, begun);
  }
  return { expansions, completions };
}

/** The collections to which a query refers. */
export interface CollectionNames {
  readonly publicIds: readonly string[];
  readonly defaultIds: readonly string[];
  /** The space of each of them, by the id of the collection. */
  readonly spaceOf: ReadonlyMap<string, string>;
  /** The queries of smart collections, by name as written in the query. */
  readonly smart: ReadonlyMap<string, readonly string[]>;
  /** Returns the condition of being in a collection of this name; case and accents are ignored. */
  term: (name: string) => Term;
}

const noNames: CollectionNames = {
  publicIds: [],
  defaultIds: [],
  spaceOf: new Map(),
  smart: new Map(),
  term: () => ({ kind: 'nothing' }),
};

interface Named {
  id: string;
  spaceId: string;
  /** Positions of the requested names that match its name, starting at 1. */
  places: number[] | null;
  isPublic: boolean;
  isDefault: boolean;
  smartQuery: string | null;
}

/** Looks up the collections of some spaces to which conditions of a query refer, in one statement. */
export async function findCollections(
  db: Executor,
  { accountId, spaceIds }: SpacesOfAccount,
  leaves: readonly QueryNode[],
): Promise<CollectionNames> {
  const names = [...new Set(leaves.flatMap((leaf) => (leaf.kind === 'collection' ? [leaf.name] : [])))];
  const states = new Set(leaves.flatMap((leaf) => (leaf.kind === 'is' ? [leaf.state] : [])));
  const [needsPublic, needsDefault] = [states.has('public'), states.has('uncollected')];
  if (names.length === 0 && !needsPublic && !needsDefault) return noNames;
  const { rows } = await executePrepared<Named>(
    db,
    'find-collections',
    sql`select c.id, c.space_id as "spaceId", n.places, c.security = 1 as "isPublic", c.is_default as "isDefault",
        c.smart ->> 'query' as "smartQuery"
      from collections c left join (
        select mw_fold(left(name, 200)) as key, array_agg(place::integer) as places
        from unnest(${sql.param(names.map((name) => name.trim()))}::text[]) with ordinality as n (name, place) group by 1) n on n.key = c.name_key
      where c.account_id = ${accountId} and c.space_id = any (${sql.param(spaceIds)}::uuid[])
        and (n.key is not null or (${needsPublic} and c.security = 1) or (${needsDefault} and c.is_default))`,
  );
  const idsOf = (isMeant: (row: Named) => boolean): string[] => rows.filter(isMeant).map(({ id }) => id);
  const namedLike = (name: string): Named[] => {
    const place = names.indexOf(name) + 1;
    return rows.filter(({ places }) => places?.includes(place) === true);
  };
  const smart = names.map(
    (name) => [name, namedLike(name).flatMap(({ smartQuery }) => smartQuery ?? [])] as const,
  );
  return {
    smart: new Map(smart.filter(([, queries]) => queries.length > 0)),
    spaceOf: new Map(rows.map(({ id, spaceId }) => [id, spaceId])),
    publicIds: idsOf(({ isPublic }) => isPublic),
    defaultIds: idsOf(({ isDefault }) => isDefault),
    term: (name) => {
      const collectionIds = namedLike(name).map(({ id }) => id);
      return collectionIds.length === 0 ? { kind: 'nothing' } : { kind: 'in', collectionIds };
    },
  };
}
