import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { ClosestNote, NothingTitle, ResultCount } from '@/components/features/search/search-controls';
import type { Ranked } from '@/lib/api/closeness';
import { sampleBookmark, samplePagination } from '@/lib/api/testing/samples';
import { loadMessages } from '@/lib/i18n/load-messages';

const locales = ['en', 'pt-BR'] as const;
const messages = {
  en: await loadMessages('en', ['Search']),
  'pt-BR': await loadMessages('pt-BR', ['Search']),
};

const chip = (label: string, op = '=') => ({ field: 'type', op, value: label, label });

interface Given {
  scores?: number[];
  full?: number;
  total?: number;
  dropped?: string[];
  droppedWords?: string[];
  words?: string[];
  excluded?: string[];
  estimated?: boolean;
}

const resultOf = ({ scores = [], full, total, dropped = [], droppedWords = [], ...rest }: Given): Ranked => ({
  bookmarks: scores.map((_, index) => sampleBookmark(`row ${index}`)),
  scores,
  full: full ?? scores.filter((score) => score >= 1).length,
  pagination: samplePagination(total ?? scores.length),
  query: {
    text: '',
    chips: (rest.excluded ?? []).map((label) => chip(label, '-=')),
    words: (rest.words ?? []).map((text) => ({ text, found: [], similar: [], weight: 1 })),
    parsed: true,
    closest: false,
    dropped: dropped.map((label) => chip(label)),
    droppedWords,
    estimated: rest.estimated === true,
  },
});

/** Returns the text of a component in each language. */
const read = (node: ReactNode) =>
  locales.map((locale) =>
    renderToStaticMarkup(
      <NextIntlClientProvider locale={locale} messages={messages[locale]} timeZone="UTC">
        {node}
      </NextIntlClientProvider>,
    )
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll(/[\u2066-\u2069]/g, ''),
  );
const readNote = (given: Given) => read(<ClosestNote result={resultOf(given)} />);

describe('the note on the closest matches', () => {
  test('is not shown if a bookmark matches everything', () => {
    expect(readNote({ scores: [2, 1, 0.4] })).toEqual(['', '']);
    expect(readNote({ scores: [] })).toEqual(['', '']);
  });

  test('states that no bookmark has all of the query', () => {
    expect(readNote({ scores: [0.9, 0.4] })).toEqual([
      'No bookmark has all of it. These come closest.',
      'Nenhum favorito tem tudo isso. Estes são os mais próximos.',
    ]);
  });

  test('does not repeat the heading above the closest matches, nor the title of a search without results', () => {
    const result = resultOf({ scores: [0.9], droppedWords: ['lately'] });
    expect(read(<ClosestNote hasHeading result={result} />)[0]).toBe('No result contains “lately”.');
    expect(readNote({ droppedWords: ['lately'] })).toEqual(['', '']);
  });

  test('names a dropped condition, or several', () => {
    expect(readNote({ scores: [1], dropped: ['videos'] })).toEqual([
      'Too few results match “videos”, so it was ignored.',
      'Esta condição foi ignorada por haver poucos resultados: “videos”.',
    ]);
    expect(readNote({ scores: [0.5], dropped: ['videos', 'last week'] })).toEqual([
      'Too few results match “videos” and “last week”, so they were ignored. These come closest.',
      'Estas condições foram ignoradas por haver poucos resultados: “videos” e “last week”. Estes são os mais próximos.',
    ]);
  });

  test('names each word that no result has, beside the conditions', () => {
    expect(readNote({ scores: [0.5], droppedWords: ['lately', 'português'] })).toEqual([
      'No result contains “lately” or “português”. These come closest.',
      'Nenhum resultado contém “lately” ou “português”. Estes são os mais próximos.',
    ]);
    expect(readNote({ scores: [0.5], dropped: ['videos'], droppedWords: ['lately'] })).toEqual([
      'Too few results match “videos”, so it was ignored. No result contains “lately”. These come closest.',
      'Esta condição foi ignorada por haver poucos resultados: “videos”. Nenhum resultado contém “lately”. Estes são os mais próximos.',
    ]);
  });
});

test('matches of everything and the closest ones are counted apart', () => {
  const count = (given: Given) => read(<ResultCount result={resultOf(given)} />);
  expect(count({ full: 3, total: 3 })).toEqual(['3 results', '3 resultados']);
  expect(count({ full: 3, total: 15 })).toEqual([
    '3 results · 12 close matches',
    '3 resultados · mais 12 próximos',
  ]);
  expect(count({ full: 0, total: 1 })).toEqual(['1 close match', '1 resultado próximo']);
  expect(count({ full: 12_000, total: 12_000, estimated: true })).toEqual([
    'about 12,000 results',
    'cerca de 12.000 resultados',
  ]);
});

test('a title names the words that no bookmark has, as typed, or else the text', () => {
  const title = (query: string, given: Given) =>
    read(<NothingTitle query={query} result={resultOf(given)} />);
  expect(title('Ação xyz', { droppedWords: ['Ação'] })).toEqual([
    'Nothing has the word “Ação”',
    'Nada contém a palavra “Ação”',
  ]);
  expect(title('a b', { droppedWords: ['xyz', 'abc'] })).toEqual([
    'Nothing has the words “xyz” or “abc”',
    'Nada contém as palavras “xyz” ou “abc”',
  ]);
  expect(title('trains type:pdf', { words: ['trains'] })).toEqual([
    'Nothing found for “trains type:pdf”',
    'Nada encontrado para “trains type:pdf”',
  ]);
  expect(title('xyz -abc', { droppedWords: ['xyz'], excluded: ['abc'] })[0]).toBe(
    'Nothing found for “xyz -abc”',
  );
  expect(title('a b c d', { droppedWords: ['a', 'b', 'c', 'd'] })[0]).toBe('Nothing found for “a b c d”');
});
