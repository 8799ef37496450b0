import { ZipWriter } from '@/lib/formats/write-zip';
import type { Page } from '@playwright/test';
import { codeMailedTo } from '../fixtures/mail';
import { newEmail, pasteCode, signUp } from '../fixtures/sign-up';
import { expect, test } from '../fixtures/test';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

test.describe('a visitor', () => {
  test.use({ visitor: 'guest' });

  test('reads how to export, signs up, and chooses the file', async ({ page, words }) => {
    await page.goto('/import');
    const guide = page.getByRole('listitem').filter({ hasText: 'Pocket' }).first();
    await expect(guide.getByText('part_000000.csv')).toBeHidden();
    await guide.locator('summary').focus();
    await page.keyboard.press('Enter');
    await expect(guide.getByText('part_000000.csv')).toBeVisible();
    await page.getByRole('link', { name: words('Moving.start') }).click();
    await expect(page).toHaveURL('/register?redirect=%2Fsettings%2Fdata');
    const email = newEmail();
    await signUp(page, words, email);
    await pasteCode(page, words, await codeMailedTo(email, words('Mails.verification.subject')));
    await page.getByRole('link', { name: words('EmailCode.continueNow') }).click();
    await expect(page).toHaveURL('/settings/data');
    await expect(page.getByText(words('ImportExport.dropTitle'))).toBeVisible();
    await test.step('the guides are on this screen, and the page for visitors leads to it', async () => {
      await page.getByText(words('ImportExport.whereTitle')).click();
      await expect(page.getByText(words('Moving.products.raindrop.name'), { exact: true })).toBeVisible();
      await page.goto('/import');
      await expect(page).toHaveURL('/settings/data');
    });
  });
});

const csv = (...lines: readonly string[]): string => `${lines.join('\r\n')}\r\n`;

function zip(files: Readonly<Record<string, string>>): Buffer {
  const writer = new ZipWriter();
  const chunks = Object.entries(files).map(([name, text]) =>
    writer.add({ name, text, modifiedAt: new Date(0) }),
  );
  return Buffer.concat([...chunks, writer.end()]);
}

/** A file of each family, with what its preview shows. The names of the files say nothing about their contents. */
const families: readonly { file: string | Buffer; title: string; shows: readonly string[] }[] = [
  {
    file: csv(
      'id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite',
      '1,Sleeper map,Mine,Theirs,https://raindrop.example/map,Travel/Trains,"rail, night",2024-01-02T03:04:05.000Z,https://raindrop.example/a.png,,true',
      '2,Second,,,https://raindrop.example/2,Unsorted,,2024-01-02T03:04:05.000Z,,,false',
    ),
    title: 'From Raindrop.io, 2 bookmarks',
    shows: ['1 bookmark with tags', '1 favorite', '2 dates'],
  },
  {
    file: JSON.stringify({
      bookmarks: [
        {
          createdAt: 1_700_000_000,
          title: 'Kept',
          tags: ['one'],
          content: { type: 'link', url: 'https://karakeep.example/' },
          note: 'A note',
        },
        {
          createdAt: 1_700_000_000,
          title: 'Text',
          tags: [],
          content: { type: 'text', text: 'No link' },
          note: null,
        },
      ],
    }),
    title: 'From Karakeep, 2 bookmarks',
    shows: ['1 bookmark with tags', '1 note'],
  },
  {
    file: zip({
      'part_000000.csv': csv(
        'title,url,time_added,tags,status',
        'Long read,https://pocket.example/a,1700000000,bread|slow,archive',
        'Other,https://pocket.example/b,1700000000,,unread',
      ),
    }),
    title: 'From Pocket, 2 bookmarks',
    shows: ['Mark as read', '1 bookmark with tags'],
  },
  {
    file: `<?xml version="1.0" encoding="UTF-8"?><posts user="ada"><post href="https://pinboard.example/" time="2024-01-02T03:04:05Z" description="Pinned" extended="About it" tag="one two" hash="x" meta="y" shared="no" toread="yes"/></posts>`,
    title: 'From Pinboard, 1 bookmark',
    shows: ['1 bookmark with tags', '1 unread'],
  },
  {
    file: 'https://list.example/one\nhttps://list.example/two\nnot a link\n',
    title: '2 bookmarks in this file',
    shows: ['1 line without a link'],
  },
  {
    file: '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p><DT><H3>Folder</H3><DL><p><DT><A HREF="https://html.example/">Page</A></DL></DL>',
    title: '1 bookmark in this file',
    shows: ['Keep the tree'],
  },
];

test('a file of every family is recognized by its contents, previewed and imported', async ({
  page,
  api,
  useFreshAccount,
}) => {
  test.slow();
  await useFreshAccount();
  await page.goto('/settings/data');
  for (const { file, title, shows } of families) {
    await test.step(title, async () => {
      const buffer = Buffer.from(file);
      await page.locator('input[type=file]').setInputFiles({ name: 'export', mimeType: '', buffer });
      await expect(heading(page, title)).toBeVisible();
      for (const words of shows) await expect(page.getByText(words, { exact: true })).toBeVisible();
      await button(page, /^Import \d/).click();
      await expect(heading(page, /^\d bookmarks? imported$/)).toBeVisible();
      await button(page, 'Choose another file').click();
    });
  }
  const { content } = await api.call('bookmarks.list', { query: { size: 50 } });
  expect(content.map(({ url }) => url).sort()).toEqual([
    'https://html.example/',
    'https://karakeep.example/',
    'https://list.example/one',
    'https://list.example/two',
    'https://pinboard.example/',
    'https://pocket.example/a',
    'https://pocket.example/b',
    'https://raindrop.example/2',
    'https://raindrop.example/map',
  ]);
});

test('folders become tags, and columns of an unknown table are mapped, as the preview shows', async ({
  page,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount();
  await page.goto('/settings/data');
  const choose = (buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name: 'export', mimeType: '', buffer });
  const column = (name: string) => page.getByRole('combobox', { name: `Column ${name}` });
  const mapTo = async (name: string, field: string) => {
    await column(name).click();
    await page.getByRole('option', { name: field, exact: true }).click();
  };
  await choose(Buffer.from(csv('Quelle;Worum;Ablage', 'https://table.example/;Brot backen;Essen')));
  await expect(heading(page, 'What do the columns mean?')).toBeVisible();
  // Recognized by what is in it.
  await expect(column('Quelle')).toContainText('Address');
  await mapTo('Quelle', 'Ignore');
  await expect(page.getByText('Choose the column with the address.')).toBeVisible();
  await mapTo('Quelle', 'Address');
  await mapTo('Worum', 'Title');
  await mapTo('Ablage', 'Folder');
  await page.getByRole('button', { name: 'As tags' }).click();
  await button(page, 'Import 1 bookmark').click();
  await expect(heading(page, '1 bookmark imported')).toBeVisible();
  const { content } = await api.call('bookmarks.list');
  expect(content.map(({ title, url, tags }) => [title, url, tags])).toEqual([
    ['Brot backen', 'https://table.example/', 'Essen'],
  ]);
});
