import { describe, expect, test } from 'vitest';
import { quoteLexeme, tagLexeme } from '@/lib/domain/search-words';
import { searchVector } from '@/lib/domain/search-vector';

describe('searchVector', () => {
  const text = {
    title: 'Night trains',
    tags: ['Travel', 'Slow travel'],
    domain: 'night.example',
    description: '',
    path: '',
  };

  test('marks each word with its field, and whole tags as such', () => {
    expect(searchVector(text).split(' ').sort()).toEqual(
      [
        "'#slow",
        "travel'",
        "'#travel'",
        "'/example'",
        "'/night.example'",
        'gslow',
        'gtravel',
        'hexample',
        'hnight',
        'tnight',
        'ttrains',
      ].sort(),
    );
  });

  test('indexes of other texts only words that no better field has', () => {
    const vector = searchVector({ ...text, description: 'Trains by night, cheap', path: '/night/offers' });
    expect(vector.split(' ').filter((lexeme) => lexeme.startsWith('x'))).toEqual([
      'xby',
      'xcheap',
      'xoffers',
    ]);
  });

  test('contains the type, the host and its parent domains', () => {
    const lexemesOf = (domain: string, path: string): string[] =>
      searchVector({ title: '', tags: [], domain, path, description: '' })
        .split(' ')
        .filter((lexeme) => /^'?[%/]/.test(lexeme));
    expect(lexemesOf('gist.github.com', '/a/1').sort()).toEqual(
      ['%code', "'/com'", "'/gist.github.com'", "'/github.com'"].sort(),
    );
    expect(lexemesOf('localhost:3000', '')).toEqual(["'/localhost:3000'", "'/localhost'"]);
    expect(lexemesOf('[::1]', '')).toEqual(["'/[::1]'"]);
    expect(lexemesOf('', '')).toEqual([]);
  });

  test('a tag with any characters stays one quoted lexeme', () => {
    expect(quoteLexeme(tagLexeme(`It's a \\ Tag`))).toBe(`'#it''s a \\\\ tag'`);
  });
});
