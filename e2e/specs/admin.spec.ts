import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { signUp } from '../fixtures/account';
import { makeAdmin } from '../fixtures/account-row';
import { expectFit, expectFitBothWays } from '../fixtures/expect-fit';
import { adminPaths, expectGuardedPage } from '../fixtures/guarded-page';
import { dialogLooks, inEach, screenLooks, phone } from '../fixtures/looks';
import { expect, newGuestRequest, test } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';

/** Opens an account from the list of users. */
async function findUser(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Users', exact: true }).first().click();
  await page.getByRole('searchbox', { name: 'Search by name or email' }).fill(email);
  await expect(page).toHaveURL(`/admin/users?q=${encodeURIComponent(email)}`);
  const found = page.getByRole('list', { name: 'Users' }).getByRole('link');
  // The unfiltered list has the account as well, in another place.
  await expect(found).toHaveCount(1);
  await found.click();
  await expect(page).toHaveURL(/\/admin\/users\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('main').getByText(email, { exact: true }).first()).toBeVisible();
}

/** Presses the button of an action and confirms its dialog. */
async function confirm(page: Page, button: string, confirmation = button) {
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: confirmation, exact: true }).click();
  return dialog;
}

test('an administrator changes the plan of a user, suspends them and reads it in the audit log', async ({
  page,
  browser,
  baseURL,
  useFreshAccount,
}) => {
  const origin = baseURL ?? '';
  const user = await signUp(origin);
  const context = await browser.newContext({
    baseURL: origin,
    storageState: user.storageState,
  });
  const userPage = await context.newPage();
  await userPage.goto('/');
  await expect(userPage.getByRole('heading', { name: 'Bookmarks', level: 1 })).toBeVisible();

  const { email } = await useFreshAccount();
  await page.goto('/');
  await page.getByRole('button', { name: /^Account menu for/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Account settings' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Administration' })).toHaveCount(0);
  await makeAdmin(email);
  await page.reload();
  await page.getByRole('button', { name: /^Account menu for/ }).click();
  await page.getByRole('menuitem', { name: 'Administration' }).click();
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  await expect(page.getByRole('img', { name: /sign-ups? in the last 30 days$/ })).toBeVisible();
  await expect(page.getByText(/^Running on 1 machine, last seen/)).toBeVisible();

  await findUser(page, user.email);
  await confirm(page, 'Switch to Pro');
  await expect(page.getByText('Ada Lovelace is now on Pro')).toBeVisible();
  await userPage.reload();
  await userPage.getByRole('button', { name: /^Account menu for/ }).click();
  await expect(userPage.getByRole('menu').getByText('Pro', { exact: true })).toBeVisible();
  await userPage.keyboard.press('Escape');

  await confirm(page, 'Suspend');
  await expect(page.getByRole('main').getByText('Suspended', { exact: true })).toBeVisible();
  await userPage.getByRole('link', { name: 'Tags' }).click();
  await expect(userPage).toHaveURL(/\/signin/);
  const guest = await newGuestRequest(origin);
  const signIn = await guest.post('/v1/auth/login', {
    data: { email: user.email, password: user.password },
    headers: { origin },
  });
  expect(signIn.ok()).toBe(false);
  await guest.dispose();
  await context.close();

  await page.getByRole('link', { name: 'Audit log' }).click();
  const log = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');
  await expect(log.nth(0)).toContainText(`Account suspended · ${user.email}`);
  await expect(log.nth(1)).toContainText(`Plan changed · ${user.email}`);
  await expect(log.nth(1)).toContainText('Plan: Free → Pro');
  await expect(log.nth(1)).toContainText(`by ${email}`);
});

test('a click right after typing opens the account, even if its page takes longer than the search', async ({
  page,
  useFreshAccount,
}) => {
  const { email } = await useFreshAccount();
  await makeAdmin(email);
  await page.goto('/');
  await page.clock.install();
  await page.goto('/admin/users');
  const released = Promise.withResolvers<undefined>();
  const pageOfAccount = /\/admin\/users\/[0-9a-f-]{36}\?_rsc=/;
  await page.route(pageOfAccount, async (route) => {
    await released.promise;
    await route.continue();
  });
  const link = page.getByRole('list', { name: 'Users' }).getByRole('link', { name: email });
  await link.waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('searchbox', { name: 'Search by name or email' }).fill('example.test');
  const requested = page.waitForRequest(pageOfAccount);
  await link.click();
  await requested;
  await page.clock.runFor(1_000);
  released.resolve(undefined);
  await page.clock.resume();
  await expect(page).toHaveURL(/\/admin\/users\/[0-9a-f-]{36}$/);
  await page.goBack();
  await expect(page).toHaveURL('/admin/users?q=example.test');
});

