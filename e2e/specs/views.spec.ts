import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { ListLayout } from '@/lib/contract/views';
import { listLayouts } from '@/lib/domain/list-view';
import { saveEncrypted } from '../fixtures/encrypted';
import { expectFitBothWays } from '../fixtures/expect-fit';
import { phone } from '../fixtures/looks';
import { bar, boxOf, greek, importMany, rowOf, save, titleOf } from '../fixtures/rows';
import { expect, test } from '../fixtures/test';

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

const names: Readonly<Record<ListLayout, string>> = {
  list: 'List',
  compact: 'Compact',
  cards: 'Cards',
  headlines: 'Headlines',
  moodboard: 'Moodboard',
};
const layoutButton = (page: Page, layout: ListLayout) =>
  page.getByRole('main').getByRole('button', { name: names[layout], exact: true });
const viewMenu = (page: Page) => page.getByRole('main').getByRole('button', { name: 'View', exact: true });

/** Chooses a layout in the menu, which small screens have instead of the buttons. */
async function chooseInMenu(page: Page, layout: ListLayout): Promise<void> {
  await viewMenu(page).click();
  await page.getByRole('menuitemradio', { name: names[layout] }).click();
}

const picture = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#446688' } })
    .png()
    .toBuffer();

test('keys and buttons switch the layout, which is kept for each place, with the focus', async ({
  page,
  api,
}) => {
  await save(api, greek);
  const { uuid } = await api.call('collections.create', { body: { name: 'Letters' } });
  await page.goto('/');
  await titleOf(page, 'Beta').focus();
  for (const [index, layout] of listLayouts.entries()) {
    await page.keyboard.press(String(index + 1));
    await expect(layoutButton(page, layout)).toHaveAttribute('aria-pressed', 'true');
    await expect(titleOf(page, 'Beta')).toBeFocused();
  }
  await page.keyboard.press('3');
  await page.keyboard.press('j');
  await expect(titleOf(page, 'Gamma')).toBeFocused();

  // They are saved one after the other.
  const { space } = await api.call('account.get');
  const saved = async () => (await api.call('account.get')).preferences.views[space]?.layout;
  await expect.poll(saved).toBe('cards');
  await test.step('a collection has the layout of its space until it gets its own', async () => {
    await page.goto(`/collections/${uuid}`);
    await expect(layoutButton(page, 'cards')).toHaveAttribute('aria-pressed', 'true');
    await layoutButton(page, 'compact').click();
    await api.call('account.get');
    await page.goto('/search?q=beta');
    await expect(layoutButton(page, 'list')).toHaveAttribute('aria-pressed', 'true');
    await page.goto(`/collections/${uuid}`);
    await expect(layoutButton(page, 'compact')).toHaveAttribute('aria-pressed', 'true');
    await page.goto('/');
    await expect(layoutButton(page, 'cards')).toHaveAttribute('aria-pressed', 'true');
  });
});

test('of layouts chosen right before leaving, the last one is kept', async ({ page, api }) => {
  await save(api, greek);
  await page.goto('/');
  await expect(titleOf(page, 'Beta')).toBeVisible();
  // The others wait for the response of the first.
  await page.route('**/v1/account/update-preferences', () => undefined, { times: 1 });
  for (const key of ['1', '2', '3', '5', '2', '4']) await page.keyboard.press(key);
  await expect(layoutButton(page, 'headlines')).toHaveAttribute('aria-pressed', 'true');
  await page.goto('about:blank');
  const saved = async () => {
    const { space, preferences } = await api.call('account.get');
    return preferences.views[space]?.layout;
  };
  await expect.poll(saved).toBe('headlines');
});

