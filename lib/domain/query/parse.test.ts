import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseQuery } from '@/lib/domain/query/parse';
import { printQuery } from '@/lib/domain/query/print';
import { anyQuery, anyText } from '@/lib/domain/query/testing/arbitraries';

const runs = { numRuns: 3_000 };

describe('any text', () => {
  test('is a query, which its own spelling means too', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { query } = parseQuery(text);
        const printed = printQuery(query);
        expect(parseQuery(printed).query).toEqual(query);
        expect(printQuery(parseQuery(printed).query)).toBe(printed);
      }),
      runs,
    );
  });

  test('keeps its filters, whatever stands around them', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        // A quote that is open in front of it may end behind it: then all of that is a phrase.
        fc.pre(!/["“”„‟]/.test(before));
        const text = `${before} is:favorite ${after}`;
        expect(JSON.stringify(parseQuery(text).query.where)).toContain('"favorite"');
      }),
      runs,
    );
  });
});

test('any query means the same after it is printed', () => {
  fc.assert(
    fc.property(anyQuery, (query) => {
      expect(parseQuery(printQuery(query)).query).toEqual(query);
    }),
    runs,
  );
});
