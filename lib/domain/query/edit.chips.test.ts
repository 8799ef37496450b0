import { expect, test } from 'vitest';
import { chipsOf } from '@/lib/domain/query/edit';
import { parseQuery } from '@/lib/domain/query/parse';

const chips = (text: string) =>
  chipsOf(parseQuery(text).query).map(({ index, field, op, value }) => [index, field, op, value]);

test('every condition except words is a chip, in text order', () => {
  const text =
    'trains #travel "by night" -@"To read" site:www.seat61.com is:fav -type:videos created:>2024 visited:never ' +
    'title:"a b" url:x visits:>=3 created:2023..2024 sort:new limit:5';
  expect(chips(text)).toEqual([
    [1, 'tag', '=', 'travel'],
    [3, 'collection', '-=', 'To read'],
    [4, 'site', '=', 'seat61.com'],
    [5, 'is', '=', 'favorite'],
    [6, 'type', '-=', 'video'],
    [7, 'created', '>', '2024'],
    [8, 'visited', '=', 'never'],
    [9, 'title', '=', 'a b'],
    [10, 'url', '=', 'x'],
    [11, 'visits', '>=', '3'],
    [12, 'created', '..', '2023..2024'],
    [null, 'sort', '=', 'newest'],
    [null, 'limit', '=', '5'],
  ]);
});

test('conditions without a field are groups: alternatives and negated words', () => {
  expect(chips('a (#b OR #c) -d -"e f" -(g h) -created:<2024')).toEqual([
    [1, 'group', '=', '#b OR #c'],
    [2, 'group', '-=', 'd'],
    [3, 'group', '-=', '"e f"'],
    [4, 'group', '-=', 'g h'],
    [5, 'created', '-<', '2024'],
  ]);
});

test('words alone have no chips', () => {
  expect([chips('night trains "in europe"'), chips(''), chips('"')]).toEqual([[], [], []]);
  expect(chips('#one')).toEqual([[0, 'tag', '=', 'one']]);
});
