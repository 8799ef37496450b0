import { describe, expect, test } from 'vitest';
import {
  compileQuery,
  isWithinEdits,
  matchesQuery,
  type MatchContext,
  type SearchedBookmark,
} from '@/lib/domain/query/match';
import { parseQuery } from '@/lib/domain/query/parse';
import type { QueryState } from '@/lib/domain/query/query';
import {
  type CaseBookmark,
  caseClock,
  caseLibrary,
  publicCollections,
  queryCases,
} from '@/lib/domain/query/testing/cases';
import { splitWords } from '@/lib/domain/search-words';
import { parseBookmarkUrl } from '@/lib/domain/url';

function searched(bookmark: CaseBookmark): SearchedBookmark {
  const { title, url, description = '', tags = [], collections = [] } = bookmark;
  const { domain, path } = parseBookmarkUrl(url);
  const states = {
    favorite: bookmark.isFavorite,
    highlighted: bookmark.isHighlighted,
    later: bookmark.isLater,
    read: bookmark.readAt !== undefined,
    annotated: false,
    encrypted: bookmark.isEncrypted,
    public: collections.some((name) => publicCollections.includes(name)),
    untagged: tags.length === 0,
    uncollected: collections.length === 0,
    duplicate: caseLibrary.some((other) => other !== bookmark && other.url === url),
    broken: bookmark.isBroken,
  };
  return {
    text: bookmark.isEncrypted === true ? null : { title, domain, path, description, tags },
    collections,
    states: new Set((Object.keys(states) as QueryState[]).filter((state) => states[state] === true)),
    createdAt: new Date(bookmark.createdAt),
    lastVisitedAt: bookmark.visitedAt === undefined ? null : new Date(bookmark.visitedAt),
    visits: bookmark.visits ?? 0,
  };
}

const library = caseLibrary.map((bookmark) => ({ title: bookmark.title, bookmark: searched(bookmark) }));
const texts = library.flatMap(({ bookmark: { text } }) =>
  text ? [text.title, text.domain, text.path, text.description, ...text.tags] : [],
);
const context: MatchContext = { ...caseClock, lexicon: [...new Set(texts.flatMap(splitWords))] };

describe('a query finds', () => {
  test.each(queryCases.map(([query, ...titles]) => ({ query, titles })))('$query', ({ query, titles }) => {
    const isMatch = compileQuery(parseQuery(query).query, context);
    const found = library.filter(({ bookmark }) => isMatch(bookmark)).map(({ title }) => title);
    expect(found.sort()).toEqual([...titles].sort());
  });
});

test('a query without a condition finds everything', () => {
  expect(
    library.every(({ bookmark }) => matchesQuery(parseQuery(' sort:new ').query, bookmark, context)),
  ).toBe(true);
});

test.each([
  ['how to', ['How to bake bread']],
  ['how', ['How to bake bread', 'However today', 'Shown tools']],
])('words that only connect others match only themselves if there are several: %s', (query, found) => {
  const titled = ['How to bake bread', 'However today', 'Shown tools'];
  const isMatch = compileQuery(parseQuery(query).query, context);
  const bookmarks = titled.map((title) =>
    searched({ title, url: 'https://a.example/', createdAt: '2026-01-01' }),
  );
  expect(titled.filter((_, index) => bookmarks.slice(index, index + 1).some(isMatch))).toEqual(found);
});

test('an unlocked bookmark is found by its text, and still counts as encrypted', () => {
  const bookmark: SearchedBookmark = {
    text: { title: 'Secret trains', domain: 'a.example', path: '', description: '', tags: ['x'] },
    collections: [],
    states: new Set(['encrypted']),
    createdAt: caseClock.now,
    lastVisitedAt: null,
    visits: 0,
  };
  const isFound = (text: string, found = bookmark) => matchesQuery(parseQuery(text).query, found, caseClock);
  expect(isFound('secret #x -public is:encrypted -is:untagged')).toBe(true);
  const locked = { ...bookmark, text: null };
  expect(
    ['secret', '-secret', '#x', '-#x', 'is:untagged', '-is:untagged'].map((text) => isFound(text, locked)),
  ).toEqual(Array.from({ length: 6 }, () => false));
  // Conditions that are decided without text stay decided.
  expect(isFound('is:encrypted OR secret', locked)).toBe(true);
  expect(isFound('-(is:favorite secret)', locked)).toBe(true);
});

test.each([
  ['pyhton', 'python', 1, true],
  ['pythn', 'python', 1, true],
  ['pythoon', 'python', 1, true],
  ['pxthon', 'python', 1, true],
  ['yptohn', 'python', 1, false],
  ['yptohn', 'python', 2, true],
  ['', 'ab', 2, true],
  ['abc', 'abcdef', 2, false],
])('%s and %s are within %d edits: %s', (one, other, most, expected) => {
  expect(isWithinEdits(one, other, most)).toBe(expected);
  expect(isWithinEdits(other, one, most)).toBe(expected);
});
