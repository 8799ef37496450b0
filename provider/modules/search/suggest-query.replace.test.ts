import { describe, expect, test } from 'vitest';
import { parseQuery } from '@/lib/domain/query/parse';
import { printQuery } from '@/lib/domain/query/print';
import { replaceInNode, replaceInTerm, spellingIn } from '@/provider/modules/search/suggest-query';

const meant = new Map([
  ['pyhton', 'python'],
  ['acoa', 'acao'],
]);
const replaced = (text: string, spell = (word: string) => word): string => {
  const { query } = parseQuery(text);
  return printQuery({ ...query, where: query.where && replaceInNode(query.where, meant, spell) });
};

describe('misspelt words are replaced', () => {
  test.each([
    ['pyhton', 'python'],
    ['PYHTON guide -site:x.example', 'python guide -site:x.example'],
    ['"the pyhton way"', '"the python way"'],
    ['learn-pyhton!', 'learn-python!'],
    ['title:pyhton OR url:acoa', 'title:python OR url:acao'],
    ['guide -pyhton', 'guide -pyhton'],
    ['#pyhton guide', '#pyhton guide'],
  ])('%s: %s', (text, expected) => {
    expect(replaced(text)).toBe(expected);
  });

  test('in the spelling of the library', () => {
    expect(replaced('acoa', (word) => spellingIn('Lei da AÇÃO popular', word))).toBe('ação');
    expect(spellingIn('Reações', 'acao')).toBe('acao');
    expect(spellingIn('ações', 'aco')).toBe('aco');
  });

  test('in terms, but not under a negation', () => {
    const words = { kind: 'words', field: 'all', words: ['learn', 'pyhton'], isPhrase: false } as const;
    expect(replaceInTerm({ kind: 'and', terms: [words, { kind: 'not', term: words }] }, meant)).toEqual({
      kind: 'and',
      terms: [
        { ...words, words: ['learn', 'python'] },
        { kind: 'not', term: words },
      ],
    });
  });
});
