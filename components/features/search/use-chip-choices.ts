'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { bookmarkTypes, namedSpans, queryStates, type QueryNode } from '@/lib/domain/query/query';
import { collectionQueries } from '@/lib/queries/collections';

interface Choice {
  readonly node: QueryNode;
  readonly name: string;
}

/** What a condition of this kind can say, where that is a short list. */
export function useChipChoices(node: QueryNode | null): readonly Choice[] {
  const words = useTranslations('QueryWords');
  const { data: collections = [] } = useQuery({
    ...collectionQueries.simplified(),
    select: ({ content }) => content,
    enabled: node?.kind === 'collection',
  });
  switch (node?.kind) {
    case 'type':
      return bookmarkTypes.map((type) => ({ node: { kind: 'type', type }, name: words(`types.${type}`) }));
    case 'is':
      return queryStates.map((state) => ({ node: { kind: 'is', state }, name: words(`states.${state}`) }));
    case 'date':
      return namedSpans.map((value) => ({
        node: { kind: 'date', field: node.field, op: '=', value },
        name: words(`terms.${value}.bare`),
      }));
    case 'site':
      return hostsAbove(node.host).map((host) => ({ node: { kind: 'site', host }, name: host }));
    case 'collection':
      return collections
        .filter(({ isDefault }) => !isDefault)
        .map(({ name }) => ({ node: { kind: 'collection', name }, name }));
    default:
      return [];
  }
}

/** The host and those above it, down to two labels. */
function hostsAbove(host: string): string[] {
  const labels = host.split('.');
  return labels.slice(0, Math.max(1, labels.length - 1)).map((_, index) => labels.slice(index).join('.'));
}
