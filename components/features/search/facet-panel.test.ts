import { expect, test } from 'vitest';
import { facetGroups } from '@/components/features/search/facet-panel';

const collection = (uuid: string, name: string, count: number, isDefault = false) => ({
  uuid,
  name,
  color: '64748b',
  isDefault,
  space: `space of ${uuid}`,
  count,
});

const names = {
  type: (type: string) => type,
  uncategorized: 'Sem categoria',
  uncategorizedOf: (space: string) => `Sem categoria (${space})`,
};

const groups = (...collections: ReturnType<typeof collection>[]) =>
  facetGroups({ collections, tags: [], hosts: [], types: [], years: [], exact: true }, names).collections;

test('the default collection has its translated name, no color, and a condition without a name', () => {
  expect(groups(collection('a', 'Uncategorized', 2, true))).toEqual([
    {
      key: 'a',
      name: 'Sem categoria',
      color: null,
      count: 2,
      node: { kind: 'is', state: 'uncollected' },
    },
  ]);
});

test('equal names of several spaces are one facet, but each default collection is its own', () => {
  const found = groups(
    collection('a', 'Trains', 3),
    collection('b', 'Uncategorized', 2, true),
    collection('c', 'Uncategorized', 2, true),
    collection('d', 'trains', 2),
    collection('e', 'Boats', 1),
  );
  expect(found.map(({ name, count }) => [name, count])).toEqual([
    ['Trains', 5],
    ['Sem categoria (space of b)', 2],
    ['Sem categoria (space of c)', 2],
    ['Boats', 1],
  ]);
  expect(found.map(({ space }) => space)).toEqual([undefined, 'space of b', 'space of c', undefined]);
});

test('an internationalized host has its own letters and keeps its condition', () => {
  const hosts = [{ name: 'xn--bcher-kva.example', count: 2 }];
  expect(
    facetGroups({ collections: [], tags: [], hosts, types: [], years: [], exact: true }, names).hosts,
  ).toEqual([
    {
      key: 'xn--bcher-kva.example',
      name: 'bücher.example',
      count: 2,
      node: { kind: 'site', host: 'xn--bcher-kva.example' },
    },
  ]);
});
