import { describe, expect, test } from 'vitest';
import { mergeBody, offerOf, suggestKeep } from '@/components/features/duplicates/merge-choice';
import { sampleBookmark } from '@/lib/api/testing/samples';

const travel = { uuid: 'travel', name: 'Travel', color: '1f8a8a', icon: null, security: 0 } as const;
const old = sampleBookmark('old', {
  age: 100,
  title: 'Night trains',
  url: 'http://example.com/trains',
  tags: 'Rail,maps',
});
const fresh = sampleBookmark('fresh', {
  title: 'Night trains of Europe',
  url: 'https://example.com/trains?utm_source=mail',
  tags: 'rail,slow',
  collections: [travel],
});
const group = [old, fresh];
const offer = offerOf(group, 'default');

test('a group offers each title, date, tag and collection once, and never the default collection', () => {
  expect(offer).toEqual({
    titles: ['Night trains', 'Night trains of Europe'],
    dates: [old.createdAt, fresh.createdAt],
    tags: ['Rail', 'maps', 'slow'],
    collections: [travel],
    hasDefault: true,
  });
});

test('dates that look the same are offered once', () => {
  const sameMinute = sampleBookmark('same', { age: 99 });
  expect(offerOf([fresh, old, sameMinute], 'default').dates).toEqual([old.createdAt, fresh.createdAt]);
});

describe('the suggested one', () => {
  test.each([
    ['is reached by https', [old, fresh], 'fresh'],
    [
      'has been visited most',
      [old, { ...fresh, url: 'http://example.com/x' }, { ...old, uuid: 'v', visits: 2 }],
      'v',
    ],
    [
      'has the shortest address',
      [
        { ...fresh, uuid: 'long' },
        { ...fresh, uuid: 'short', url: 'https://example.com/' },
      ],
      'short',
    ],
    [
      'was saved first',
      [
        { ...fresh, uuid: 'late' },
        { ...fresh, uuid: 'early', createdAt: old.createdAt },
      ],
      'early',
    ],
    ['is not broken', [{ ...fresh, broken: true }, old], 'old'],
  ])('%s', (_, bookmarks, expected) => {
    expect(suggestKeep(bookmarks)).toBe(expected);
  });
});

describe('a merge names', () => {
  test('nothing that is merged by default', () => {
    const both = [old, { ...fresh, collections: old.collections }];
    expect(mergeBody(both, { keep: 'fresh' }, offerOf(both, 'default'))).toEqual({
      keep: 'fresh',
      uuids: ['old'],
    });
  });

  test('the collections if the default one would stay beside them', () => {
    expect(mergeBody(group, { keep: 'fresh' }, offer)).toMatchObject({ collections: ['travel'] });
  });

  test('fields that were chosen differently', () => {
    const choice = {
      keep: 'fresh',
      title: 'Night trains',
      createdAt: fresh.createdAt,
      tags: ['maps'],
      collections: [],
    };
    expect(mergeBody(group, choice, offer)).toEqual({
      keep: 'fresh',
      uuids: ['old'],
      title: 'Night trains',
      createdAt: fresh.createdAt,
      tags: 'maps',
      collections: [],
    });
  });

  test('the title of another if the kept one has none', () => {
    const untitled = { ...fresh, title: '' };
    const bookmarks = [old, untitled];
    expect(mergeBody(bookmarks, { keep: 'fresh' }, offerOf(bookmarks, 'default'))).toMatchObject({
      title: 'Night trains',
    });
  });
});
