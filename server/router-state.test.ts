import { describe, expect, test } from 'vitest';
import { hasReadableRouterState } from '@/server/router-state';

const read = (state: unknown) => hasReadableRouterState(encodeURIComponent(JSON.stringify(state)));
const page = ['__PAGE__', {}, null, null];

describe('the router state of Next', () => {
  test.each([
    ['a page', page],
    [
      'a parameter',
      ['', { children: [['uuid', '0193a5c0', 'd', null], { children: page }] }, null, null, 16],
    ],
    ['siblings', [['uuid', 'a', 'd', ['new', 'all']], {}]],
    ['an intercepting route', [['uuid', 'a', 'ci(..)(..)', null], {}]],
    ['a refetch', ['', {}, ['/a', '?b'], 'refetch']],
    ['a head', ['', {}, null, 'metadata-only', 3, 'head']],
  ])('is accepted with %s', (_, state) => expect(read(state)).toBe(true));

  test('may be absent', () => expect(hasReadableRouterState(undefined)).toBe(true));

  test.each([
    ['no segment', []],
    ['a segment of another type', [1, {}]],
    ['no routes', ['']],
    ['routes as a list', ['', []]],
    ['a route as text', ['', { children: 'x' }]],
    ['a parameter without siblings', [['uuid', 'a', 'd'], {}]],
    ['an unknown type of parameter', [['uuid', 'a', 'x', null], {}]],
    ['siblings of another type', [['uuid', 'a', 'd', [1]], {}]],
    ['a mark that does not exist', ['', {}, null, 'reload']],
    ['an address of one part', ['', {}, ['/a']]],
    ['hints as text', ['', {}, null, null, '16']],
    ['a head of another type', ['', {}, null, null, 1, 2]],
    ['one element too many', ['', {}, null, null, 1, 'head', 1]],
  ])('is refused with %s', (_, state) => expect(read(state)).toBe(false));

  test.each(['nonsense', '%', '["",{}], ["",{}]', `["${'a'.repeat(40_000)}",{}]`])(
    'is refused if it cannot be parsed (%#)',
    (header) => expect(hasReadableRouterState(header)).toBe(false),
  );
});
