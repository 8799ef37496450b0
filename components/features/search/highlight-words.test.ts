import fc from 'fast-check';
import { expect, test } from 'vitest';
import { highlightWords } from '@/components/features/search/highlight-words';
import { splitWords } from '@/lib/domain/search-words';

const marked = (text: string, query: string): string =>
  highlightWords(text, splitWords(query))
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('');

test.each([
  ['Night trains in Europe', 'train', 'Night [train]s in Europe'],
  ['Pão de queijo, receita', 'pao RECEITA', '[Pão] de queijo, [receita]'],
  ['MPU6050 sensor', '6050', 'MPU[6050] sensor'],
  ['Große Straße', 'strasse', 'Große [Straße]'],
  ['Nothing here', 'else', 'Nothing here'],
  ['Any title', '', 'Any title'],
])('%s, searched for %s', (text, query, expected) => {
  expect(marked(text, query)).toBe(expected);
});

test('the pieces are the text, whatever is searched for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, query) => {
      expect(
        highlightWords(text, splitWords(query))
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
