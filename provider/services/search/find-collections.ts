import type { Database } from '@/provider/db/client';
import type { QueryNode } from '@/lib/domain/query/query';
import type { Term } from '@/provider/services/search/term';

/** The collections that a query speaks of. */
export interface CollectionNames {
  readonly publicIds: readonly string[];
  readonly defaultIds: readonly string[];
  /** The space of each of them. */
  readonly spaceOf: ReadonlyMap<string, string>;
  /** The queries of those that gather by one, by name as asked for. */
  readonly smart: ReadonlyMap<string, readonly string[]>;
  /** The condition of being in a collection of this name, case and accents folded. */
  term: (name: string) => Term;
}

const nobody: CollectionNames = {
  publicIds: [],
  defaultIds: [],
  spaceOf: new Map(),
  smart: new Map(),
  term: () => ({ kind: 'nothing' }),
};

interface Named {
  id: string;
  spaceId: string;
  /** Which of the names asked for it bears. */
  places: number[] | null;
  isPublic: boolean;
  isDefault: boolean;
  smartQuery: string | null;
}

/** Looks up in one statement what conditions of a query say of collections of some spaces. */
export async function findCollections(
  { $client }: Pick<Database, '$client'>,
  spaceIds: readonly string[],
  leaves: readonly QueryNode[],
): Promise<CollectionNames> {
  const names = [...new Set(leaves.flatMap((leaf) => (leaf.kind === 'collection' ? [leaf.name] : [])))];
  const states = new Set(leaves.flatMap((leaf) => (leaf.kind === 'is' ? [leaf.state] : [])));
  const [needsPublic, needsDefault] = [states.has('public'), states.has('uncollected')];
  if (names.length === 0 && !needsPublic && !needsDefault) return nobody;
  const { rows } = await $client.query<Named>({
    name: 'find-collections',
    text: `select c.id, c.space_id as "spaceId", n.places, c.security = 1 as "isPublic", c.is_default as "isDefault",
        c.smart ->> 'query' as "smartQuery"
      from collections c left join (
        select mw_fold(left(name, 200)) as key, array_agg(place::integer) as places
        from unnest($2::text[]) with ordinality as n (name, place) group by 1) n on n.key = c.name_key
      where c.space_id = any ($1::uuid[])
        and (n.key is not null or ($3 and c.security = 1) or ($4 and c.is_default))`,
    values: [spaceIds, names.map((name) => name.trim()), needsPublic, needsDefault],
  });
  const idsOf = (isMeant: (row: Named) => boolean): string[] => rows.filter(isMeant).map(({ id }) => id);
  const bearing = (name: string): Named[] => {
    const place = names.indexOf(name) + 1;
    return rows.filter(({ places }) => places?.includes(place) === true);
  };
  const smart = names.map(
    (name) => [name, bearing(name).flatMap(({ smartQuery }) => smartQuery ?? [])] as const,
  );
  return {
    smart: new Map(smart.filter(([, queries]) => queries.length > 0)),
    spaceOf: new Map(rows.map(({ id, spaceId }) => [id, spaceId])),
    publicIds: idsOf(({ isPublic }) => isPublic),
    defaultIds: idsOf(({ isDefault }) => isDefault),
    term: (name) => {
      const collectionIds = bearing(name).map(({ id }) => id);
      return collectionIds.length === 0 ? { kind: 'nothing' } : { kind: 'in', collectionIds };
    },
  };
}