test('the last administrator cannot be removed, and deletes an account by typing its email', async ({
  page,
  baseURL,
  useFreshAccount,
  allowConsole,
  api,
}) => {
  allowConsole(/status of 4(?:04|09)/);
  const user = await signUp(baseURL ?? '');
  const { email } = await useFreshAccount();
  await makeAdmin(email);
  await page.goto('/');
  await page.goto('/admin');
  await test.step('the last administrator cannot be removed, and the dialog states the reason', async () => {
    await findUser(page, email);
    const actions = page.getByRole('main').getByRole('button');
    await expect(actions.filter({ hasText: /^(Suspend|Delete account)$/ })).toHaveCount(0);
    const dialog = await confirm(page, 'Remove admin');
    await expect(dialog.getByRole('alert')).toHaveText(
      'This is the only administrator. Make another account an administrator first.',
    );
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Remove admin' })).toBeFocused();
  });
  await findUser(page, user.email);
  const dialog = await confirm(page, 'Delete account');
  const field = dialog.getByLabel(`Type ${user.email} to confirm`);
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription('This doesn’t match the email of the account.');
  await field.fill(user.email);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByText('Ada Lovelace’s account was deleted')).toBeVisible();
  await expect(page).toHaveURL('/admin/users');
  await page.getByRole('searchbox').fill(user.email);
  await expect(page.getByText('No accounts found')).toBeVisible();
  await test.step('the audit log names the deleted account, whose page is not found inside the frame', async () => {
    await page.getByRole('link', { name: 'Audit log' }).click();
    const log = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');
    await expect(log.first()).toContainText(`Account deleted · ${user.email} (deleted account)`);
    const { uuid } = await api.call('account.get');
    const response = await page.goto(`/admin/users/${uuid.replace(/.{4}$/, '0000')}`);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Account not found' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'We couldn’t find this page' })).toHaveCount(0);
    await page.getByRole('main').getByRole('link', { name: 'Show all users' }).click();
    await expect(page).toHaveURL('/admin/users');
  });
});

