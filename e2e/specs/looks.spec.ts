import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Api } from '../fixtures/api';
import { expectFit, expectFitBothWays } from '../fixtures/expect-fit';
import { dialogLooks, inEach, screenLooks } from '../fixtures/looks';
import { expect, test } from '../fixtures/test';

// Guarantee: no page overflows the viewport, has an axe violation or logs an error to the console, in either language
// and theme. Settings, spaces and the steps of an import have separate journeys.

const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

async function fillLibrary(api: Api): Promise<string> {
  const { uuid } = await api.call('collections.create', {
    body: { name: `Night trains ${longWord}`, color: '22c55e', description: 'Sleeping from city to city' },
  });
  const bookmarks = [
    { url: 'https://trains.example/map', title: 'Every night train in Europe on one map', favorite: true },
    {
      url: `https://${'sub.'.repeat(20)}example.org/${longWord}`,
      title: longWord,
      tags: `${longWord.slice(0, 60)},two`,
    },
    { url: 'https://bread.example/', title: 'Pão de queijo mineiro', tags: 'recipes,bread,slow food' },
    { url: 'https://old.example/thrown-away', title: 'Thrown away' },
  ];
  const made: string[] = [];
  for (const body of bookmarks) {
    made.push((await api.call('bookmarks.create', { body: { ...body, collections: [uuid] } })).uuid);
  }
  await api.call('bookmarks.delete', { params: { uuid: made.at(-1) ?? '' } });
  return uuid;
}

/** Opens a path, waits for its content and checks the page both ways. */
async function visit(page: Page, path: string, awaited: RegExp): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('main').getByText(awaited).filter({ visible: true }).first()).toBeVisible();
  await expectFitBothWays(page);
}

/** Opens a path that shows a dialog. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectFit(page);
}

test('the library is accessible and fits the screen', async ({ page, api, baseURL, useFreshAccount }) => {
  test.slow();
  await useFreshAccount();
  await test.step('empty', () =>
    inEach(page, baseURL, screenLooks, () => visit(page, '/', /Save every page|Um lugar para toda página/)));
  const collection = await fillLibrary(api);
  await inEach(page, baseURL, screenLooks, async () => {
    await visit(page, '/', /Every night train/);
    await visit(page, '/?view=favorites', /Every night train/);
    await visit(page, '/?view=trash', /Thrown away/);
    await visit(page, '/?view=encrypted', /./);
    await visit(page, '/collections', /Night trains/);
    await visit(page, `/collections/${collection}`, /Pão de queijo/);
    await visit(page, '/search?q=pao', /Pão de queijo/);
    await visit(page, '/search?q=nothing-like-it', /nothing-like-it/);
    await visit(page, '/search', /./);
    await visit(page, '/settings/subscription', /./);
  });
  await test.step('dialogs', () =>
    inEach(page, baseURL, dialogLooks, async () => {
      await open(page, '/#add');
      await open(page, '/collections#create');
      await page.goto('/');
      await page.keyboard.press('Control+k');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox').fill('queijo');
      await expect(dialog.getByText(/Pão de/).first()).toBeVisible();
      await expectFit(page);
    }));
});

test.describe('a visitor', () => {
  test.use({ visitor: 'guest' });

  test('the pages for guests are accessible and fit the screen', async ({ page, baseURL }) => {
    test.slow();
    await inEach(page, baseURL, screenLooks, async () => {
      for (const path of [
        '/signin',
        '/register',
        '/register?plan=pro',
        '/import',
        '/terms',
        '/privacy',
        '/auth/verify-email',
        '/oauth-callback?error=access_denied',
        '/forgot-password',
      ]) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectFitBothWays(page);
      }
      await page.getByLabel('E-mail').or(page.getByLabel('Email')).fill(`${randomUUID()}@example.test`);
      await page.getByRole('button', { name: /Send code|Enviar código/ }).click();
      await expect(page.getByLabel(/^(Code|Código)$/)).toBeFocused();
      await expectFitBothWays(page);
    });
  });

  test('the not-found page is accessible and fits the screen', async ({ page, baseURL, allowConsole }) => {
    allowConsole(/404/);
    await inEach(page, baseURL, screenLooks, () => visit(page, '/no-such-page', /404/));
  });
});
