import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { ClosestNote } from '@/components/features/search/search-controls';
import { loadMessages } from '@/lib/i18n/load-messages';

const locales = ['en', 'pt-BR'] as const;
const messages = {
  en: await loadMessages('en', ['Search']),
  'pt-BR': await loadMessages('pt-BR', ['Search']),
};

const chip = (label: string) => ({ field: 'type', op: '=', value: label, label });
const read = (closest: boolean, labels: string[], droppedWords: string[] = []) =>
  locales.map((locale) =>
    renderToStaticMarkup(
      <NextIntlClientProvider locale={locale} messages={messages[locale]} timeZone="UTC">
        <ClosestNote
          query={{
            text: '',
            chips: [],
            words: [],
            parsed: true,
            closest,
            dropped: labels.map(chip),
            droppedWords,
          }}
        />
      </NextIntlClientProvider>,
    ).replaceAll(/<[^>]+>/g, ''),
  );

describe('the dropped parts of a question', () => {
  test('is not mentioned if something matches all of it', () => {
    expect(read(false, [])).toEqual(['', '']);
  });

  test('is some of its words', () => {
    expect(read(true, [])).toEqual([
      'Some results don’t match every word. Showing the closest matches.',
      'Alguns resultados não correspondem a todas as palavras. Mostrando os mais próximos.',
    ]);
  });

  test('is a condition, or several', () => {
    expect(read(false, ['videos'])).toEqual([
      'Too few results match “videos”, so it was ignored.',
      'Esta condição foi ignorada por haver poucos resultados: “videos”.',
    ]);
    expect(read(true, ['videos', 'last week'])).toEqual([
      'Too few results match “videos” and “last week”, so they were ignored.',
      'Estas condições foram ignoradas por haver poucos resultados: “videos” e “last week”.',
    ]);
  });

  test('is each word that no result has, beside the conditions', () => {
    expect(read(true, [], ['lately', 'português'])).toEqual([
      'No result contains “lately” or “português”. Showing the closest matches.',
      'Nenhum resultado contém “lately” ou “português”. Mostrando os mais próximos.',
    ]);
    expect(read(true, ['videos'], ['lately'])).toEqual([
      'Too few results match “videos”, so it was ignored. No result contains “lately”. Showing the closest matches.',
      'Esta condição foi ignorada por haver poucos resultados: “videos”. Nenhum resultado contém “lately”. Mostrando os mais próximos.',
    ]);
  });
});