test('cards are reached, selected and extended by keys in two dimensions', async ({ page, api }) => {
  await save(api, [...greek, 'Zeta', 'Eta', 'Theta']);
  await page.goto('/');
  await page.keyboard.press('3');
  await titleOf(page, 'Alpha').focus();
  await page.keyboard.press('ArrowRight');
  await expect(titleOf(page, 'Beta')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(titleOf(page, 'Zeta')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await expect(titleOf(page, 'Alpha')).toBeFocused();
  await page.keyboard.press('x');
  await expect(boxOf(page, 'Alpha')).toBeChecked();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar(page)).toContainText('5 selected');
  await expect(titleOf(page, 'Epsilon')).toBeFocused();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(bar(page)).toContainText('4 selected');
});

test('cards have the headings of the list, which keys pass over', async ({ page, api }) => {
  await importMany(page, api, 3);
  await save(api, ['Alpha', 'Beta']);
  await page.goto('/');
  for (const layout of ['cards', 'moodboard'] as const) {
    await layoutButton(page, layout).click();
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'November 2023' })).toBeVisible();
    const [above, heading, below] = await Promise.all(
      [
        rowOf(page, 'Alpha'),
        page.getByRole('heading', { name: 'November 2023' }),
        rowOf(page, 'Row number 0'),
      ].map((each) => each.boundingBox()),
    );
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(heading?.y ?? 0);
    expect((heading?.y ?? 0) + (heading?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    await titleOf(page, 'Beta').focus();
    await page.keyboard.press('ArrowRight');
    await expect(titleOf(page, 'Row number 0')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(titleOf(page, 'Alpha')).toBeFocused();
    await expectFitBothWays(page);
  }
});

test('every layout fits, also on a phone, and has the chosen parts', async ({ page, api }) => {
  await saveEncrypted(api, 'a key of some length', ['Secret']);
  const { uuid } = await api.call('bookmarks.create', {
    body: {
      url: 'https://trains.example/night',
      title: 'Night trains of Europe',
      description: 'Every route on one map',
      notes: 'Ask Lin',
      tags: 'rail',
    },
  });
  await api.call('bookmarks.create', { body: { url: 'https://rust.example/', title: 'Rust' } });
  const sent = await page.request.put(`/v1/bookmarks/${uuid}/cover`, {
    data: await picture(),
    headers: { 'content-type': 'image/png', origin: process.env['E2E_BASE_URL'] ?? '' },
  });
  expect(sent.status(), await sent.text()).toBe(200);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/');
  for (const layout of listLayouts) {
    await test.step(layout, async () => {
      await chooseInMenu(page, layout);
      await viewMenu(page).click();
      for (const part of ['Description', 'Notes', 'Tags']) {
        await page.getByRole('menuitemcheckbox', { name: part }).click();
      }
      await page.keyboard.press('Escape');
      await expect(page.getByText('#rail')).toBeVisible({ visible: layout !== 'cards' });
      if (layout !== 'compact') await expect(page.getByText('Every route on one map')).toBeVisible();
      await expectFitBothWays(page);
    });
  }
  const covers = asked.filter((url) => url.includes('/cover'));
  expect(covers.length).toBeGreaterThan(0);
  expect(covers.every((url) => url.includes(uuid))).toBe(true);

  await test.step('on a phone', async () => {
    await page.setViewportSize(phone);
    await chooseInMenu(page, 'cards');
    await expect(rowOf(page, 'Rust')).toBeVisible();
    const [first, second] = await page.locator('main .card').all();
    const tops = [await first?.boundingBox(), await second?.boundingBox()].map((box) => box?.y);
    expect(tops[0]).toBe(tops[1]);
  });
});

test('a long list has only the visible cards in the document, and keeps its place', async ({ page, api }) => {
  await importMany(page, api, 400);
  await page.goto('/');
  await page.keyboard.press('5');
  await expect(layoutButton(page, 'moodboard')).toHaveAttribute('aria-pressed', 'true');
  const cards = page.getByRole('main').getByRole('listitem');
  await expect(titleOf(page, 'Row number 0')).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(titleOf(page, 'Row number 399')).toBeVisible();
  expect(await cards.count()).toBeLessThan(100);
  await page.keyboard.press('2');
  await expect(titleOf(page, 'Row number 390')).toBeInViewport();
});
