import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DefaultChanges, MergedCounts } from '@/components/features/import-export/import-preview';
import { RowReasons } from '@/components/features/import-export/row-reasons';
import { loadMessages } from '@/lib/i18n/load-messages';
import type { Locale } from '@/lib/i18n/locale';

const textOf = async (locale: Locale, content: React.ReactNode): Promise<string> => {
  const messages = await loadMessages(locale, ['ImportExport']);
  const markup = renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="UTC">
      {content}
    </NextIntlClientProvider>,
  );
  return markup.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
};

const merged = { bookmarks: 230, tags: 214, descriptions: 0, favorites: 1, dates: 1_200, visits: 7 };

test.each([
  [
    'en',
    [
      ...['230 existing bookmarks will be updated', 'Adds tags to 214 bookmarks'],
      ...['Marks 1 bookmark as a favorite', 'Adds visits to 7 bookmarks'],
    ],
  ],
  [
    'pt-BR',
    [
      '230 favoritos existentes serão atualizados',
      'Adiciona etiquetas a 214 favoritos',
      '1.200 favoritos',
      'Adiciona visitas a 7 favoritos',
    ],
  ],
] as const)('the preview says in %s what bookmarks of the library get', async (locale, expected) => {
  const text = await textOf(locale, <MergedCounts merged={merged} />);
  for (const words of expected) expect(text).toContain(words);
  expect(text).not.toContain('escri');
});

test('a preview that adds nothing to them does not mention it', async () => {
  const none = { bookmarks: 0, tags: 0, descriptions: 0, favorites: 0, dates: 0, visits: 0 };
  expect(await textOf('en', <MergedCounts merged={none} />)).toBe('');
});

test.each([
  ['en', 'Uncategorized gets the color', 'Uncategorized was public and will be public again'],
  ['pt-BR', 'Sem categoria recebe a cor', 'Sem categoria era pública e voltará a ser'],
] as const)('the preview says in %s what the default collection gets', async (locale, color, sharing) => {
  const text = await textOf(locale, <DefaultChanges changes={['color', 'sharing']} />);
  expect(text).toContain(color);
  expect(text).toContain(sharing);
});

test('an entry with two warnings counts once, and a repeated page shows which title stays', async () => {
  const row = { line: 4, title: 'A', url: 'https://a.example/' };
  const text = await textOf(
    'en',
    <RowReasons rows={[{ ...row, reasons: ['invalid_date', 'duplicate_in_file'] }]} />,
  );
  expect(text).toContain('1 entry to review');
  expect(text).toContain('Kept without date and Duplicate in this file, first title kept');
});
