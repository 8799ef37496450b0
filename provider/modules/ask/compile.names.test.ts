import { describe, expect, test } from 'vitest';
import { printQuery } from '@/lib/domain/query/print';
import { compileQuestion } from '@/provider/modules/ask/compile';
import { noLibraryWords, type LibraryWords } from '@/provider/modules/ask/library-words';
import { noVocabulary } from '@/provider/modules/ask/vocabulary';

const context = {
  now: new Date('2026-11-21T15:00:00Z'),
  timeZone: 'America/Sao_Paulo',
  locale: 'en',
  vocabulary: noVocabulary,
};
const compile = (
  text: string,
  words: Partial<LibraryWords> = {},
  tags: string[] = [],
  collections: string[] = [],
) =>
  compileQuestion(text, {
    ...context,
    vocabulary: { ...noVocabulary, tags, collections },
    libraryWords: { ...noLibraryWords, ...words },
  });
const ask = (...[text, words, tags, collections]: Parameters<typeof compile>): string =>
  printQuery(compile(text, words, tags, collections));
const rare = (...words: string[]): Partial<LibraryWords> => ({ rare: new Set(words) });
const titles = (...words: string[]): Partial<LibraryWords> => ({ titles: new Set(words) });

describe('a word that usually connects others', () => {
  test.each([
    ['videos about it', 'type:video', 'type:video it'],
    [
      'it support notes from last week',
      'support notes created:last-week',
      'it support notes created:last-week',
    ],
    ['all everything shop videos', 'shop type:video', 'everything shop type:video'],
    ['artigos sobre tudo', 'type:article', 'type:article tudo'],
  ])('is kept if it is rare in titles and tags: %s', (text, without, meaning) => {
    expect(ask(text)).toBe(without);
    expect(ask(text, rare('it', 'everything', 'tudo'))).toBe(meaning);
  });

  test('is kept if a tag or a collection has its name', () => {
    expect(ask('articles about it', {}, ['IT'])).toBe('type:article it');
    expect(ask('articles about just', {}, [], ['Just'])).toBe('type:article just');
  });

  test.each(['videos that I read it in last week', 'videos to be seen from last week'])(
    'is dropped as a verb or a pronoun: %s',
    (text) => expect(ask(text, rare('it', 'be'))).not.toMatch(/ (?:it|be)(?: |$)/),
  );

  test('is kept in capitals, unless all of the question is', () => {
    expect(ask('videos about IT from last week')).toBe('type:video IT created:last-week');
    expect(ask('VIDEOS ABOUT IT FROM LAST WEEK')).toBe('type:video created:last-week');
  });

  test('is kept at the beginning of a name in capitals', () => {
    expect(ask('videos by The Who from last week')).toBe('type:video The Who created:last-week');
    expect(ask('Videos By The Band From Last Week')).toBe('type:video Band created:last-week');
  });

  test('is reported as a name among other words', () => {
    const { named } = compile('us store reviews', rare('store', 'us'));
    expect(named).toEqual([
      { kind: 'word', text: 'us' },
      { kind: 'word', text: 'store' },
    ]);
    expect(compile('how to store us all', rare('store', 'us')).named).toEqual([{ kind: 'word', text: 'us' }]);
    expect(compile('us store reviews').named).toEqual([]);
  });
});

describe('what the library calls something', () => {
  test.each(['last week tonight', 'recently opened', 'unread articles', 'no docs'])(
    'is searched by its words: %s',
    (text) => {
      expect(ask(text)).not.toBe(text);
      expect(ask(text, titles(text))).toBe(text);
      expect(ask(text, {}, [text])).toBe(text);
      expect(ask(text, {}, [], [text])).toBe(text);
    },
  );

  test.each([
    [
      'my favorites from last week',
      'is:favorite created:last-week',
      'favorites created:last-week',
      'favorites',
    ],
    [
      'links para ler depois salvos ontem',
      'is:later created:yesterday',
      'para ler depois created:yesterday',
      'para ler depois',
    ],
    ['vídeos destacados', 'type:video is:highlighted', 'type:video destacados', 'destacados'],
    ['starred links about css', 'is:favorite css', 'starred css', 'starred'],
  ])('is no state: %s', (text, state, meaning, name) => {
    expect(ask(text)).toBe(state);
    expect(ask(text, titles(name))).toBe(meaning);
    expect(ask(text, {}, [name])).toBe(meaning);
    expect(ask(text, {}, [], [name])).toBe(meaning);
  });

  test('is favoritos in Portuguese for every bookmark, if there are no favorites', () => {
    expect(ask('meus favoritos sobre css')).toBe('is:favorite css');
    expect(ask('meus favoritos sobre css', { hasFavorites: false })).toBe('css');
    expect(ask('my favorites about css', { hasFavorites: false })).toBe('is:favorite css');
  });
});
