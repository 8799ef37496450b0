import { type BrowserContext, expect, type Page } from '@playwright/test';
import { titleOf } from '../fixtures/rows';
import { saveEncrypted } from '@/e2e/fixtures/encrypted';
import { test } from '../fixtures/test';
import { lockButton, masked, unlock } from '../fixtures/unlocking';

// Guarantee: what is open closes in every tab at once: after a quarter of an hour without activity in any of them, by
// the button of one, and when one signs out. Activity in one tab keeps the others unlocked.

// Under heavy load a key takes seconds.
test.slow();

const key = 'seven herons on the weir';
const minuteMs = 60_000;

test.beforeEach(async ({ useFreshAccount, api }) => {
  await useFreshAccount();
  await saveEncrypted(api, key, ['Alpha', 'Beta']);
});

async function openTab(page: Page): Promise<Page> {
  await page.goto('/');
  await masked(page).first().click();
  await unlock(page, key);
  await expect(titleOf(page, 'Alpha')).toBeVisible();
  return page;
}

/** Two tabs in which the bookmarks are open; the clock of both is in the hands of the test where it is to be. */
async function openTabs(context: BrowserContext, page: Page, clock?: 'ours'): Promise<[Page, Page]> {
  if (clock) await context.clock.install();
  return [await openTab(page), await openTab(await context.newPage())];
}

async function expectLocked(tabs: readonly Page[]): Promise<void> {
  for (const tab of tabs) {
    await expect(masked(tab)).toHaveCount(2);
    await expect(lockButton(tab)).toHaveCount(0);
    expect(await tab.content()).not.toMatch(/Alpha|Beta/);
    await expect.poll(() => tab.workers().length, { message: 'workers of the keys' }).toBe(0);
  }
}

/** Resolves when a tab has heard what another one says about the vault. */
async function hears(tab: Page, message: string): Promise<() => Promise<unknown>> {
  const heard = await tab.evaluateHandle(
    (wanted) => ({
      done: new Promise((resolve) => {
        new BroadcastChannel('markwell-vault').addEventListener('message', ({ data }) => {
          if (data === wanted) resolve(true);
        });
      }),
    }),
    message,
  );
  return () => heard.evaluate(({ done }) => done);
}

test('a quarter of an hour without activity locks all tabs, and activity in one postpones it', async ({
  page,
  context,
}) => {
  const tabs = await openTabs(context, page, 'ours');
  const [first, second] = tabs;
  await context.clock.fastForward(14 * minuteMs);
  const heard = await hears(second, 'active');
  await first.bringToFront();
  await first.keyboard.press('Shift');
  await heard();
  // Of 28 minutes the last 14 were quiet, in the tab that was touched and in the one that only heard of it.
  await context.clock.fastForward(14 * minuteMs);
  for (const tab of tabs) {
    await expect(titleOf(tab, 'Alpha')).toBeVisible();
    await expect(lockButton(tab)).toBeVisible();
  }
  await context.clock.fastForward(minuteMs + 10_000);
  await expectLocked(tabs);
});

test('a tab whose timers slept is locked as soon as it is touched, before it answers to that', async ({
  page,
  context,
}) => {
  const tabs = await openTabs(context, page, 'ours');
  const [first] = tabs;
  // The time goes on and no timer runs, as while a lid is closed.
  await context.clock.setSystemTime(Date.now() + 16 * minuteMs);
  await first.bringToFront();
  await first.keyboard.press('Shift');
  await expectLocked([first]);
});

test('the button of one tab locks the others, and what was searched for is forgotten', async ({
  page,
  context,
}) => {
  const tabs = await openTabs(context, page);
  await tabs[0].evaluate(() => localStorage.setItem('recentSearches.account', '["alpha"]'));
  const heard = await hears(tabs[0], 'lock');
  await lockButton(tabs[1]).click();
  await heard();
  await expectLocked(tabs);
  const kept = () => tabs[0].evaluate(() => Object.keys(localStorage));
  await expect.poll(kept).not.toContain('recentSearches.account');
});

test('signing out in one tab closes what is open in the others', async ({ page, context, allowConsole }) => {
  // The others learn by it that they are signed out.
  allowConsole(/status of 401/);
  const [first, second] = await openTabs(context, page);
  await second.bringToFront();
  await second.getByRole('button', { name: /^Account menu/ }).click();
  await second.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(second).toHaveURL(/\/signin/);
  await expect(first.getByText(/Alpha|Beta/)).toHaveCount(0);
  await expect(lockButton(first)).toHaveCount(0);
  await expect.poll(() => first.workers().length, { message: 'workers of the keys' }).toBe(0);
  expect(await first.content()).not.toMatch(/Alpha|Beta/);
});
