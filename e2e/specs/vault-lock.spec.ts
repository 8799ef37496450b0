import { type BrowserContext, expect, type Page } from '@playwright/test';
import { titleOf } from '../fixtures/rows';
import { saveEncrypted } from '@/e2e/fixtures/encrypted';
import { test } from '../fixtures/test';
import { lockButton, masked, unlock } from '../fixtures/unlocking';

// Guarantee: unlocked bookmarks are locked in all tabs at once: after a quarter of an hour without activity in any tab,
// by the button of one tab, and when one signs out. Activity in one tab keeps the others unlocked.

// Under heavy load, deriving a key takes seconds.
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

/** Opens two tabs with unlocked bookmarks, optionally with a fake clock. */
async function openTabs(context: BrowserContext, page: Page, clock?: 'fake'): Promise<[Page, Page]> {
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

/** Starts listening for a vault message in a tab. The returned function waits for the message. */
async function listenFor(tab: Page, message: string): Promise<() => Promise<unknown>> {
  const received = await tab.evaluateHandle(
    (wanted) => ({
      done: new Promise((resolve) => {
        new BroadcastChannel('markwell-vault').addEventListener('message', ({ data }) => {
          if (data === wanted) resolve(true);
        });
      }),
    }),
    message,
  );
  return () => received.evaluate(({ done }) => done);
}

test('a quarter of an hour without activity locks all tabs, and activity in one postpones it', async ({
  page,
  context,
}) => {
  const tabs = await openTabs(context, page, 'fake');
  const [first, second] = tabs;
  await context.clock.fastForward(14 * minuteMs);
  const received = await listenFor(second, 'active');
  await first.bringToFront();
  await first.keyboard.press('Shift');
  await received();
  // 14 of 28 minutes passed since the last activity, which the second tab only learned about by the message.
  await context.clock.fastForward(14 * minuteMs);
  for (const tab of tabs) {
    await expect(titleOf(tab, 'Alpha')).toBeVisible();
    await expect(lockButton(tab)).toBeVisible();
  }
  await context.clock.fastForward(minuteMs + 10_000);
  await expectLocked(tabs);
});

test('a tab with suspended timers is locked on the first input, before it handles the input', async ({
  page,
  context,
}) => {
  const tabs = await openTabs(context, page, 'fake');
  const [first] = tabs;
  // Time passes without running timers, as while a laptop is asleep.
  await context.clock.setSystemTime(Date.now() + 16 * minuteMs);
  await first.bringToFront();
  await first.keyboard.press('Shift');
  await expectLocked([first]);
});

test('the button of one tab locks the others, and recent searches are deleted', async ({ page, context }) => {
  const tabs = await openTabs(context, page);
  await tabs[0].evaluate(() => localStorage.setItem('recentSearches.account', '["alpha"]'));
  const received = await listenFor(tabs[0], 'lock');
  await lockButton(tabs[1]).click();
  await received();
  await expectLocked(tabs);
  const kept = () => tabs[0].evaluate(() => Object.keys(localStorage));
  await expect.poll(kept).not.toContain('recentSearches.account');
});

test('signing out in one tab locks the others', async ({ page, context, allowConsole }) => {
  // The other tabs detect the sign-out by this status.
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
