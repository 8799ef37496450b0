import type { SearchFacets } from '@/lib/contract/schemas/search';
import { displayHost } from '@/lib/domain/display-host';
import { bookmarkTypes, type QueryNode } from '@/lib/domain/query/query';
import { foldText } from '@/lib/domain/search-words';

export const facetKinds = ['collections', 'types', 'tags', 'hosts', 'years'] as const;
export type FacetKind = (typeof facetKinds)[number];

/** Something that the results can be narrowed to. */
export interface Facet {
  readonly key: string;
  readonly name: string;
  readonly count: number;
  /** The condition that it adds. */
  readonly node: QueryNode;
  /** Of a collection; null for the default one. */
  readonly color?: string | null;
}

const typeOf = (name: string) => bookmarkTypes.find((type) => type === name);

interface FacetNames {
  readonly type: (type: (typeof bookmarkTypes)[number]) => string;
  readonly uncategorized: string;
}

/** The counted facets as conditions; an unknown type is left out. */
export function facetGroups(
  facets: SearchFacets,
  names: FacetNames,
): Readonly<Record<FacetKind, readonly Facet[]>> {
  return {
    collections: collectionFacets(facets.collections, names.uncategorized),
    types: facets.types.flatMap(({ name, count }) => {
      const type = typeOf(name);
      return type
        ? [{ key: type, name: names.type(type), count, node: { kind: 'type' as const, type } }]
        : [];
    }),
    tags: facets.tags.map(({ name, count }) => ({ key: name, name, count, node: { kind: 'tag', name } })),
    hosts: facets.hosts.map(({ name, count }) => ({
      key: name,
      name: displayHost(name),
      count,
      node: { kind: 'site', host: name },
    })),
    years: facets.years.map(({ name, count }) => ({
      key: name,
      name,
      count,
      node: { kind: 'date', field: 'created', op: '=', value: name },
    })),
  };
}

/** Collections of several spaces with the same name are one condition, so they are one facet. */
function collectionFacets(counted: SearchFacets['collections'], uncategorized: string): Facet[] {
  const facets = new Map<string, Facet>();
  for (const { uuid, name, color, isDefault, count } of counted) {
    const key = isDefault ? '' : foldText(name);
    const same = facets.get(key);
    const facet: Facet = same ?? {
      key: uuid,
      name: isDefault ? uncategorized : name,
      color: isDefault ? null : color,
      count: 0,
      node: isDefault ? { kind: 'is', state: 'uncollected' } : { kind: 'collection', name },
    };
    facets.set(key, { ...facet, count: facet.count + count });
  }
  return [...facets.values()].sort((one, other) => other.count - one.count);
}
