import { describe, expect, test } from 'vitest';
import { explainHit, isExplained, snippetAround, type ExplainedRecord } from '@/lib/domain/query/explain';
import type { QueryWord } from '@/lib/domain/query/highlight';
import { createRandom } from '@/lib/utils/random';

const record: ExplainedRecord = {
  title: 'Night Trains of Europe',
  tags: 'slow travel,Ação',
  domain: 'railways.example',
  path: `/overview/${'deep/'.repeat(12)}hidden?lang=en`,
  description: 'Every sleeper that still runs.\nWith the times of each line.',
};
const words = (...texts: string[]): QueryWord[] => texts.map((text) => ({ text, found: [] }));
const page = { title: 'Timetables', text: `${'far away '.repeat(300)}the couchette is warm` };

describe('why a bookmark was found', () => {
  test.each([
    ['title', ['trains'], 'title', null, 'trains'],
    ['the beginning of a word', ['tra'], 'title', null, 'trains'],
    ['the middle of a word', ['ight'], 'title', null, 'night'],
    ['a tag', ['travel'], 'tags', null, 'travel'],
    ['a tag without its accents', ['acao'], 'tags', null, 'acao'],
    ['host', ['railways'], 'host', null, 'railways'],
    ['the part of the address that a row shows', ['overview'], 'url', null, 'overview'],
    ['description', ['sleeper'], 'description', 'Every sleeper that still runs. With the times of each line.', 'sleeper'],
    ['the worst place decides', ['trains', 'sleeper', 'travel'], 'description', 'Every sleeper that still runs. With the times of each line.', 'sleeper'],
    ['a word without a match is left out', ['trains', 'nowhere'], 'title', null, 'trains'],
  ] as const)('%s', (_, texts, field, snippet, matched) => {
    const word = texts.find((text) => matched.includes(text));
    expect(explainHit(record, words(...texts))).toEqual({ field, snippet, word, matched });
  }); // prettier-ignore

  test('a URL that a row truncates is shown around the words', () => {
    const explanation = explainHit(record, words('hidden'));
    expect(explanation?.field).toBe('url');
    expect(explanation?.snippet).toMatch(/\/hidden\?lang=en$/);
  });

  test('the word to which a misspelled one was corrected', () => {
    expect(explainHit(record, [{ text: 'sleepre', found: ['sleeper'] }])?.field).toBe('description');
    expect(explainHit(record, [{ text: 'sleepre', found: ['other'] }])).toBeNull();
  });

  test('a word of two letters is not searched inside others', () => {
    expect(explainHit(record, words('ur'))).toBeNull();
  });

  test('nothing, without words', () => {
    expect(explainHit(record, [])).toBeNull();
  });

  test('the text of its page, after everything else', () => {
    const explanation = explainHit(record, words('trains', 'couchette'), { page });
    expect(explanation?.field).toBe('text');
    expect(explanation?.snippet).toMatch(/^….*the couchette is warm$/);
    expect(explainHit(record, words('timetab'), { page })).toEqual({
      field: 'text',
      snippet: 'Timetables',
      word: 'timetab',
      matched: 'timetables',
    });
    expect(explainHit(record, words('sleeper'), { page: { ...page, text: 'sleeper' } })?.field).toBe(
      'description',
    );
  });

  test('the text of its page is requested only for a word without another match', () => {
    expect(isExplained(record, words('trains', 'hidden', 'acao'))).toBe(true);
    expect(isExplained(record, words('trains', 'couchette'))).toBe(false);
  });

  test('an encrypted bookmark has no words', () => {
    const encrypted = { title: null, tags: '', domain: null, path: null, description: null };
    expect(explainHit(encrypted, words('trains'))).toBeNull();
  });
});

const around = (text: string, found: string): string => {
  const start = text.indexOf(found);
  return snippetAround(text, { start, end: start + found.length });
};
const snippetWords = (count: number, word = 'lorem'): string =>
  Array.from({ length: count }, () => word).join(' ');

describe('a snippet', () => {
  test('is the whole text if that is short, in one line', () => {
    expect(around('Every sleeper\n\n  that\tstill runs ', 'sleeper')).toBe('Every sleeper that still runs');
  });

  test('has more text after the match than before it, between whole words', () => {
    const snippet = around(`${snippetWords(100)} sleeper ${snippetWords(100, 'ipsum')}`, 'sleeper');
    expect(snippet).toMatch(/^…lorem( lorem)* sleeper( ipsum)+…$/);
    expect(snippet.length).toBeGreaterThan(150);
    expect(snippet.length).toBeLessThanOrEqual(160);
    expect(snippet.indexOf('sleeper')).toBeLessThan(60);
  });

  test('uses the remaining length at the end of the text', () => {
    expect(around(`${snippetWords(100)} sleeper`, 'sleeper')).toMatch(/^…(lorem ){25}sleeper$/);
    expect(around(`sleeper ${snippetWords(100)}`, 'sleeper')).toMatch(/^sleeper( lorem){25}…$/);
  });

  test('of a URL is cut at its separators', () => {
    const path = Array.from({ length: 30 }, (_, index) => `part${index}`).join('/');
    expect(around(`${path}/sleeper/${path}`, 'sleeper')).toMatch(/^…part\d\d\/.*\/sleeper\/.*\/part\d+…$/);
  });

  test('of a text without spaces is cut between graphemes', () => {
    const family = '👩‍👩‍👧‍👦';
    const snippet = around(`${family.repeat(40)}trains${family.repeat(40)}`, 'trains');
    expect(snippet).toMatch(/^…👩.*trains.*👦…$/u);
    expect(snippet.replaceAll(family, '')).toBe('…trains…');
  });

  test('of a word that is longer than a snippet is the beginning of the word', () => {
    expect(around(`a ${'x'.repeat(300)} b`, 'x'.repeat(300))).toMatch(/^…?(a )?x+…+$/);
  });

  test('does not change the direction of its line', () => {
    expect(around('a\u202eb\u0000c sleeper', 'sleeper')).toBe('a b c sleeper');
  });

  test('has at most 160 characters, contains the match and no partial grapheme', () => {
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
