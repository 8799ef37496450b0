import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markWords } from '@/lib/domain/query/highlight';
import { foldText, splitWords } from '@/lib/domain/search-words';

const marked = (text: string, words: readonly string[]): string =>
  markWords(text, words)
    .map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text))
    .join('');

describe('markWords', () => {
  test.each([
    ['Night trains in Europe', 'train', 'Night [train]s in Europe'],
    ['Pão de queijo, receita', 'pao RECEITA', '[Pão] de queijo, [receita]'],
    ['MPU6050 sensor', '6050', 'MPU[6050] sensor'],
    ['Große Straße', 'strasse', 'Große [Straße]'],
    ['Große Straße', 'str', 'Große [Str]aße'],
    ['re\u0301sume\u0301s', 'resume', '[re\u0301sume\u0301]s'],
    ['eﬃcient ﬁles', 'eff fi', '[eﬃ]cient [ﬁ]les'],
    ['İstanbul', 'istan', '[İstan]bul'],
    ['Ｆｕｌｌ width', 'fu', '[Ｆｕ]ll width'.replace('ll', 'ｌｌ')],
    ['機械学習 101', '械学', '機[械学]習 101'],
    ['👨‍👩‍👧 family', '👨', '[👨‍👩‍👧] family'],
    ['Nothing here', 'else', 'Nothing here'],
    ['a cat and a camel', 'a', '[a] cat and [a] camel'],
    ['a cat at home', 'at', 'a cat [at] home'],
    ['banana', 'ana', 'b[ana]na'],
    ['github.com/github', 'git github', '[github].com/[github]'],
    ['Any title', '', 'Any title'],
    ['', 'x', ''],
  ])('%s, for %s', (text, words, expected) => {
    expect(marked(text, splitWords(words))).toBe(expected);
  });

  test('the pieces add up to the text for any marks, and alternate', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string()), (text, words) => {
        const pieces = markWords(text, words);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        expect(pieces.every((piece, index) => piece.isMarked !== pieces[index + 1]?.isMarked)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test('continues after a word that exceeds the maximum length', () => {
    expect(marked(`${'𝔞'.repeat(100)} night`, ['night']).endsWith(' [night]')).toBe(true);
    expect(marked(`${'का'.repeat(100)} night`, ['night']).endsWith(' [night]')).toBe(true);
    expect(marked(`x${'𐀀'.repeat(100)} night`, ['night']).endsWith(' [night]')).toBe(true);
  });

  test('a word of the text is marked completely in any writing system', () => {
    const word = fc.constantFrom(
      'Ação',
      'e\u0301te\u0301',
      'Straße',
      'ﬁne',
      'Ｆｕｌｌ',
      'İzmir',
      'हिन्दी',
      'ΣΊΣΥΦΟΣ',
      'Łódź',
    );
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(markWords(`${one}, ${other}`, [foldText(one), foldText(other)])).toEqual([
          { text: one, isMarked: true },
          { text: ', ', isMarked: false },
          { text: other, isMarked: true },
        ]);
      }),
    );
  });
});
