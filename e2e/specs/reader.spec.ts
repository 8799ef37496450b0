import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/expect-accessible';
import { expectFit, expectFitBothWays } from '../fixtures/expect-fit';
import { inEach, phone, screenLooks } from '../fixtures/looks';
import { siteUrl } from '../fixtures/sites';
import { expect, test } from '../fixtures/test';

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

const sentence = 'Sleeper trains are coming back, slowly and a little late, as sleeper trains do. ';
const article = [sentence.repeat(8), 'The last stop is Oslo, by noon.', sentence.repeat(12)].join('|');

/** Selects a text of the article, as a user does with the pointer or the keyboard. */
const select = (page: Page, quote: string) =>
  page.locator('article').evaluate((element, text) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const at = node.data.indexOf(text);
      if (at === -1) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + text.length);
      node.parentElement?.scrollIntoView({ block: 'center' });
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
      return;
    }
    throw new Error('no such text');
  }, quote);

/** The texts that are drawn in a color. */
const drawn = (page: Page, color: string): Promise<string[]> =>
  page.evaluate(
    (name) =>
      Array.from(CSS.highlights.get(`annotation-${name}`) ?? [], (range) => (range as Range).toString()),
    color,
  );

test('a page is read, annotated, and marked as read', async ({ page, api }) => {
  const save = (title: string) =>
    api.call('bookmarks.create', { body: { url: siteUrl(`/${title}`, { article }), title } });
  await save('Second');
  const { uuid } = await save('First');
  const stored = async () =>
    (await api.call('highlights.ofBookmark', { params: { uuid } })).content.map(({ quote, color, note }) => [
      quote,
      color,
      note,
    ]);
  await page.goto('/');

  await test.step('the preview opens the reader, which has no shell', async () => {
    await page.getByRole('link', { name: 'First', exact: true }).focus();
    await page.keyboard.press('o');
    await page.getByRole('link', { name: 'Open in reader' }).click();
    await expect(page).toHaveURL(`/read/${uuid}`);
    await expect(page.getByRole('heading', { level: 1, name: 'First' })).toBeVisible();
    await expect(page.getByText('The last stop is Oslo, by noon.')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0);
    await expect(page).toHaveTitle(/^First · /);
    await expectAccessible(page);
  });

  await test.step('selected text is marked by a color, or by a key with a note', async () => {
    await select(page, 'The last stop');
    await page.getByRole('group', { name: 'Selected text' }).getByRole('button', { name: 'Blue' }).click();
    await expect.poll(() => drawn(page, 'blue')).toEqual(['The last stop']);
    await select(page, 'Oslo');
    await page.keyboard.press('h');
    await expect.poll(() => drawn(page, 'blue')).toEqual(['The last stop', 'Oslo']);
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Oslo' })
      .getByRole('button', { name: 'Add note' })
      .click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Book early');
    await expectAccessible(page);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Book early').filter({ visible: true }).first()).toBeVisible();
    await expect.poll(stored).toEqual([
      ['The last stop', 'blue', ''],
      ['Oslo', 'blue', 'Book early'],
    ]);
  });

  await test.step('they are there after a reload, are changed by a click, and deleted', async () => {
    await page.reload();
    await expect.poll(() => drawn(page, 'blue')).toEqual(['The last stop', 'Oslo']);
    const box = await page.evaluate(() => {
      const [range] = CSS.highlights.get('annotation-blue') ?? [];
      (range as Range).startContainer.parentElement?.scrollIntoView({ block: 'center' });
      const { x, y, width, height } = (range as Range).getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    });
    await page.mouse.click(box.x, box.y);
    const toolbar = page.getByRole('group', { name: 'Annotation', exact: true });
    await toolbar.getByRole('button', { name: 'Red' }).click();
    await expect.poll(() => drawn(page, 'red')).toEqual(['The last stop']);
    await toolbar.getByRole('button', { name: 'Delete annotation' }).click();
    await expect.poll(stored).toEqual([['Oslo', 'blue', 'Book early']]);
  });

  await test.step('it is marked as read, and a key opens the next one', async () => {
    await page.getByRole('button', { name: 'Mark as read' }).click();
    const read = async () => (await api.call('bookmarks.list', { query: { read: true } })).pagination.total;
    await expect.poll(read).toBe(1);
    await page.keyboard.press('j');
    await expect(page.getByRole('heading', { level: 1, name: 'Second' })).toBeVisible();
    await expect(page.getByText('2 of 2')).toBeVisible();
  });
});

