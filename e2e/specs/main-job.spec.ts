import { randomUUID } from 'node:crypto';
import { expectAccessible } from '../fixtures/expect-accessible';
import { phone, applyLook } from '../fixtures/looks';
import { siteUrl } from '../fixtures/sites';
import { expect, test } from '../fixtures/test';

const bookmarkFile = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><H3 ADD_DATE="1700000000">Night trains</H3>
    <DL><p>
        <DT><A HREF="https://back-on-track.example/map" ADD_DATE="1700000100" TAGS="trains,maps">Night trains in Europe</A>
        <DD>Every route on one map
        <DT><A HREF="https://panelinha.example/pao" ADD_DATE="1700000200">Pão de queijo mineiro</A>
    </DL><p>
    <DT><A HREF="javascript:alert(1)">A bookmarklet</A>
</DL><p>
`;

test.describe('a visitor', () => {
  test.use({ visitor: 'guest' });

  test('is redirected to sign in, creates an account, and reaches the requested page', async ({ page }) => {
    await page.goto('/collections');
    await expect(page).toHaveURL('/signin?redirect=%2Fcollections');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('First name').fill('Marina');
    await page.getByLabel('Last name').fill('Souza');
    await page.getByLabel('Email').fill(`${randomUUID()}@example.test`);
    await page.getByLabel('Password', { exact: true }).fill('night train to Vienna');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('link', { name: 'Confirm later' }).click();
    await expect(page).toHaveURL('/collections');
    await expect(page.getByRole('heading', { name: 'Collections', level: 1 })).toBeVisible();
  });

  test('sees an error when the password is wrong, and signs in and out with the right one', async ({
    page,
    useFreshAccount,
    allowConsole,
  }) => {
    allowConsole(/401/);
    const account = await useFreshAccount();
    await page.context().clearCookies();
    await page.goto('/signin');
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/');
    await page.getByRole('button', { name: /Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/signin');
    await page.goto('/');
    await expect(page).toHaveURL('/signin?redirect=%2F');
  });
});

test('the first page of rows is in the server’s HTML', async ({ useFreshAccount, api, page }) => {
  await useFreshAccount();
  await api.call('bookmarks.create', {
    body: { url: 'https://first.example/page', title: 'In the first byte' },
  });
  const html = await (await page.request.get('/')).text();
  expect(html).toContain('In the first byte');
});

test('a bookmark is added with the metadata of its page, marked as favorite, trashed and restored', async ({
  page,
  useFreshAccount,
}) => {
  await useFreshAccount();
  await page.goto('/');
  await page.keyboard.press('Control+b');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill(siteUrl('/article', { title: 'What the page calls itself' }));
  await expect(dialog.getByLabel('Title')).toHaveValue('What the page calls itself');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'What the page calls itself' });
  await expect(row).toBeVisible();
  await row.getByRole('link').first().focus();
  await page.keyboard.press('f');
  await expect(page.getByRole('link', { name: /Favorites/ }).first()).toContainText('1');
  await page.keyboard.press('Delete');
  await expect(row).toBeHidden();
  const toast = page.getByRole('listitem').filter({ hasText: 'Moved to trash' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();
});

test('a browser’s bookmarks are previewed, imported, found, and removed again', async ({
  page,
  useFreshAccount,
}) => {
  await useFreshAccount();
  await page.goto('/settings/data');
  await page.locator('input[type=file]').setInputFiles({
    name: 'bookmarks.html',
    mimeType: 'text/html',
    buffer: Buffer.from(bookmarkFile),
  });
  await expect(page.getByRole('heading', { name: '3 bookmarks in this file' })).toBeVisible();
  await expect(page.getByText('Kept as plain text').filter({ visible: true }).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import 3 bookmarks' }).click();
  await expect(page.getByRole('heading', { name: '3 bookmarks imported' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByPlaceholder('Search or ask anything').fill('pao');
  await expect(page.getByRole('dialog').getByText('Pão de queijo mineiro')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByRole('heading', { name: 'Import undone' })).toBeVisible();
  await page.goto('/');
  await expect(page.getByText('Save every page worth keeping')).toBeVisible();
});

test('a library of thousands is scrolled to its end and renders few rows at a time', async ({
  page,
  useFreshAccount,
  api,
}) => {
  await useFreshAccount();
  const entries = Array.from(
    { length: 2_000 },
    (_, index) =>
      `<DT><A HREF="https://many.example/${index}" ADD_DATE="${1_700_000_000 - index}">Row number ${index}</A>`,
  );
  const body = `<!DOCTYPE NETSCAPE-Bookmark-file-1><TITLE>Bookmarks</TITLE><H1>Bookmarks</H1><DL><p>${entries.join('\n')}</DL><p>`;
  const sent = await page.request.post('/v1/bookmarks/import', {
    headers: { 'content-type': 'text/html', origin: process.env['E2E_BASE_URL'] ?? '' },
    data: body,
  });
  expect(sent.status(), await sent.text()).toBe(202);
  await expect
    .poll(async () => (await api.call('bookmarks.list', { query: { size: 1 } })).pagination.total)
    .toBe(2_000);
  await page.goto('/');
  await expect(page.getByText('Row number 0', { exact: true })).toBeVisible();
  await page.keyboard.press('End');
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.getByText('Row number 1999', { exact: true })).toBeVisible();
  expect(await page.getByText(/^Row number \d+$/).count()).toBeLessThan(200);
});

test('on a phone a bookmark is added from the bottom navigation', async ({ page, baseURL }) => {
  await applyLook(page, baseURL ?? '', { name: 'phone', locale: 'pt-BR', theme: 'light', viewport: phone });
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  await page.getByRole('navigation').getByRole('button', { name: 'Adicionar favorito' }).click();
  await expect(page.getByRole('dialog', { name: 'Adicionar favorito' })).toBeVisible();
});
