import { describe, expect, test } from 'vitest';
import { bookmarkTiers } from '@/lib/domain/search-terms';
import { SqlParameters } from '@/provider/db/client';
import { TermCompiler } from '@/provider/modules/search/compile-term';
import type { Term } from '@/provider/modules/search/term';

const many = ['adata', 'bdata', 'cdata', 'ddata'];
const meant = new Map([
  ['data', many],
  ['git', ['digit']],
]);
const begun = new Map([
  ['rust', ['rust', 'rusty']],
  ['digt', []],
  ['zzz', []],
]);
const compiler = new TermCompiler(new SqlParameters(), {
  accountId: '',
  spaceIds: [],
  begun: new Map(),
  meant,
});
const word = (text: string, more: Partial<Term & { kind: 'words' }> = {}): Term => ({
  kind: 'words',
  field: 'all',
  words: [text],
  isPhrase: false,
  ...more,
});

describe('what the index is asked for', () => {
  test('words that are only meant are asked for apart where they are many', () => {
    const [typed, others, ...rest] = compiler.alternatives(word('data', { field: 'title' }), bookmarkTiers);
    expect([typed, others, rest]).toEqual([`'tdata':*`, many.map((text) => `'t${text}'`).join('|'), []]);
  });

  test.each<[string, Term, number, string]>([
    ['where they are few', word('git', { field: 'title' }), bookmarkTiers, `'tgit':*|'tdigit'`],
    ['in a tier that has none of them', word('data'), 1, `'tdata':*`],
    ['of a phrase', word('data', { field: 'title', isPhrase: true }), bookmarkTiers, `(('tdata'))`],
    [
      'of several words',
      word('', { field: 'title', words: ['more', 'git'] }),
      bookmarkTiers,
      `(('tmore':*)&('tgit':*|'tdigit'))`,
    ],
    ['of a tag', { kind: 'lexeme', lexeme: '#data' }, bookmarkTiers, `'#data'`],
  ])('else all at once: %s', (_, term, tier, lexemes) => {
    expect(compiler.alternatives(term, tier)).toEqual([lexemes]);
  });

  test.each<[string, Term, number, string[]]>([
    ['where they are known', word('rust'), 1, [`'trust'|'trusty'`]],
    ['in each field', word('rust'), 2, [`'trust'|'grust'|'trusty'|'grusty'`]],
    [
      'where none begins with it, what it is taken for',
      word('digt', { field: 'title' }),
      bookmarkTiers,
      [`'tdigit'`],
    ],
    ['where there is none of either, what is not there', word('zzz'), 1, [`'tzzz':*`]],
  ])('whole words instead of their beginning: %s', (_, term, tier, lexemes) => {
    const known = { accountId: '', spaceIds: [], meant: new Map([['digt', ['digit']]]), begun };
    expect(new TermCompiler(new SqlParameters(), known).alternatives(term, tier)).toEqual(lexemes);
  });

  test('nothing that it cannot answer', () => {
    expect(compiler.alternatives({ kind: 'is', state: 'untagged' }, bookmarkTiers)).toEqual([]);
  });
});
