import { describe, expect, test } from 'vitest';
import { foldText, splitWords, titleKey } from '@/lib/domain/search-words';

describe('foldText', () => {
  test.each([
    ['Ação', 'acao'],
    ['e\u0301te\u0301', 'ete'],
    ['İstanbul ISPARTA ısı', 'istanbul isparta isi'],
    ['Straße', 'strasse'],
    ['Ærø Łódź Đà Nẵng', 'aero lodz da nang'],
    ['ﬁne Ｆｕｌｌ', 'fine full'],
    ['Ёлка ЙОГА', 'елка иога'],
    ['Ελλάδα', 'ελλαδα'],
    ['がぎ 한국어', 'がぎ 한국어'],
    ['plain', 'plain'],
  ])('%j becomes %j', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  test('is the same for every encoding of a character, and idempotent', () => {
    const wrong: string[] = [];
    for (let point = 0; point <= 0x1ffff; point += 1) {
      if (point >= 0xd800 && point <= 0xdfff) continue;
      const character = String.fromCodePoint(point);
      const folded = foldText(character);
      const isSame = folded === foldText(character.normalize('NFD')) && folded === foldText(folded);
      if (!isSame) wrong.push(`${character} ${point.toString(16)}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('splitWords', () => {
  test.each([
    ['Hello, World!', ['hello', 'world']],
    ['C++ and C#', ['c', 'and', 'c']],
    ['foo_bar-baz/qux.html?x=1&y=2', ['foo', 'bar', 'baz', 'qux', 'html', 'x', '1', 'y', '2']],
    ["Don't <b>stop</b>", ['don', 't', 'b', 'stop', 'b']],
    ['機械学習 101', ['機', '械', '学', '習', '101']],
    ['🚀 launch', ['🚀', 'launch']],
    ['हिन्दी भाषा', ['हिन्दी', 'भाषा']],
    ['-- /* */ $$ :* & ! <->', []],
    ['', []],
  ])('%j gives %j', (text, words) => {
    expect(splitWords(text)).toEqual(words);
  });

  test('truncates a word that is longer than any real one', () => {
    expect(splitWords('a'.repeat(50_000))).toEqual(['a'.repeat(64)]);
    expect(splitWords('𝔞'.repeat(100)).join('').isWellFormed()).toBe(true);
  });

  test('terminates on adversarial input', () => {
    // In quadratic time, these would take minutes and exceed the time limit of a test.
    for (const text of [
      '('.repeat(400_000),
      ' '.repeat(400_000),
      `${'a'.repeat(400_000)}!`,
      'é'.repeat(400_000),
    ]) {
      expect(splitWords(text).length).toBeLessThan(2);
    }
  });
});

describe('titleKey', () => {
  const of = (title: string): string => titleKey({ title, domain: 'a.example', path: '/x' });

  test('is the folded title, or the displayed URL without one', () => {
    expect([of('  Água Viva '), of(''), of('  ')]).toEqual(['agua viva', 'a.example/x', 'a.example/x']);
  });

  test('is short enough for an index with any title', () => {
    for (const title of [
      'x'.repeat(2_000),
      '👨‍👩‍👧‍👦'.repeat(500),
      `e${'\u0301'.repeat(1_999)}`,
      'ﷺ'.repeat(2_000),
    ]) {
      expect(Buffer.byteLength(of(title))).toBeLessThanOrEqual(800);
      expect(of(title).isWellFormed()).toBe(true);
    }
  });
});
