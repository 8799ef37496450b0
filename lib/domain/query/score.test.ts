import { describe, expect, test } from 'vitest';
import { parseQuery } from '@/lib/domain/query/parse';
import { compileScore, type RankedBookmark } from '@/lib/domain/query/score';
import { titleKey } from '@/lib/domain/search-words';

const now = new Date('2026-03-01T12:00:00Z');
const context = { now, timeZone: 'UTC' };

interface Given {
  title?: string;
  tags?: string[];
  domain?: string;
  description?: string;
  notes?: string;
  collections?: string[];
  createdAt?: string;
  visits?: number;
}

const bookmark = (given: Given): RankedBookmark => {
  const { title = 'x', tags = [], domain = 'site.example', description = '', notes = '' } = given;
  const text = { title, tags, domain, description, notes, path: '/' };
  return {
    text,
    titleKey: titleKey(text),
    collections: given.collections ?? [],
    states: new Set(),
    createdAt: new Date(given.createdAt ?? '2026-02-01'),
    lastVisitedAt: null,
    visits: given.visits ?? 0,
  };
};

const scoreOf = (
  q: string,
  given: Given,
  more: Partial<Parameters<typeof compileScore>[2]> = {},
): number | null => compileScore(parseQuery(q).query, null, { ...context, ...more })(bookmark(given));

describe('a match of the whole query', () => {
  test('scores from 1 to 2, and any other less than 1', () => {
    expect(scoreOf('night trains', { title: 'Night trains' })).toBeGreaterThan(1);
    expect(scoreOf('night trains', { title: 'Night trains', visits: 900 })).toBeLessThanOrEqual(2);
    const part = scoreOf('night trains', { title: 'Trains' });
    expect(part).toBeGreaterThan(0);
    expect(part).toBeLessThan(1);
    expect(scoreOf('night trains', { title: 'Bread' })).toBeNull();
  });

  test.each<[string, Given[]]>([
    [
      'by field: title, tag, host, description, notes',
      [
        { title: 'sailing' },
        { tags: ['sailing'] },
        { domain: 'sailing.example' },
        { description: 'sailing' },
      ],
    ],
    ['by form: as typed, longer, a part', [{ title: 'sail' }, { title: 'sailing' }, { title: 'mainsail' }]],
    ['by date', [{ title: 'sail' }, { title: 'sail', createdAt: '2024-01-01' }]],
    [
      'by visits',
      [
        { title: 'sail', visits: 60, createdAt: '2025-11-01' },
        { title: 'sail', createdAt: '2026-01-01' },
      ],
    ],
    ['by field before date', [{ title: 'sail', createdAt: '2001-01-01' }, { tags: ['sail'] }]],
  ])('ranks %s', (_, given) => {
    const q = given[0]?.title === 'sail' ? 'sail' : 'sailing';
    const scores = given.map((each) => scoreOf(q, each) ?? 0);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(new Set(scores).size).toBe(scores.length);
  });

  test('with the words next to each other in the title ranks before one with other words between them', () => {
    const adjacent = scoreOf('night trains', { title: 'The night trains of Europe' }) ?? 0;
    expect(adjacent).toBeGreaterThan(scoreOf('night trains', { title: 'Trains of the night' }) ?? 0);
  });

  test('need not have words that only connect others', () => {
    expect(scoreOf('how to bake bread', { title: 'Bake bread' })).toBeGreaterThan(1);
    expect(scoreOf('the who', { title: 'Who is the best' })).toBeGreaterThan(1);
    expect(scoreOf('the who', { title: 'Live at Leeds' })).toBeNull();
    expect(scoreOf('IT jobs', { title: 'Jobs' })).toBeLessThan(1);
    expect(scoreOf('it jobs', { title: 'Jobs' })).toBeGreaterThan(1);
  });
});

describe('a closest hit', () => {
  test('ranks by the rarity of its words', () => {
    const weights = new Map([
      ['zeppelin', 5],
      ['garden', 1],
    ]);
    const rare = scoreOf('zeppelin garden', { title: 'Zeppelin' }, { weights }) ?? 0;
    expect(rare).toBeGreaterThan(scoreOf('zeppelin garden', { title: 'Garden' }, { weights }) ?? 1);
  });

  test('has a word of a similar meaning, which never makes it a match of the whole query', () => {
    const meanings = new Map([['sofa', new Set(['couch'])]]);
    const similar = scoreOf('sofa', { title: 'A couch' }, { meanings }) ?? 1;
    expect(similar).toBeLessThan(1);
    expect(scoreOf('sofa', { title: 'A couch' })).toBeNull();
    expect(scoreOf('sofa', { title: 'A sofa' }, { meanings })).toBeGreaterThan(similar);
  });

  test('fulfils the conditions, and may be in a collection that a word names', () => {
    expect(scoreOf('night trains #rail', { title: 'Trains' })).toBeNull();
    expect(scoreOf('night trains #rail', { title: 'Trains', tags: ['rail'] })).toBeGreaterThan(0);
    expect(scoreOf('recipes bread', { title: 'Moqueca', collections: ['Recipes'] })).toBeGreaterThan(0);
  });
});
