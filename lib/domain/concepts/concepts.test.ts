import { expect, test } from 'vitest';
import { findConcepts } from '@/lib/domain/concepts/concepts';
import { splitWords } from '@/lib/domain/search-words';

/** The concepts of a query, as the words of each run and its other terms. */
function conceptsOf(query: string): Record<string, string[]> {
  const words = splitWords(query);
  return Object.fromEntries(
    findConcepts(words).map(({ start, length, terms }) => [
      words.slice(start, start + length).join(' '),
      terms.map((term) => term.join(' ')),
    ]),
  );
}

test('a longer run leaves no spans to its words, and other words keep theirs', () => {
  const found = conceptsOf('travel insurance for the beaches');
  expect(Object.keys(found)).toEqual(['travel insurance', 'beaches']);
  expect(found['travel insurance']).toEqual(['seguro viagem']);
  expect(found.beaches).toContain('praia');
});

test('connecting words are optional within a term', () => {
  expect(conceptsOf('seguro de viagem')['seguro de viagem']).toEqual(['travel insurance']);
  expect(conceptsOf('seguro viagem')['seguro viagem']).toEqual(['travel insurance']);
});

test('a query without concepts has none', () => {
  expect(findConcepts([])).toEqual([]);
  expect(conceptsOf('zyxw de 2024')).toEqual({});
});
