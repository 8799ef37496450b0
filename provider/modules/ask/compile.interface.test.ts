import { describe, expect, test } from 'vitest';
import { printQuery } from '@/lib/domain/query/print';
import bookmarksEn from '@/messages/en/bookmarks.json';
import wordsEn from '@/messages/en/query-words.json';
import searchEn from '@/messages/en/search.json';
import shellEn from '@/messages/en/shell.json';
import bookmarksPt from '@/messages/pt-BR/bookmarks.json';
import wordsPt from '@/messages/pt-BR/query-words.json';
import searchPt from '@/messages/pt-BR/search.json';
import shellPt from '@/messages/pt-BR/shell.json';
import { compileQuestion } from '@/provider/modules/ask/compile';
import { noVocabulary } from '@/provider/modules/ask/vocabulary';

const now = new Date('2026-11-21T15:00:00Z');
const context = { now, timeZone: 'America/Sao_Paulo', vocabulary: noVocabulary };
const ask = (text: string, locale = 'en'): string =>
  printQuery(compileQuestion(text, { ...context, locale }));

const interfaces = [
  { locale: 'en', words: wordsEn, search: searchEn, shell: shellEn, bookmarks: bookmarksEn },
  { locale: 'pt-BR', words: wordsPt, search: searchPt, shell: shellPt, bookmarks: bookmarksPt },
];

describe.each(interfaces)('in $locale', ({ locale, words, search, shell, bookmarks }) => {
  const meaning = (labels: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(labels).map(([name, label]) => [name, ask(label, locale)]));
  const each = (labels: object, expected: (name: string) => string): Record<string, string> =>
    Object.fromEntries(Object.keys(labels).map((name) => [name, expected(name)]));

  test('the names of states are understood, and of those that are excluded', () => {
    expect(meaning(words.states)).toEqual(each(words.states, (state) => `is:${state}`));
    expect(meaning(words.notStates)).toEqual(each(words.notStates, (state) => `-is:${state}`));
  });

  test('the names of kinds are understood', () => {
    expect(meaning(words.types)).toEqual(each(words.types, (type) => `type:${type}`));
  });

  test('the names of orders are understood', () => {
    expect(meaning(words.sorts)).toEqual(each(words.sorts, (sort) => `sort:${sort}`));
    const { newest, oldest, title, visited, visits } = search.sort;
    const sorts = { newest, oldest, title, visited, visits };
    expect(meaning(sorts)).toEqual(each(sorts, (sort) => `sort:${sort}`));
  });

  test.each(['bare', 'in', 'of', 'the'] as const)('the names of times are understood: %s', (form) => {
    for (const [term, forms] of Object.entries(words.terms))
      expect(ask(forms[form], locale)).toBe(`created:${term}`);
  });

  test('the names of lists are understood', () => {
    expect([shell.favorites, shell.later, shell.uncategorized].map((label) => ask(label, locale))).toEqual([
      'is:favorite',
      'is:later',
      'is:uncollected',
    ]);
    const { favorites, highlighted, later, uncollected, encrypted, broken } = bookmarks.view;
    expect(meaning({ favorites, highlighted, later, uncollected, encrypted, broken })).toEqual({
      favorites: 'is:favorite',
      highlighted: 'is:highlighted',
      later: 'is:later',
      uncollected: 'is:uncollected',
      encrypted: 'is:encrypted',
      broken: 'is:broken',
    });
    expect(
      [bookmarks.broken, bookmarks.read, bookmarks.readLater].map((label) => ask(label, locale)),
    ).toEqual(['is:broken', 'is:read', 'is:later']);
  });
});
