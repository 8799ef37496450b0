import { describe, expect, test } from 'vitest';
import { createRandom } from '@/lib/utils/random';
import { snippetAround } from '@/lib/domain/query/explain/snippet';

const around = (text: string, found: string): string => {
  const start = text.indexOf(found);
  return snippetAround(text, { start, end: start + found.length });
};
const words = (count: number, word = 'lorem'): string => Array.from({ length: count }, () => word).join(' ');

describe('a snippet', () => {
  test('is the whole text where that is short, in one line', () => {
    expect(around('Every sleeper\n\n  that\tstill runs ', 'sleeper')).toBe('Every sleeper that still runs');
  });

  test('has more behind what was found than in front of it, between whole words', () => {
    const snippet = around(`${words(100)} sleeper ${words(100, 'ipsum')}`, 'sleeper');
    expect(snippet).toMatch(/^…lorem( lorem)* sleeper( ipsum)+…$/);
    expect(snippet.length).toBeGreaterThan(150);
    expect(snippet.length).toBeLessThanOrEqual(160);
    expect(snippet.indexOf('sleeper')).toBeLessThan(60);
  });

  test('uses the room that the end of the text leaves', () => {
    expect(around(`${words(100)} sleeper`, 'sleeper')).toMatch(/^…(lorem ){25}sleeper$/);
    expect(around(`sleeper ${words(100)}`, 'sleeper')).toMatch(/^sleeper( lorem){25}…$/);
  });

  test('of an address is cut at its signs', () => {
    const path = Array.from({ length: 30 }, (_, index) => `part${index}`).join('/');
    expect(around(`${path}/sleeper/${path}`, 'sleeper')).toMatch(/^…part\d\d\/.*\/sleeper\/.*\/part\d+…$/);
  });

  test('of a writing without spaces is cut between its signs, and no sign comes apart', () => {
    const family = '👩‍👩‍👧‍👦';
    const snippet = around(`${family.repeat(40)}trains${family.repeat(40)}`, 'trains');
    expect(snippet).toMatch(/^…👩.*trains.*👦…$/u);
    expect(snippet.replaceAll(family, '')).toBe('…trains…');
  });

  test('of one word that is longer than a snippet is its beginning', () => {
    expect(around(`a ${'x'.repeat(300)} b`, 'x'.repeat(300))).toMatch(/^…?(a )?x+…+$/);
  });

  test('does not turn the line that it is shown in', () => {
    expect(around('a\u202eb\u0000c sleeper', 'sleeper')).toBe('a b c sleeper');
  });

  test('is never longer than 160 characters, holds what was found and no half of a sign', () => {
    const random = createRandom(7);
    const signs = ['a', 'ç', ' ', '\n', '🚀', 'e\u0301', '漢', '-', '\ud83d', 'word '];
    for (let round = 0; round < 400; round += 1) {
      const noise = () =>
        Array.from(
          { length: Math.floor(random() * 900) },
          () => signs[Math.floor(random() * signs.length)],
        ).join('');
      const snippet = around(`${noise()} sleeper ${noise()}`, 'sleeper');
      expect(snippet.length).toBeLessThanOrEqual(160);
      expect(snippet).toContain('sleeper');
      expect(snippet.isWellFormed()).toBe(true);
      expect(snippet).not.toMatch(/[\n\r]/);
    }
  });
});
