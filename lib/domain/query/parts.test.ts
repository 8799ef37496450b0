import { expect, test } from 'vitest';
import { parseQuery } from '@/lib/domain/query/parse';
import { optionalNodes, wholeWords } from '@/lib/domain/query/parts';

const optionalIn = (text: string): string[] =>
  optionalNodes(parseQuery(text).query).flatMap((node) => ('text' in node ? [node.text] : []));

test.each([
  ['how do I fix a tap', ['how', 'do', 'I', 'a']],
  ['A film about trains', ['A', 'about']],
  ['O que fazer em Paraty', ['O', 'que', 'fazer', 'em']],
  ['the who', []],
  ['"the who" live', []],
])('of %j, %j need not match', (text, words) => {
  expect(optionalIn(text)).toEqual(words);
});

test.each([
  ['IT support', []],
  ['the US economy', ['the']],
  ['vitamin A', []],
  ['IT IN A TRAIN', ['IT', 'IN', 'A']],
])('words in capitals are names among others: of %j, %j need not match', (text, words) => {
  expect(optionalIn(text)).toEqual(words);
});

test.each([
  ['how to', ['how', 'to']],
  ['the who is:favorite', ['the', 'who']],
  ['the', []],
  ['how to bake', []],
  ['to "be" not', []],
])('of %j, %j match only themselves', (text, words) => {
  expect([...wholeWords(parseQuery(text).query.where)]).toEqual(words);
});