test('the toolbar at the end of a short text covers nothing below it', async ({ page, api }) => {
  const short = { article: `${sentence.repeat(8)}|The last stop is Oslo.` };
  const { uuid } = await api.call('bookmarks.create', { body: { url: siteUrl('/short', short) } });
  await page.goto(`/read/${uuid}`);
  const link = page.getByRole('main').getByRole('link', { name: 'Open page' });
  const expectClear = async () => {
    const [toolbar, below] = await Promise.all([
      page.locator('[data-annotation-toolbar]').boundingBox(),
      link.boundingBox(),
    ]);
    expect((toolbar?.y ?? 0) + (toolbar?.height ?? Infinity)).toBeLessThan(below?.y ?? 0);
    await expectAccessible(page);
  };
  await expect(link).toBeVisible();
  // The browser selects up to the element below the text.
  await page.getByText('The last stop is Oslo.').click({ clickCount: 3 });
  await expect(page.getByRole('group', { name: 'Selected text' })).toBeVisible();
  await expectClear();
  await page.keyboard.press('h');
  await expect.poll(() => drawn(page, 'yellow')).toEqual(['The last stop is Oslo.']);
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('One\nTwo\nThree\nFour\nFive');
  await expectClear();
});

test.describe('on a touch screen', () => {
  test.use({ viewport: phone, hasTouch: true, isMobile: true });

  test('the toolbar at the bottom covers neither the passage nor what follows it', async ({ page, api }) => {
    const text = { article: `${sentence.repeat(30)}|The last stop is Oslo.` };
    const { uuid } = await api.call('bookmarks.create', { body: { url: siteUrl('/touch', text) } });
    await page.goto(`/read/${uuid}`);
    const passage = page.getByText('The last stop is Oslo.');
    const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? NaN;
    const bottomOf = async (part: Locator) =>
      (await topOf(part)) + ((await part.boundingBox())?.height ?? NaN);
    const toolbar = page.locator('[data-annotation-toolbar]');
    // As far down on the screen as the browser allows.
    await passage.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    await passage.evaluate((element) => window.getSelection()?.selectAllChildren(element));
    await expect(page.getByRole('group', { name: 'Selected text' })).toBeVisible();
    await expect.poll(async () => (await topOf(toolbar)) - (await bottomOf(passage))).toBeGreaterThan(40);
    expect(await bottomOf(toolbar)).toBeGreaterThan(phone.height - 40);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const hint = page.getByText(/^Select text to mark it/);
    await expect.poll(async () => (await topOf(toolbar)) - (await bottomOf(hint))).toBeGreaterThan(0);
  });
});

test('the reader fits the screen, and explains a page without text', async ({ page, api, baseURL }) => {
  test.slow();
  const create = (path: string, site: Parameters<typeof siteUrl>[1], title: string) =>
    api.call('bookmarks.create', { body: { url: siteUrl(path, site), title } });
  const { uuid } = await create(
    '/long',
    { article },
    'A title that is long enough to need two lines on a phone',
  );
  const body = { quote: 'The last stop is Oslo', note: 'Ask at home before booking the flight.' };
  await api.call('highlights.create', { params: { uuid }, body });
  await api.call('highlights.create', {
    params: { uuid },
    body: { quote: 'What the page had before', color: 'red' },
  });
  const { uuid: gone } = await create('/gone', { status: 404 }, 'Gone');
  await inEach(page, baseURL, screenLooks, async () => {
    await page.goto(`/read/${uuid}`);
    await expect(page.getByText(/^(Not found in the text|Não encontrada no texto)$/)).toBeVisible();
    await expectFitBothWays(page);
    await page.getByRole('button', { name: /^(Text settings|Configurações do texto)$/ }).click();
    await expectFit(page);
    await page.goto(`/read/${gone}`);
    await expect(
      page.getByRole('heading', { name: /^(The page isn’t there|A página não existe)/ }),
    ).toBeVisible();
    await expectFitBothWays(page);
  });
});
