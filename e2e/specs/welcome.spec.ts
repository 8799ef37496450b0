import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/expect-accessible';
import { expectFit } from '../fixtures/expect-fit';
import { dialogLooks, inEach } from '../fixtures/looks';
import { passTime } from '../fixtures/pass-time';
import { save } from '../fixtures/rows';
import { expect, test } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';
import manifest from '@/package.json' with { type: 'json' };

// Guarantee: automatic dialogs open once, for the right user and at the right time, and never over another dialog; each
// is accessible and restores the focus.

test.use({ isNewDevice: true });
test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

type Facts = Readonly<Record<string, string>>;

const longAgo = '2026-01-01T00:00:00Z';
const known: Facts = { firstAccess: longAgo, hasVisited: longAgo, version: manifest.version };

/** Sets local storage before the first load only; later loads keep the changes of the app. */
const rememberOnce = (page: Page, facts: Facts): Promise<unknown> =>
  page.addInitScript((entries) => {
    if (location.protocol === 'about:' || sessionStorage.getItem('prepared')) return;
    sessionStorage.setItem('prepared', 'yes');
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, facts);

const stored = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key);

const tour = (page: Page): Locator => page.getByRole('dialog', { name: 'Welcome tour' });
const news = (page: Page): Locator => page.getByRole('dialog', { name: 'What’s new' });
const install = (page: Page): Locator => page.getByRole('region', { name: 'Install Markwell' });
/** Heading of the visible slide. */
const slide = (page: Page, name: string): Locator =>
  tour(page).locator('li:not([inert])').getByRole('heading', { name });
const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).click();

/** Records whether a dialog shows its loading sign from the first load on. */
const watchLoading = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('[data-dialog-loading]')) sessionStorage.setItem('loadingSign', 'shown');
    }).observe(document, { childList: true, subtree: true });
  });

