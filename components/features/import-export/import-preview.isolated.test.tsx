import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import {
  DefaultChanges,
  ImportPreview,
  MergedCounts,
} from '@/components/features/import-export/import-preview';
import type { ImportRun } from '@/components/features/import-export/import-run';
import { firstChoices, type FileChoices } from '@/components/features/import-export/import-step';
import { ImportWork } from '@/components/features/import-export/import-work';
import { RowReasons } from '@/components/features/import-export/row-reasons';
import { loadMessages } from '@/lib/i18n/load-messages';
import type { Import } from '@/lib/contract/imports';
import type { Locale } from '@/lib/i18n/locale';

vi.mock('next/navigation', () => ({
  usePathname: () => '/',
  useRouter: () => ({}),
  useSearchParams: () => new URLSearchParams(),
}));

const textOf = async (locale: Locale, content: React.ReactNode): Promise<string> => {
  const messages = await loadMessages(locale, ['ImportExport', 'Shell']);
  const markup = renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>{content}</QueryClientProvider>
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

test.each([
  ['en', 'Encrypted bookmark', 'Skipped: encrypted in another account'],
  ['pt-BR', 'Favorito criptografado', 'Ignorado: criptografado em outra conta'],
] as const)('an encrypted entry has no title or address in %s', async (locale, name, reason) => {
  const entry = { line: 3, title: '', url: '' };
  const text = await textOf(locale, <RowReasons rows={[{ ...entry, reasons: ['encrypted'] }]} />);
  expect(text).toContain(`${name} `);
  expect(text).toContain(reason);
  expect(text).not.toMatch(/No address|Sem endereço|Untitled|Sem título/);
  const known = await textOf(locale, <RowReasons rows={[{ ...entry, reasons: ['duplicate_in_library'] }]} />);
  expect(known).toContain(name);
  const empty = await textOf(locale, <RowReasons rows={[{ ...entry, reasons: ['missing_url'] }]} />);
  expect(empty).toMatch(/Untitled No address|Sem título Sem endereço/);
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

const nothing = { bookmarks: 0, tags: 0, descriptions: 0, favorites: 0, dates: 0, visits: 0 };
const emptyReport: Import = {
  ...{ uuid: 'u', status: 'done', dryRun: true, bytes: 1, bytesTotal: 1, failure: null },
  ...{ format: { id: 'netscape', name: 'HTML' }, folderLevels: 0, kept: [], dropped: [], table: null },
  ...{ fileSpaces: [], spaces: [] },
  ...{
    read: 2,
    created: 0,
    duplicates: 0,
    repeated: 0,
    invalid: 0,
    collections: 0,
    rows: [],
    merged: nothing,
  },
  ...{ newCollections: [], defaultChanges: [], startedAt: null, finishedAt: null },
};
const run = { setTarget: () => undefined, setChoices: () => undefined } as unknown as ImportRun;

const previewOf = (report: Partial<Import>, choices: Partial<FileChoices> = {}, locale: Locale = 'en') =>
  textOf(
    locale,
    <ImportPreview
      step={{
        ...{ kind: 'preview', file: new File(['x'], 'a.html'), target: null, refusal: null },
        ...{ choices: { ...firstChoices, ...choices }, isUpdating: false },
        report: { ...emptyReport, ...report },
      }}
      run={run}
    />,
  );

const resultOf = (report: Partial<Import>) =>
  textOf(
    'en',
    <ImportWork
      step={{ kind: 'finished', report: { ...emptyReport, ...report }, isUndoing: false, refusal: null }}
      run={run}
    />,
  );

test('a file whose pages are all known can be added to collections, and that can be undone', async () => {
  const text = await previewOf({ duplicates: 2 });
  expect(text).toContain('Everything in this file is already in your library.');
  expect(text).toContain('Destination');
  expect(text).toContain('Add to collections');
  expect(await resultOf({ duplicates: 2 })).toContain('Undo import');
});

test('entries that repeat each other are counted apart from saved ones, in the preview and in the result', async () => {
  const counts = { read: 6, created: 1, duplicates: 5, repeated: 3 };
  for (const text of [await previewOf(counts), await resultOf(counts)]) {
    expect(text).toContain('new 1 already saved 2 repeated in the file 3 skipped 0');
  }
  expect(await previewOf({ duplicates: 2 })).toContain('new 0 already saved 2 skipped 0');
});

test('a file without any bookmark offers no import', async () => {
  const text = await previewOf({ invalid: 2 });
  expect(text).not.toContain('Destination');
  expect(text).not.toContain('Add to collections');
  expect(await resultOf({ invalid: 2 })).not.toContain('Undo import');
});

test('a change of the default collection alone can be imported and undone', async () => {
  const text = await previewOf({ duplicates: 2, defaultChanges: ['color'] });
  expect(text).toMatch(/ Import +Cancel/);
  expect(await resultOf({ defaultChanges: ['color'] })).toContain('Undo import');
});

test('the preview says which smart collections lose their rules', async () => {
  const smart = { name: 'Recent', space: null, count: 0, isPublic: false, lostRules: true };
  const text = await previewOf({ newCollections: [smart, { ...smart, name: 'Other', lostRules: false }] });
  expect(text).toContain('1 of them was a smart collection. Its rules aren’t imported');
  expect(text).toContain('Recent Without rules');
  expect(text).not.toContain('Other Without rules');
});

test.each([
  ['en', ['From Raindrop.io, 2 bookmarks', '2 folders in 3 levels', '5 notes as notes', '4 cover images']],
  [
    'pt-BR',
    ['Do Raindrop.io, 2 favoritos', '2 pastas em 3 níveis', '5 notas como notas', '4 imagens de capa'],
  ],
] as const)('the preview names the product, what is kept and what is not, in %s', async (locale, words) => {
  const kept = [
    { kind: 'folders' as const, count: 2 },
    { kind: 'notes' as const, count: 5 },
  ];
  const dropped = [{ kind: 'covers' as const, count: 4 }];
  const format = { id: 'raindrop', name: 'Raindrop.io' };
  const text = await previewOf({ format, folderLevels: 3, kept, dropped }, {}, locale);
  for (const part of words) expect(text).toContain(part);
});

test('choices are offered only for what the file has', async () => {
  const [folders, archived] = ['Keep the tree', 'Mark as read'];
  const none = await previewOf({ kept: [{ kind: 'tags', count: 1 }] });
  expect([none.includes(folders), none.includes(archived)]).toEqual([false, false]);
  const both = await previewOf({
    kept: [
      { kind: 'folders', count: 1 },
      { kind: 'archived', count: 1 },
    ],
  });
  expect([both.includes(folders), both.includes(archived)]).toEqual([true, true]);
});

test('an unknown table shows its columns with their first rows, and needs an address', async () => {
  const table = {
    columns: [
      { name: 'Where', field: 'url' as const },
      { name: '', field: null },
    ],
    rows: [['https://a.example/', 'Something']],
  };
  const text = await previewOf({ created: 1, table });
  expect(text).toMatch(/Where +Address .*Unnamed +Ignore .*https:\/\/a\.example\/ Something/);
  expect(text).not.toContain('Choose the column with the address');
  const without = await previewOf({ created: 1, table }, { columns: [null, 'title'] });
  expect(without).toMatch(/Where +Ignore .*Unnamed +Title /);
  expect(without).toContain('Choose the column with the address');
});

test('the preview names what goes into each space, without what the file repeats', async () => {
  const text = await previewOf({
    fileSpaces: ['Home', 'Work'],
    created: 3,
    spaces: [
      { name: 'Home', isNew: false, created: 3, duplicates: 4, repeated: 1 },
      { name: 'Work', isNew: true, created: 0, duplicates: 0, repeated: 0 },
    ],
  });
  expect(text).toContain('Into 2 spaces');
  expect(text).toContain('Home 3 new, 3 already saved');
  expect(text).toContain('Work New 0 new');
});
