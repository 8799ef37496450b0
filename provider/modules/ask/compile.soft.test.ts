import { describe, expect, test } from 'vitest';
import { printQuery } from '@/lib/domain/query/print';
import { conjunctsOf } from '@/lib/domain/query/query';
import { compileQuestion } from '@/provider/modules/ask/compile';

const context = {
  now: new Date('2026-11-21T15:00:00Z'),
  timeZone: 'America/Sao_Paulo',
  locale: 'en',
  vocabulary: { collections: ['Cooking'], tags: ['rust'], hosts: [] },
};

const softOf = (text: string): string[] =>
  compileQuestion(text, context).soft.map(
    ({ node, words }) => `${printQuery({ where: node, sort: null, limit: null })} < ${words.join(' ')}`,
  );

describe('conditions that hits may lack', () => {
  test.each([
    [
      'the retro article I saved in november',
      ['type:article < article', 'created:2026-11 < I saved in november'],
    ],
    ['vídeos de receitas do ano passado', ['type:video < vídeos', 'created:last-year < do ano passado']],
    ['artigos em português sobre css', ['type:article < artigos', 'portuguese OR português < em português']],
    ['fotos e vídeos de lisboa', ['type:image OR type:video < fotos e vídeos']],
    ['my favorite bread recipes', ['is:favorite < my favorite']],
    ['things I opened between march and may', ['visited:2026-03..2026-05 < I opened between march and may']],
    ['bread I have not opened for a year', ['-visited:1y < not opened for a year']],
    ['what I read about bread', ['-visited:never < I read']],
  ])('are dates, kinds and languages in plain words: %s', (text, soft) => {
    expect(softOf(text)).toEqual(soft);
  });

  test.each([
    'type:video created:2025 bread',
    'my favorite links from github in Cooking tagged rust',
    'bread but no videos',
    'visited more than 5 times',
    'how to make bread',
  ])('are none of %s', (text) => expect(softOf(text)).toEqual([]));

  test('are conditions of the query', () => {
    const { where, soft } = compileQuestion('bread videos from last week or a month ago', context);
    expect(conjunctsOf(where)).toEqual(expect.arrayContaining(soft.map(({ node }) => node)));
    expect(soft.length).toBeGreaterThan(0);
  });
});
