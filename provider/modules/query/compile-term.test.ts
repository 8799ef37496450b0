import { describe, expect, test } from 'vitest';
import { SqlParameters } from '@/provider/db/client';
import { TermCompiler, type CompileOptions, type Reach } from '@/provider/modules/query/compile-term';
import type { Term } from '@/provider/modules/query/term';

const known = {
  accountId: '',
  spaceIds: [],
  expansions: new Map([
    ['git', ['digit']],
    ['digt', ['digit']],
  ]),
  whole: new Set(['how']),
  completions: new Map([
    ['how', ['how', 'however']],
    ['rust', ['rust', 'rusty']],
    ['digt', []],
    ['zzz', []],
  ]),
};
const word = (text: string, more: Partial<Term & { kind: 'words' }> = {}): Term => ({
  kind: 'words',
  field: 'title',
  words: [text],
  isPhrase: false,
  ...more,
});

/** The condition, and its parameters. */
function compile(term: Term, reach: Reach = 'fields', options: CompileOptions = {}): [string, unknown[]] {
  const parameters = new SqlParameters();
  const condition = new TermCompiler(parameters, known, options).condition(term, reach);
  return [condition, parameters.values];
}

describe('the index is queried', () => {
  test.each<[string, Term, string]>([
    ['for what a word may stand for', word('git'), `(('tgit':*)|('tdigit'))`],
    ['for a phrase, as typed', word('git', { isPhrase: true }), `('tgit')`],
    ['for a tag', { kind: 'lexeme', lexeme: '#data' }, `'#data'`],
    ['for the words that begin with it, if they are known', word('rust'), `('trust'|'trusty')`],
    ['for what it may stand for, if no word begins with it', word('digt'), `('tdigit')`],
    ['for the word itself, if there are neither', word('zzz'), `('tzzz':*)`],
    ['for a word that matches only itself', word('how'), `('thow')`],
    ['for a single letter, as a whole word', word('r'), `('tr')`],
  ])('%s', (_, term, lexemes) => {
    expect(compile(term)).toEqual(['b.search @@ $1::tsquery', [lexemes]]);
  });

  test('for each of several words in a condition of its own, and for alternatives in one', () => {
    const both = word('', { words: ['more', 'git'] });
    expect(compile(both)).toEqual([
      '(b.search @@ $1::tsquery and b.search @@ $2::tsquery)',
      [`('tmore':*)`, `(('tgit':*)|('tdigit'))`],
    ]);
    expect(compile({ kind: 'or', terms: [both, word('zzz')] })).toEqual([
      'b.search @@ $1::tsquery',
      [`((('tmore':*)&(('tgit':*)|('tdigit')))|(('tzzz':*)))`],
    ]);
  });

  test('for a negated word only as typed', () => {
    expect(compile({ kind: 'not', term: word('git') })).toEqual([
      'not b.search @@ $1::tsquery',
      [`('tgit':*)`],
    ]);
  });

  test('in a subquery, if the planner must not see the words', () => {
    expect(compile(word('zzz'), 'fields', { hidesWords: true })[0]).toBe('b.search @@ (select $1::tsquery)');
  });
});

test('a word is looked up in a field, the text of the page or an annotation, and a phrase in one of them', () => {
  const words = new Map([
    ['rust', `'rust':*`],
    ['zzz', `'zzz'`],
  ]);
  const pages = { pages: true, annotations: false, words };
  const anywhere = { field: 'all' } as const;
  const [each] = compile(word('', { words: ['rust', 'zzz'], ...anywhere }), 'texts', { texts: pages });
  expect(each).toBe(
    '((b.search @@ $1::tsquery or p.search @@ $2::tsquery) and (b.search @@ $3::tsquery or p.search @@ $4::tsquery))',
  );
  const [phrase] = compile(word('', { words: ['rust', 'zzz'], isPhrase: true, ...anywhere }), 'texts', {
    texts: { pages: true, annotations: true, words },
  });
  expect(phrase).toMatch(/p\.search @@ \$\d::tsquery and lower\(/);
  expect(phrase).toMatch(/from highlights h where .* and \(h\.search @@ \$\d::tsquery and mw_fold_fast\(/);
});
