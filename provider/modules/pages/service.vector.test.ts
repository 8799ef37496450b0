import { expect, test } from 'vitest';
import { pageVector } from '@/provider/modules/pages/service';

const lexemes = (text: string, title = '', domain = ''): string[] =>
  pageVector({ domain, title, text })
    .split(' ')
    .filter((word) => word !== '');

test('the words of title, site and text are folded, each once', () => {
  expect(lexemes('A ação, a AÇÃO: canção nº 5!\nFim.', 'Crème brûlée', 'food.example')).toEqual(
    ['creme', 'brulee', 'food', 'example', 'a', 'acao', 'cancao', 'no', '5', 'fim'], // prettier-ignore
  );
  expect(lexemes('')).toEqual([]);
});

test('no word is cut at the slices of a long text', () => {
  const words = Array.from({ length: 5_000 }, (_, place) => `word${place}`);
  expect(lexemes(words.join(' '))).toEqual(words);
  expect(lexemes(words.join('\n'))).toEqual(words);
});

test('a text without spaces is indexed too', () => {
  expect(lexemes('猫'.repeat(20_000) + '犬')).toEqual(['猫']);
  expect(lexemes(`${'猫'.repeat(19_000)}犬`)).toEqual(['猫', '犬']);
  expect(lexemes('😀'.repeat(40_000))).toEqual(['😀']);
});

test('only the first 20,000 words of a long text are indexed', () => {
  const book = Array.from({ length: 400_000 }, (_, place) => `w${place}`).join(' ');
  expect(book.length).toBeGreaterThan(2 * 1024 * 1024);
  const indexed = lexemes(book);
  expect(indexed).toHaveLength(20_000);
  expect(indexed.at(-1)).toBe('w19999');
});

test('the words take at most a quarter of a megabyte', () => {
  const long = Array.from({ length: 20_000 }, (_, place) => `${'ж'.repeat(58)}${place}`).join(' ');
  const bytes = Buffer.byteLength(lexemes(long).join(''));
  expect(bytes).toBeGreaterThan(250 * 1024);
  expect(bytes).toBeLessThan(257 * 1024);
});
