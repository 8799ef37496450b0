import { describe, expect, test } from 'vitest';
import { expand } from '@/provider/modules/ask/phrases';

const matches = (phrase: string, text: string): boolean => new RegExp(`^${expand(phrase)}$`).test(text);

describe('a phrase', () => {
  test.each([
    ['links?', ['link', 'links'], ['linkss', 'a link']],
    ['(show|give) me', ['show me', 'give me'], ['show', 'me']],
    ['[the|my] last one', ['last one', 'the last one', 'my last one'], ['the my last one', 'thelast one']],
    [
      'read [by me] [again]',
      ['read', 'read by me', 'read again', 'read by me again'],
      ['read by', 'readagain'],
    ],
    ['[the [very] best of] rust', ['rust', 'the best of rust', 'the very best of rust'], ['best of rust']],
    ['favorit[oa]s?', ['favorito', 'favoritas'], ['favorit', 'favoritoa']],
    ['last(?! <)', ['last'], ['last <']],
    ['{n:number} {u:unit} ago', ['2 days ago', 'duas weeks ago'], ['days ago', '2 ago']],
    ['without {tag}', ['without tags', 'without etiquetas'], ['without trains']],
  ])('%s', (phrase, yes, no) => {
    expect(yes.filter((text) => !matches(phrase, text))).toEqual([]);
    expect(no.filter((text) => matches(phrase, text))).toEqual([]);
  });

  test.each(['{nothing} here', '(a|b', '[a|b]', '[a]b c'])(
    'that makes no sense is an error: %s',
    (phrase) => {
      expect(() => expand(phrase)).toThrow(/phrase/);
    },
  );
});
