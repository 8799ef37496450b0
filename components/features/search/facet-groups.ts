import type { SearchFacets } from '@/lib/contract/schemas/search';
import { bookmarkTypes, type QueryNode } from '@/lib/domain/query/query';

export const facetKinds = ['collections', 'types', 'tags', 'hosts', 'years'] as const;
export type FacetKind = (typeof facetKinds)[number];

/** Something that the results can be narrowed to. */
export interface Facet {
  readonly key: string;
  readonly name: string;
  readonly count: number;
  /** The condition that it adds. */
  readonly node: QueryNode;
  /** Of a collection. */
  readonly color?: string;
}

const typeOf = (name: string) => bookmarkTypes.find((type) => type === name);

/** What the answer counts, as conditions; `typeName` says a type in words, and a type that is unknown is left out. */
export function facetGroups(
  facets: SearchFacets,
  typeName: (type: (typeof bookmarkTypes)[number]) => string,
  defaultCollection: string | undefined,
): Readonly<Record<FacetKind, readonly Facet[]>> {
  return {
    collections: facets.collections.map(({ uuid, name, color, count }) => ({
      key: uuid,
      name,
      color,
      count,
      node: uuid === defaultCollection ? { kind: 'is', state: 'uncollected' } : { kind: 'collection', name },
    })),
    types: facets.types.flatMap(({ name, count }) => {
      const type = typeOf(name);
      return type ? [{ key: type, name: typeName(type), count, node: { kind: 'type' as const, type } }] : [];
    }),
    tags: facets.tags.map(({ name, count }) => ({ key: name, name, count, node: { kind: 'tag', name } })),
    hosts: facets.hosts.map(({ name, count }) => ({
      key: name,
      name,
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
