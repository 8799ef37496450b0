import { describe, expect, test } from 'vitest';
import { htmlText, jsonList, pythonList, splitList, splitWords } from '@/lib/formats/cells';

describe('lists in a text', () => {
  test.each([
    ['a, b ,,c', ',', ['a', 'b', 'c']],
    ['', ',', []],
    ['long reads|a,b', '|', ['long reads', 'a,b']],
  ])('%j is split at %j', (text, separator, list) => {
    expect(splitList(text, separator)).toEqual(list);
  });

  test.each([
    ['[]', []],
    ['["a","b, c"]', ['a', 'b, c']],
    ['["a",1,null]', ['a']],
    ['', []],
    ['a', ['a']],
    ['{"a":1}', ['{"a":1}']],
    ['["a"', ['["a"']],
  ])('%j is a JSON array', (text, list) => {
    expect(jsonList(text)).toEqual(list);
  });

  test.each([
    ['[]', []],
    [`['a', "don't", 'x, y']`, ['a', "don't", 'x, y']],
    [String.raw`['it\'s "it"', 'back\\slash']`, [`it's "it"`, String.raw`back\slash`]],
    [`['a', 'b`, ['a', 'b']],
  ])('%s is a list of Python', (text, list) => {
    expect(pythonList(text)).toEqual(list);
  });

  test.each([
    ['bread "slow food"  rye', ['bread', 'slow food', 'rye']],
    ['"" bread', ['bread']],
    ['"open quote', ['"open', 'quote']],
  ])('%j is split at spaces outside of quotes', (text, list) => {
    expect(splitWords(text)).toEqual(list);
  });
});

test.each([
  ['Ann&#039;s <b>bread</b>', "Ann's bread"],
  ['R&amp;amp;D', 'R&amp;D'],
  ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
  ['plain', 'plain'],
])('%j is the HTML of %j', (html, text) => {
  expect(htmlText(html)).toBe(text);
});

test.each([
  ['pythonList', pythonList, String.raw`'\'`.repeat(100_000)],
  ['pythonList of backslashes', pythonList, `'${'\\'.repeat(100_001)}`],
  ['splitWords', splitWords, '"'.repeat(100_001)],
  ['htmlText', htmlText, '<'.repeat(100_000)],
])('%s takes linear time', (_, read, text) => {
  const before = process.threadCpuUsage();
  read(text);
  expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000);
});
