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
const read = (closest: boolean, labels: string[]) =>
  locales.map((locale) =>
    renderToStaticMarkup(
      <NextIntlClientProvider locale={locale} messages={messages[locale]} timeZone="UTC">
        <ClosestNote
          query={{ text: '', chips: [], words: [], parsed: true, closest, dropped: labels.map(chip) }}
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
      'Not every result is an exact match. Showing the closest results.',
      'Nem todos os resultados são exatos. Mostrando os mais próximos.',
    ]);
  });

  test('is a condition, or several', () => {
    expect(read(false, ['videos'])).toEqual([
      'Nothing matched “videos”, so we left it out.',
      'Nada corresponde a “videos”, então essa condição foi ignorada.',
    ]);
    expect(read(true, ['videos', 'last week'])).toEqual([
      'Nothing matched “videos” and “last week”, so we left them out.',
      'Nada corresponde a “videos” e “last week”, então essas condições foram ignoradas.',
    ]);
  });
});
