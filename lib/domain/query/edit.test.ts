import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  hasOperators,
  replaceCondition,
  withCondition,
  withLimit,
  withoutCondition,
  withSort,
} from '@/lib/domain/query/edit';
import { conjunctsOf, type QueryNode } from '@/lib/domain/query/query';
import { parseQuery } from '@/lib/domain/query/parse';
import { anyCondition, anyText } from '@/lib/domain/query/testing/arbitraries';

const tag = (name: string): QueryNode => ({ kind: 'tag', name });

describe('withCondition', () => {
  test.each([
    ['', '#x'],
    ['rust', 'rust #x'],
    ['a OR b', '(a OR b) #x'],
    ['rust #x', 'rust #x'],
    ['rust sort:new', 'rust #x sort:newest'],
    ['"open quote', 'open quote #x'],
    ['(', '#x'],
    ['a OR', 'a or #x'],
  ])('%j becomes %j', (text, result) => {
    expect(withCondition(text, tag('x'))).toBe(result);
  });

  test('adds a condition to any text, from which it can be removed again', () => {
    fc.assert(
      fc.property(anyText, anyCondition, (text, node) => {
        const edited = withCondition(text, node);
        const conjuncts = conjunctsOf(parseQuery(edited).query.where);
        const index = conjuncts.findIndex((one) => JSON.stringify(one) === JSON.stringify(node));
        expect(index).toBeGreaterThanOrEqual(0);
        expect(conjunctsOf(parseQuery(withoutCondition(edited, index)).query.where)).toEqual(
          conjuncts.toSpliced(index, 1),
        );
      }),
      { numRuns: 1_000 },
    );
  });
});

test('a condition is removed, and the others stay', () => {
  expect(withoutCondition('rust #x "a b" is:starred sort:old', 1)).toBe('rust "a b" is:favorite sort:oldest');
  expect(withoutCondition('#x', 0)).toBe('');
  expect(withoutCondition(' #X  rust', 7)).toBe(' #X  rust');
});

test('a condition is replaced at its position', () => {
  expect(replaceCondition('rust #x go', 1, tag('y z'))).toBe('rust #"y z" go');
  expect(replaceCondition('rust', 3, tag('y'))).toBe('rust');
});

test('sort order and limit are set and removed', () => {
  expect(withSort('sort:new rust limit:3', 'title')).toBe('rust sort:title limit:3');
  expect(withSort('rust sort:new', null)).toBe('rust');
  expect(withLimit('rust', 10)).toBe('rust limit:10');
  expect(withLimit('rust limit:10', null)).toBe('rust');
});

test.each([
  ['', false],
  ['what did I save (about trains) - last week?', false],
  ["don't #", false],
  ['foo:bar https://x.y/z me@example.com', false],
  ['rust OR', false],
  ['-rust', true],
  ['"night trains"', true],
  ['rust OR go', true],
  ['rust sort:new', true],
  ['#rust', true],
])('%j has operators: %s', (text, expected) => {
  expect(hasOperators(text)).toBe(expected);
});
