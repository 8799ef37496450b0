import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { foundWords, hasHitLine, HitLine, marked } from '@/components/features/search/hit-line';
import type { SearchMatch } from '@/lib/contract/search';
import { sampleBookmark } from '@/lib/api/testing/samples';
import { parseQuery } from '@/lib/domain/query/parse';
import { loadMessages } from '@/lib/i18n/load-messages';

test('typed words are marked, and matched words that do not contain them', () => {
  const words = [
    { text: 'train', found: ['train', 'trains', 'training'] },
    { text: 'pyhton', found: ['python'] },
    { text: 'python', found: ['python'] },
  ];
  expect(foundWords(words, parseQuery('train pyhton python').query)).toEqual(['train', 'pyhton', 'python']);
  expect(foundWords([], parseQuery('').query)).toEqual([]);
});

test('words that only connect others are not marked', () => {
  const wordsOf = (text: string) => text.split(' ').map((word) => ({ text: word, found: [] }));
  const markedFor = (text: string) => foundWords(wordsOf(text), parseQuery(text).query);
  expect(markedFor('receita de um bolo')).toEqual(['receita', 'bolo']);
  expect(markedFor('the who')).toEqual(['the', 'who']);
});

const sofa = sampleBookmark('sofa', { title: 'A cheap sofa', tags: 'home,sofa' });
const match: SearchMatch = { uuid: 'sofa', field: 'title', snippet: null, form: 'exact', words: [] };
const messages = await loadMessages('en', ['Search']);

const lineOf = (changes: Partial<SearchMatch>) =>
  hasHitLine(sofa, { ...match, ...changes })
    ? renderToStaticMarkup(
        <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
          <HitLine bookmark={sofa} match={{ ...match, ...changes }} words={['sofa']} />
        </NextIntlClientProvider>,
      ).replaceAll(/<\/?bdi>/g, '')
    : null;

test('a row explains a match that its title does not show', () => {
  expect(lineOf({ form: 'exact', words: ['sofa'] })).toBeNull();
  expect(lineOf({ form: 'meaning', words: ['sofa'] })).toBe('similar meaning: sofa');
  expect(lineOf({ form: 'meaning', words: [] })).toBe('similar meaning');
  expect(lineOf({ form: 'typo', words: ['sofa', 'cheap'] })).toBe('similar spelling: sofa, cheap');
  expect(lineOf({ field: 'description', snippet: 'on a sofa' })).toBe(
    'in the description: on a <mark>sofa</mark>',
  );
  expect(lineOf({ field: 'notes', snippet: 'my sofa' })).toBe('in your notes: my <mark>sofa</mark>');
  expect(lineOf({ field: 'annotation', snippet: 'no sofa' })).toBe('in an annotation: no <mark>sofa</mark>');
  expect(lineOf({ field: 'tags', form: 'meaning', words: ['sofa'] })).toBe(
    'similar meaning: sofa · tags: home, <mark>sofa</mark>',
  );
});

test('the words of the row that matched are marked too', () => {
  expect(marked(['couch'], { ...match, words: ['sofa'] })).toEqual(['couch', 'sofa']);
  expect(marked(['couch'], match)).toEqual(['couch']);
});
