import fs from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import type { Api } from '../fixtures/api';
import { bookmarkFile } from '../fixtures/bookmark-file';
import { expect, test } from '../fixtures/test';

const library = bookmarkFile(
  [
    {
      url: 'https://loose.example/?a=1&b=2',
      title: 'Loose & "quoted" <page>',
      attributes: 'ADD_DATE="1500000000" LAST_VISIT="1600000000" TAGS="one,two words" FAVORITE="1"',
      description: 'What it is about, with ünïcode',
    },
    { url: 'javascript:alert("hello")', title: 'A bookmarklet', attributes: 'ADD_DATE="1510000000"' },
  ],
  {
    'Night trains': [
      { url: 'https://trains.example/map', title: 'Map', attributes: 'ADD_DATE="1520000000" TAGS="trains"' },
      { url: 'https://trains.example/beds', title: 'Beds', attributes: 'ADD_DATE="1530000000"' },
    ],
  },
);

async function importAll(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await page.goto('/settings/data');
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Import 4 bookmarks' }).click();
  await expect(page.getByRole('heading', { name: '4 bookmarks imported' })).toBeVisible();
}

async function download(
  page: Page,
  format: 'HTML' | 'JSON' | 'CSV' | 'Markdown',
): Promise<{ name: string; content: Buffer }> {
  const started = page.waitForEvent('download');
  await page.getByRole('link', { name: `Download ${format}` }).click();
  const file = await started;
  return { name: file.suggestedFilename(), content: await fs.readFile(await file.path()) };
}

/** Reads the properties of a library that are preserved by an export and import. */
async function read(api: Api) {
  const { content } = await api.call('bookmarks.list', {
    query: { sortField: 'order', sortOrder: 'ASC', size: 200 },
  });
  return content.map(
    ({ title, url, description, tags, favorite, createdAt, lastAccessedAt, collections }) => ({
      title,
      url,
      description,
      tags,
      favorite,
      createdAt,
      lastAccessedAt,
      collections: collections.map(({ name }) => name).sort(),
    }),
  );
}

test('an exported HTML file, imported into an empty library, is the same library', async ({
  page,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount();
  await importAll(page, library);
  const before = await read(api);
  const { name, content } = await download(page, 'HTML');
  expect(name).toMatch(/\.html$/);

  await useFreshAccount();
  await importAll(page, { name, mimeType: 'text/html', buffer: content });
  expect(await read(api)).toEqual(before);
});

test('each format is a separate file, and contains only the chosen bookmarks', async ({
  page,
  useFreshAccount,
}) => {
  await useFreshAccount();
  await importAll(page, library);

  await page.getByRole('radio', { name: /^JSON/ }).check();
  const json = await download(page, 'JSON');
  expect(json.name).toMatch(/\.json$/);
  expect(JSON.stringify(JSON.parse(json.content.toString()))).toContain('two words');

  await page.getByRole('radio', { name: /^CSV/ }).check();
  const csv = await download(page, 'CSV');
  expect(csv.name).toMatch(/\.csv$/);
  expect(csv.content.toString()).toContain('https://trains.example/map');

  await page.getByRole('checkbox', { name: 'Tags', exact: true }).uncheck();
  await page.getByRole('checkbox', { name: 'Details' }).uncheck();
  const short = (await download(page, 'CSV')).content.toString();
  expect(short).toContain('https://trains.example/map');
  expect(short).not.toContain('two words');
  expect(short).not.toContain('What it is about');

  await page.getByRole('radio', { name: /^Markdown/ }).check();
  const notes = await download(page, 'Markdown');
  expect(notes.name).toMatch(/\.markdown\.zip$/);
  expect(Object.keys(unzipSync(notes.content)).sort()).toEqual([
    'A bookmarklet.md',
    'Beds.md',
    'Loose & quoted page.md',
    'Map.md',
  ]);
});
