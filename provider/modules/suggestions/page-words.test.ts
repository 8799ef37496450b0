import { describe, expect, test } from 'vitest';
import { readPage, rootOf } from '@/provider/modules/suggestions/page-words';

const roots = (page: Parameters<typeof readPage>[0]): string[] =>
  readPage(page).words.map(({ root }) => root);

test('the words of the title come first, then those of the path, the description and the host', () => {
  const page = { url: 'https://blog.ferris.dev/async/x', title: 'The Rust book', description: 'About crabs' };
  expect(roots(page)).toEqual(['rust', 'book', 'async', 'crab', 'blog', 'ferri']);
  expect(readPage(page)).toMatchObject({ host: 'blog.ferris.dev' });
});

test('stop words of both languages and numbers are left out', () => {
  expect(
    roots({ url: 'https://a.example/', title: 'How to do it in 2024: como fazer isso em 3 dias' }),
  ).toEqual(['fazer', 'dia']);
});

test('a word is shown in the spelling of the title', () => {
  const { words } = readPage({ url: 'https://a.example/', title: 'PÃES e Pão' });
  expect(words.map(({ root, shown }) => [root, shown])).toEqual([
    ['pae', 'PÃES'],
    ['pao', 'Pão'],
  ]);
});

test.each([
  ['https://www.youtube.com/watch?v=1', 'Night trains - YouTube', 'Night trains'],
  ['https://pt.wikipedia.org/wiki/Trem', 'Trem – Wikipédia, a enciclopédia livre', 'Trem'],
  ['https://brasilescola.uol.com.br/x', 'Verbos - o que são - Brasil Escola', 'Verbos - o que são'],
  ['https://example.com/', 'Rust - async', 'Rust - async'],
  ['https://rust-lang.org/', 'Rust', 'Rust'],
])('the name of the site is removed from the title: %s, %s', (url, title, rest) => {
  const words = readPage({ url, title }).words.filter(({ weight }) => weight === 1);
  const wanted = readPage({ url: 'https://x.example/', title: rest }).words.filter(
    ({ weight }) => weight === 1,
  );
  expect(words).toEqual(wanted);
});

describe('a root', () => {
  test.each([
    ['datasets', 'dataset'],
    ['receitas', 'receita'],
    ['libraries', 'librar'],
    ['class', 'class'],
    ['gas', 'gas'],
    ['css', 'css'],
  ])('%s is %s', (word, root) => {
    expect(rootOf(word)).toBe(root);
  });
});

test('no url or title causes an error', () => {
  for (const url of ['', 'javascript:alert(1)', 'https://x.example/%zz', 'not a url', '\u{D800}'])
    expect(() => readPage({ url, title: '\u{D800} %' })).not.toThrow();
});