test.describe('the tour', () => {
  test('opens on the first visit only, without a loading sign, by keys, buttons and dots', async ({
    page,
  }) => {
    await watchLoading(page);
    await page.goto('/');
    await expect(slide(page, 'Welcome to Markwell')).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem('loadingSign'))).toBeNull();
    await expect(tour(page).getByRole('button', { name: 'Next' })).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(tour(page).getByRole('status')).toHaveText('Slide 1 of 6: Welcome to Markwell');
    await page.keyboard.press('ArrowRight');
    await expect(slide(page, 'It suggests where things belong')).toBeVisible();
    // A hidden slide is inert.
    await expect(slide(page, 'Welcome to Markwell')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(slide(page, 'Private when it matters')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(tour(page).getByRole('status')).toHaveText(/^Slide 2 of 6/);
    await press(page, /^Slide 4/);
    await expect(tour(page).getByRole('button', { name: /^Slide 4/ })).toHaveAttribute(
      'aria-current',
      'step',
    );
    await press(page, 'Next');
    await expect(slide(page, 'Everything from the keyboard')).toBeVisible();
    await press(page, 'Next');
    await expect(tour(page).getByRole('button', { name: 'Skip' })).toBeHidden();
    await page.keyboard.press('ArrowRight');
    await expect(slide(page, 'You’re all set')).toBeVisible();
    await press(page, 'Get started');
    await expect(tour(page)).toBeHidden();

    await page.clock.install();
    await page.reload();
    await page.clock.runFor(5000);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('ends by Escape and by Skip, and no news follow', async ({ page }) => {
    await page.clock.install();
    for (const [way, close] of [
      ['Escape', () => page.keyboard.press('Escape')],
      ['Skip', () => press(page, 'Skip')],
    ] as const) {
      await test.step(way, async () => {
        await page.goto('/terms');
        await page.evaluate(() => localStorage.removeItem('firstAccess'));
        await page.evaluate(() => localStorage.setItem('version', '0.0.1'));
        await page.goto('/');
        await expect(tour(page)).toBeVisible();
        await close();
        await expect(tour(page)).toBeHidden();
        await page.clock.runFor(10_000);
        await expect(page.getByRole('dialog')).toHaveCount(0);
        expect(await stored(page, 'version')).toBe(manifest.version);
      });
    }
  });

  test('moves for 300 ms, not at all with reduced motion, and leads to the import', async ({ page }) => {
    await page.goto('/');
    const track = tour(page).getByRole('list').first();
    await expect(track).toHaveCSS('transition-duration', '0.3s');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect(track).toHaveCSS('transition-duration', '0.001s');
    await press(page, /^Slide 6/);
    await tour(page).getByRole('link', { name: 'Import from a browser' }).click();
    await expect(page).toHaveURL('/settings/data');
    await expect(tour(page)).toBeHidden();
  });

  test('waits for a dialog that is open', async ({ page }) => {
    await page.clock.install();
    await page.goto('/#add');
    const editor = page.getByRole('dialog', { name: 'Add bookmark' });
    await expect(editor).toBeVisible();
    await expect.poll(() => stored(page, 'hasVisited')).not.toBeNull();
    await page.clock.runFor(3000);
    await expect(tour(page)).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(editor).toBeHidden();
    await page.clock.runFor(1000);
    await expect(tour(page)).toBeVisible();
  });
});

test('the tour does not open over the payment page, and the install prompt does not follow it at once', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/settings/subscription?plan=pro');
  await expect.poll(() => stored(page, 'hasVisited')).not.toBeNull();
  await passTime(page, 10_000);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('link', { name: 'Collections' }).first().click();
  await expect(page).toHaveURL('/collections');
  await page.clock.runFor(2000);
  await expect(tour(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tour(page)).toBeHidden();
  await passTime(page, 30_000);
  await expect(install(page)).toHaveCount(0);
  await passTime(page, 30_000);
  await expect(install(page)).toBeVisible();
});

test.describe('the news', () => {
  test('of a significant update open once', async ({ page }) => {
    await rememberOnce(page, { ...known, version: '0.0.9' });
    await page.goto('/');
    await expect(news(page)).toContainText('Version 0.1.0');
    await expect(news(page)).toContainText('Import your bookmarks');
    await expectAccessible(page);
    expect(await stored(page, 'version')).toBe(manifest.version);
    await page.keyboard.press('Escape');
    await expect(news(page)).toBeHidden();
    await page.clock.install();
    await page.reload();
    await page.clock.runFor(5000);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('are in the account menu, restore the focus and lead to the tour', async ({ page }) => {
    await rememberOnce(page, known);
    await page.goto('/');
    const menu = page.getByRole('button', { name: /^Account menu/ });
    const openNews = async () => {
      await menu.click();
      await page.getByRole('menuitem', { name: 'What’s new' }).click();
      await expect(news(page)).toContainText('Shared collections');
    };
    await openNews();
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
    await openNews();
    await press(page, 'Take the tour');
    await expect(news(page)).toBeHidden();
    await expect(slide(page, 'Welcome to Markwell')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
  });

  test('show an error when they cannot be loaded', async ({ page, allowConsole }) => {
    allowConsole(/status of 500/);
    await rememberOnce(page, { ...known, version: '0.0.9' });
    await page.route('/changelog.json', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/');
    await expect(news(page).getByRole('alert')).toContainText('Unable to load changelog.');
    await expectAccessible(page);
    await page.unroute('/changelog.json');
    await press(page, 'Try again');
    await expect(news(page)).toContainText('Version 0.1.0');
  });
});

const desktopChrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const desktopFirefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0';
const phoneSafari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

const card = (page: Page): Locator => page.getByRole('region', { name: 'Save from any tab' });

test.describe('the card of the extension', () => {
  test.describe('in Chrome', () => {
    test.use({ userAgent: desktopChrome });

    test('links to it until it is dismissed', async ({ page }) => {
      await rememberOnce(page, known);
      await page.goto('/');
      const link = card(page).getByRole('link', { name: 'Install' });
      await expect(link).toHaveAttribute('href', /\/extension$/);
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
      await expectAccessible(page);
      await card(page).getByRole('button', { name: 'Not now' }).click();
      await expect(card(page)).toBeHidden();
      await page.reload();
      await page.waitForLoadState('networkidle');
      await expect(card(page)).toBeHidden();
    });
  });

  test.describe('in Firefox', () => {
    test.use({ userAgent: desktopFirefox });

    test('is hidden, because no URL is configured', async ({ page }) => {
      await rememberOnce(page, known);
      await page.goto('/');
      await page.waitForLoadState('networkidle');
      await expect(card(page)).toBeHidden();
    });
  });
});

/** Dispatches the install event of Chromium, with a prompt that is accepted. */
const offerInstall = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const prompt = () => {
      localStorage.setItem('asked', 'yes');
      return Promise.resolve({ outcome: 'accepted' });
    };
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
    return window.dispatchEvent(event);
  });

/** Stops the clock of the page, which otherwise runs on, at a time since the start of its visit. */
async function stopClockAt(page: Page, ms: number): Promise<void> {
  const start = await page.evaluate(() => Date.now() - performance.now());
  await page.clock.pauseAt(start + ms);
}

test.describe('the install prompt', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install();
  });

  test('opens 30 s into the first visit, and 120 s into the next', async ({ page, api }) => {
    await save(api, ['Alpha']);
    await page.goto('/');
    await expect.poll(() => stored(page, 'hasVisited')).not.toBeNull();
    await stopClockAt(page, 29_000);
    await expect(install(page)).toBeHidden();
    await page.clock.resume();
    await expect(install(page)).toContainText('Open your browser’s menu');

    await page.reload();
    await stopClockAt(page, 119_000);
    await expect(install(page)).toBeHidden();
    await page.clock.resume();
    await expect(install(page)).toBeVisible();
  });

  test('installs by the button of the app', async ({ page }) => {
    await rememberOnce(page, known);
    await page.goto('/?pwa=test');
    expect(await offerInstall(page)).toBe(false);
    await page.clock.runFor(2000);
    await install(page).getByRole('button', { name: 'Install' }).click();
    await expect(install(page)).toBeHidden();
    expect(await stored(page, 'asked')).toBe('yes');
    expect(await stored(page, 'pwaInstalled')).toBe('true');
    await page.goto('/');
    await passTime(page, 130_000);
    await expect(install(page)).toBeHidden();
  });

  test('does not open after the app was installed by the menu of the browser', async ({ page }) => {
    await rememberOnce(page, known);
    await page.goto('/');
    // The listener is loaded when the page is idle.
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
      expect(await stored(page, 'pwaInstalled')).toBe('true');
    }).toPass();
    await passTime(page, 130_000);
    await expect(install(page)).toBeHidden();
  });

  test('does not open for 7 days after it was dismissed', async ({ page }) => {
    await rememberOnce(page, known);
    await page.goto('/');
    await passTime(page, 121_000);
    await install(page).getByRole('button', { name: 'Not now' }).click();
    await expect(install(page)).toBeHidden();
    await page.reload();
    await passTime(page, 130_000);
    await expect(install(page)).toBeHidden();
    await page.evaluate(() => localStorage.setItem('pwaPromptDismissed', '2026-01-01T00:00:00Z'));
    await page.reload();
    await passTime(page, 130_000);
    await expect(install(page)).toBeVisible();
  });

  test('waits until a dialog is closed', async ({ page }) => {
    await rememberOnce(page, known);
    await page.goto('/');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await passTime(page, 130_000);
    await expect(install(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.clock.runFor(2000);
    await expect(install(page)).toBeVisible();
  });

  test.describe('on an iPhone', () => {
    test.use({ userAgent: phoneSafari });

    test('lists the steps', async ({ page }) => {
      await rememberOnce(page, known);
      await page.goto('/?pwa=test');
      await page.clock.runFor(2000);
      await expect(install(page).getByRole('listitem')).toHaveCount(3);
      await expectAccessible(page);
    });
  });
});

test('without storage nothing opens automatically', async ({ page }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await page.goto('/');
  await passTime(page, 130_000);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(install(page)).toHaveCount(0);
  await expect(card(page)).toHaveCount(0);
});

test('tour, news and install prompt are accessible and fit', async ({ page, baseURL }) => {
  await inEach(page, baseURL, dialogLooks, async ({ locale }) => {
    const words = wordsOf(locale);
    const dialog = page.getByRole('dialog');
    await page.goto('/terms');
    await page.evaluate(() => localStorage.clear());
    await page.goto('/');
    await expect(dialog).toBeVisible();
    for (const name of ['suggestions', 'privacy', 'spaces', 'shortcuts', 'ready'] as const) {
      await expectFit(page);
      await page.keyboard.press('ArrowRight');
      await expect(dialog.locator('li:not([inert])')).toContainText(words(`Welcome.tour.${name}.title`));
    }
    await expectFit(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.evaluate(() => localStorage.setItem('version', '0.0.9'));
    await page.reload();
    await expect(dialog).toContainText(words('Welcome.news.type.security'));
    await expectFit(page);
    await page.goto('/?pwa=test');
    await offerInstall(page);
    await expect(page.getByRole('region', { name: words('Welcome.install.title') })).toBeVisible();
    await expectFit(page);
  });
});