test('an administrator reads a report with its screenshot, marks it as done, and deletes it', async ({
  page,
  api,
  useFreshAccount,
}) => {
  const { email } = await useFreshAccount();
  await makeAdmin(email);
  const picture = sharp({
    create: { width: 80, height: 40, channels: 3, background: '#c00' },
  });
  const screenshot = (await picture.png().toBuffer()).toString('base64');
  const message = `The list is empty ${email}`;
  await api.call('feedback.send', { body: { message, screenshot } });
  await page.goto('/');
  await page.goto('/admin/feedback');
  const report = page.getByRole('listitem').filter({ hasText: message });
  const image = report.getByRole('img', { name: `Screenshot from ${email}` });
  await image.scrollIntoViewIfNeeded();
  await expect(image).toHaveJSProperty('naturalWidth', 80);
  await expect(report.getByRole('link', { name: 'Show account' })).toBeVisible();
  await report.getByRole('button', { name: `Mark as done: report from ${email}` }).click();
  await expect(report).toHaveCount(0);
  await page.getByRole('group', { name: 'State' }).getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL('/admin/feedback?state=done');
  await expect(report.getByRole('button', { name: `Reopen report from ${email}` })).toBeVisible();
  await report.getByRole('button', { name: `Delete report from ${email}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Report deleted')).toBeVisible();
  await expect(report).toHaveCount(0);
});

test('an installation without payments shows an administrator the setting that gives everyone Pro', async ({
  page,
  api,
  useFreshAccount,
}) => {
  await makeAdmin((await useFreshAccount()).email);
  const billing = await api.call('billing.get');
  await page.route('**/v1/billing', (route) =>
    route.fulfill({ json: { ...billing, enabled: false, prices: null } }),
  );
  await api.call('spaces.create', { body: { name: 'Work' } });
  await page.goto('/spaces');
  await expect(page.getByText('SELF_HOSTED_PLAN=pro')).toBeVisible();
  await page.getByRole('link', { name: 'compare plans' }).click();
  const note = page.getByRole('note');
  await expect(note).toContainText('set SELF_HOSTED_PLAN=pro in its environment');
  await note.getByRole('link', { name: 'Administration' }).click();
  await expect(page).toHaveURL('/admin/users');
});

test('a job that cannot run again shows the reason', async ({ page, api, useFreshAccount, allowConsole }) => {
  allowConsole(/status of 4\d\d/);
  await makeAdmin((await useFreshAccount()).email);
  await page.goto('/');
  // No journey makes a job fail, so this one is not in the queue.
  const jobs = await api.call('admin.jobs');
  const failed = {
    queue: 'cleanup',
    id: '01980000-0000-7000-8000-0000000000ff',
    reason: 'network',
    error: 'connection refused',
    startedAt: null,
    failedAt: '2026-01-01T12:00:00.000Z',
  };
  await page.route('**/v1/admin/jobs', (route) => route.fulfill({ json: { ...jobs, failed: [failed] } }));
  await page.goto('/admin/jobs');
  await expect(page.getByText('Couldn’t reach another server.')).toBeVisible();
  await expect(page.getByText('connection refused')).toBeVisible();
  await page.getByRole('button', { name: /^Run again: ./ }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Run this job again?' });
  await dialog.getByRole('button', { name: 'Run again' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/./);
});

test('every page of the administration is guarded', async ({ context, api, useFreshAccount }) => {
  await makeAdmin((await useFreshAccount()).email);
  const { uuid } = await api.call('account.get');
  for (const address of adminPaths) await expectGuardedPage(context.request, address.replace('[uuid]', uuid));
});

test('a page of the administration is reloaded when a newer version is served', async ({
  page,
  useFreshAccount,
  allowConsole,
}) => {
  allowConsole(/ChunkLoadError|status of 404/);
  await makeAdmin((await useFreshAccount()).email);
  await page.goto('/admin');
  let loads = 0;
  page.on('load', () => (loads += 1));
  await expect(async () => {
    await page.evaluate(() => {
      const error = new Error('Loading chunk /_next/static/chunks/gone.js failed.');
      error.name = 'ChunkLoadError';
      window.dispatchEvent(new ErrorEvent('error', { error }));
    });
    expect(loads).toBe(1);
  }).toPass();
});

test('other users are redirected from the administration, and the attempt is logged', async ({
  page,
  baseURL,
  useFreshAccount,
}) => {
  await useFreshAccount();
  await page.goto(`/admin/audit?action=${Date.now()}`);
  await expect(page).toHaveURL('/');
  const log = path.join(process.env['E2E_DATA_DIR'] ?? '', 'server.log');
  await expect
    .poll(() => fs.readFileSync(log, 'utf8'))
    .toMatch(/"pathname":"\/admin\/audit".*a non-admin was sent home/);
  const refused = await page.request.get('/v1/admin/users', {
    headers: { origin: baseURL ?? '' },
  });
  expect(refused.status()).toBe(404);
});

test('the administration is accessible and fits the screen', async ({
  page,
  api,
  baseURL,
  useFreshAccount,
}) => {
  test.slow();
  const { email } = await useFreshAccount();
  await makeAdmin(email);
  await api.call('feedback.send', {
    body: { message: 'The list is empty after an import.' },
  });
  const { uuid } = await api.call('account.get');
  await inEach(page, baseURL, screenLooks, async ({ locale }) => {
    const words = wordsOf(locale);
    for (const [address, heading] of [
      ['/admin', words('Admin.section.overview')],
      ['/admin/users', words('Admin.section.users')],
      [`/admin/users/${uuid}`, 'Ada Lovelace'],
      ['/admin/feedback', words('Admin.section.feedback')],
      ['/admin/jobs', words('Admin.section.jobs')],
      ['/admin/audit', words('Admin.section.audit')],
    ] as const) {
      await page.goto(address);
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
      await expect(page.getByRole('status', { name: words('Admin.loading') })).toHaveCount(0);
      await expectFitBothWays(page);
    }
  });
  await inEach(page, baseURL, dialogLooks, async ({ locale, viewport }) => {
    await page.goto('/settings');
    if (viewport.width <= phone.width) await expect(page.locator('a[href="/admin"]')).toBeVisible();
    await page.goto('/admin/users?q=nobody-has-this');
    await expect(page.getByText(wordsOf(locale)('Admin.users.empty'))).toBeVisible();
    await expectFit(page);
    await page.goto(`/admin/users/${uuid}`);
    await page.getByRole('button', { name: wordsOf(locale)('Admin.action.revokeAdmin.label') }).click();
    await expectFit(page);
  });
});
