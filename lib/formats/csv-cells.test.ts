import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guarded, listCell, readListCell, unguarded } from '@/lib/formats/csv-cells';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .tuple(fc.constantFrom("'", "''", ' ', ''), fc.constantFrom('=', '＝', '\t', '\n'), fc.string())
    .map((parts) => parts.join('')),
);

// Guarantee: a file that is exported and imported again has the same texts.
test('any text is restored, and none of its cells is a formula', () => {
  fc.assert(
    fc.property(text, (value) => {
      const cell = guarded(value);
      expect(unguarded(cell)).toBe(value);
      expect(cell).not.toMatch(/^[\s\p{C}]*[=+\-@＝]/u);
    }),
  );
});

test.each([
  ["'=1+1", '=1+1'],
  ["'-x", '-x'],
  ["''=1", "'=1"],
  ["'tis", "'tis"],
  ["''", "''"],
])('the cell %j is the text %j', (cell, value) => {
  expect(unguarded(cell)).toBe(value);
});

test('any list of names is restored', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(text, fc.constantFrom('', 'a,b', ' a', '[', '["x"]', 'Plain'))),
      (names) => {
        expect(readListCell(listCell(names))).toEqual(names);
      },
    ),
  );
});

test('one plain name is its cell, and lists of other programs are separated by commas', () => {
  expect(listCell(['Night trains'])).toBe('Night trains');
  expect(listCell(['One', 'Two'])).toBe('["One","Two"]');
  expect(readListCell('One, Two ,')).toEqual(['One', 'Two']);
  expect(readListCell('[not JSON')).toEqual(['[not JSON']);
});
