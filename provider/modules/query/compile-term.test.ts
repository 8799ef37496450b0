import { describe, expect, test } from 'vitest';
import { bookmarkTiers } from '@/lib/domain/search-terms';
import { SqlParameters } from '@/provider/db/client';
import { TermCompiler } from '@/provider/modules/query/compile-term';
import type { Term } from '@/provider/modules/query/term';

const many = ['adata', 'bdata', 'cdata', 'ddata'];
const expansions = new Map([
  ['data', many],
  ['git', ['digit']],
]);
const completions = new Map([
  ['rust', ['rust', 'rusty']],
  ['digt', []],
  ['zzz', []],
]);
const compiler = new TermCompiler(new SqlParameters(), {
  accountId: '',
  spaceIds: [],
  completions: new Map(),
  expansions,
});
const word = (text: string, more: Partial<Term & { kind: 'words' }> = {}): Term => ({
  kind: 'words',
  field: 'all',
  words: [text],
  isPhrase: false,
  ...more,
});

describe('the alternatives for the index', () => {
  test('separate expanded words if they are many', () => {
    const [typed, others, ...rest] = compiler.alternatives(word('data', { field: 'title' }), bookmarkTiers);
    expect([typed, others, rest]).toEqual([`'tdata':*`, many.map((text) => `'t${text}'`).join('|'), []]);
  });

  test.each<[string, Term, number, string]>([
    ['if they are few', word('git', { field: 'title' }), bookmarkTiers, `'tgit':*|'tdigit'`],
    ['in a tier without them', word('data'), 1, `'tdata':*`],
    ['of a phrase', word('data', { field: 'title', isPhrase: true }), bookmarkTiers, `(('tdata'))`],
    [
      'of several words',
      word('', { field: 'title', words: ['more', 'git'] }),
      bookmarkTiers,
      `(('tmore':*)&('tgit':*|'tdigit'))`,
    ],
    ['of a tag', { kind: 'lexeme', lexeme: '#data' }, bookmarkTiers, `'#data'`],
  ])('are otherwise one expression: %s', (_, term, tier, lexemes) => {
    expect(compiler.alternatives(term, tier)).toEqual([lexemes]);
  });

  test.each<[string, Term, number, string[]]>([
    ['if they are known', word('rust'), 1, [`'trust'|'trusty'`]],
    ['in each field', word('rust'), 2, [`'trust'|'grust'|'trusty'|'grusty'`]],
    [
      'if no word begins with it, the words that it stands for',
      word('digt', { field: 'title' }),
      bookmarkTiers,
      [`'tdigit'`],
    ],
    ['if there are neither, the word itself', word('zzz'), 1, [`'tzzz':*`]],
  ])('have whole words instead of a prefix: %s', (_, term, tier, lexemes) => {
    const known = { accountId: '', spaceIds: [], expansions: new Map([['digt', ['digit']]]), completions };
    expect(new TermCompiler(new SqlParameters(), known).alternatives(term, tier)).toEqual(lexemes);
  });

  test('are empty for a condition without an index', () => {
    expect(compiler.alternatives({ kind: 'is', state: 'untagged' }, bookmarkTiers)).toEqual([]);
  });
});
