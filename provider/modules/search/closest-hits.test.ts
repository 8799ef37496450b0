import { describe, expect, test } from 'vitest';
import type { QueryNode } from '@/lib/domain/query/query';
import { chooseClosest, dropOrder } from '@/provider/modules/search/closest-hits';
import { isNear, rankingWords } from '@/provider/modules/search/closest-statement';

const favorite: QueryNode = { kind: 'is', state: 'favorite' };
const video: QueryNode = { kind: 'type', type: 'video' };
const github: QueryNode = { kind: 'site', host: 'github.com' };
const hit = (id: string, score: number, ...fulfils: boolean[]) => ({ id, score, fulfils, has: [] });

test('the type is dropped first, a state set by the user last', () => {
  expect(dropOrder([favorite, video, github])).toEqual([1, 2, 0]);
});

describe('the closest hits', () => {
  const choose = (hits: ReturnType<typeof hit>[]) => {
    const choice = chooseClosest([favorite, video], hits);
    return choice && [choice.hits.map(({ id }) => id).join(' '), choice.dropped];
  };

  test('fulfil all conditions if they have some of the words', () => {
    expect(choose([hit('a', 2, false, true), hit('b', 1, true, true)])).toEqual(['b', []]);
  });

  test('lack a condition only if other hits have a much higher score', () => {
    expect(choose([hit('a', 6, true, false), hit('b', 1, true, true)])).toEqual(['a', [1]]);
    expect(choose([hit('a', 6, false, true), hit('b', 1, true, true)])).toEqual(['a', [0]]);
    expect(choose([hit('a', 6, false, false), hit('b', 1, true, true)])).toEqual(['a', [1, 0]]);
  });

  test('exclude hits far below the best', () => {
    const hits = [hit('a', 10, true, true), hit('b', 6, true, true), hit('c', 4, true, true)];
    expect(choose(hits)).toEqual(['a b', []]);
  });

  test('need not have been visited if others have a higher score', () => {
    const visited: QueryNode = {
      kind: 'not',
      node: { kind: 'date', field: 'visited', op: '=', value: 'never' },
    };
    const dropped = (...hits: ReturnType<typeof hit>[]) => chooseClosest([video, visited], hits)?.dropped;
    expect(dropped(hit('a', 2, true, false), hit('b', 1, true, true))).toEqual([1]);
    expect(dropped(hit('a', 1, true, false), hit('b', 1, true, true))).toEqual([]);
    expect(dropped(hit('a', 2, false, false), hit('b', 1, true, true))).toEqual([]);
  });

  test('are none without words', () => {
    expect(choose([hit('a', 0, true, true)])).toBeNull();
  });
});

test.each([
  ['configure', 'config', true],
  ['config', 'configuration', true],
  ['lisboa', 'lisbon', true],
  ['postgres', 'postgresql', true],
  ['meditation', 'meditate', true],
  ['pyhton', 'python', true],
  ['car', 'carbonara', false],
  ['rust', 'trust', false],
  ['bread', 'broad', true],
  ['paper', 'pepper', false],
])('%s and %s are near: %s', (word, other, expected) => {
  expect(isNear(word, other)).toBe(expected);
});

test('question words, pronouns and verbs of searching do not rank, unless there is nothing else', () => {
  expect(rankingWords('how do i configure nginx'.split(' '))).toEqual(['configure', 'nginx']);
  expect(rankingWords('como faco para achar aquele guia de lisboa'.split(' '))).toEqual(['guia', 'lisboa']);
  expect(rankingWords(['the', 'who'])).toEqual(['the', 'who']);
});
