import type { Locator, Page } from '@playwright/test';
import { expectFit } from '../fixtures/expect-fit';
import { dialogLooks, inEach } from '../fixtures/looks';
import { siteUrl } from '../fixtures/sites';
import { expect, test } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

/** Pastes text as from another program. */
const paste = (target: Locator, text: string): Promise<void> =>
  target.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    if (element instanceof HTMLElement) element.focus();
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

const formOf = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Add bookmark' });
  return { dialog, address: dialog.getByLabel('Address'), title: dialog.getByLabel('Title') };
};
const ready = (page: Page) =>
  expect(page.getByRole('button', { name: 'Add bookmark' }).first()).toBeEnabled();

test('an address pasted on a page, or within a text, fills the form', async ({ page, api }) => {
  const url = siteUrl('/pasted', { title: 'From the page' });
  const { dialog, address, title } = formOf(page);
  await page.goto('/');
  await ready(page);
  await test.step('an address opens the form, other text does not', async () => {
    await paste(page.locator('body'), 'Buy milk');
    await paste(page.locator('body'), url);
    await expect(address).toHaveValue(url);
    await expect(title).toHaveValue('From the page');
  });
  await test.step('a text in the field gives the address and the title, which can be undone', async () => {
    await page.goto('about:blank');
    await page.goto('/#add');
    await paste(address, `Nice read:\n${url} (via a friend)`);
    await expect(address).toHaveValue(url);
    await expect(title).toHaveValue('Nice read (via a friend)');
    await expect(
      dialog.getByText('The address was taken from your text, and the rest is now the title.'),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expect(address).toHaveValue(`Nice read: ${url} (via a friend)`);
    await expect(address).toBeFocused();
    await address.blur();
    await expect(address).toHaveValue(`Nice read: ${url} (via a friend)`);
  });
  await test.step('typed text does when the field is left, and a title stays', async () => {
    await title.fill('My own');
    await address.fill(`<${url}>`);
    await address.blur();
    await expect(address).toHaveValue(url);
    await expect(title).toHaveValue('My own');
  });
  await test.step('a word gets a notice and a warning', async () => {
    await address.fill('hello');
    await expect(dialog.getByText('Will be saved as https://hello')).toBeVisible();
    await address.blur();
    await expect(address).toHaveValue('https://hello');
    await expect(dialog.getByText('This address looks unusual.')).toBeVisible();
    await address.fill('https://');
    await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
  });
  await test.step('each of several addresses can be added', async () => {
    await title.fill('');
    await address.fill('');
    const other = siteUrl('/other', { title: 'The other page' });
    await paste(address, `${url}、${other}`);
    await expect(dialog.getByText('This text has 2 addresses.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add all 2' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('region', { name: 'Dropped links' }).getByRole('listitem')).toHaveText([
      /From the page.*Saved/,
      /The other page.*Saved/,
    ]);
    expect((await api.call('bookmarks.list')).content.map((one) => one.url).toSorted()).toEqual(
      [url, other].toSorted(),
    );
  });
});

test('a handwritten link to the form fills all of its fields', async ({ page }) => {
  const { dialog, address, title } = formOf(page);
  await page.goto('/#add?url=https://x.example/?id=1&title=abc&tags=one,two&description=More');
  await expect(address).toHaveValue('https://x.example/?id=1');
  await expect(title).toHaveValue('abc');
  await expect(dialog.getByLabel('Description')).toHaveValue('More');
  await expect(dialog.getByRole('button', { name: 'Remove tag two' })).toBeVisible();
});

test('the notes below the address fit', async ({ page, baseURL }) => {
  await inEach(page, baseURL, dialogLooks, async ({ locale }) => {
    const words = wordsOf(locale);
    await page.goto('/#add');
    const dialog = page.getByRole('dialog');
    const address = dialog.getByLabel(words('BookmarkEditor.url'));
    await paste(address, 'Night trains: https://a.example/ and https://b.example/');
    await expect(dialog.getByText(words('BookmarkEditor.severalAddresses', { count: 2 }))).toBeVisible();
    await expectFit(page);
    await address.fill('');
    await paste(address, 'Night trains <https://a.example/%E5%96%AB>');
    await expect(dialog.getByText(words('BookmarkEditor.addressAndTitleTaken'))).toBeVisible();
    await expectFit(page);
    await page.goto('about:blank');
  });
});
