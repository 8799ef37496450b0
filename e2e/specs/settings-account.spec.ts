import type { Page } from '@playwright/test';
import { expectFit } from '../fixtures/expect-fit';
import { looks, wear } from '../fixtures/looks';
import { codeMailedTo } from '../fixtures/mail';
import { expect, newGuestRequest, test } from '../fixtures/test';

/** A photograph, wider than high: the left half is red, the right half blue. */
async function photograph(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [800, 400];
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#c00';
    context.fillRect(0, 0, 400, 400);
    context.fillStyle = '#00c';
    context.fillRect(400, 0, 400, 400);
    return canvas.toDataURL('image/png');
  });
  return {
    name: 'me.png',
    mimeType: 'image/png',
    buffer: Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'),
  };
}

/** Confirms the email of the account by the call, as the screen would. */
async function confirmEmail(page: Page, email: string, origin: string): Promise<void> {
  const code = await codeMailedTo(email, /^Confirm/);
  const answer = await page.request.post('/v1/auth/verify-email', {
    data: { email, code },
    headers: { origin },
  });
  expect(answer.status()).toBe(204);
}

test('a picture is chosen, moved by keys, shown everywhere, and taken away again', async ({
  page,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount();
  await page.goto('/settings/account');
  await page.locator('input[type=file]').setInputFiles(await photograph(page));
  const dialog = page.getByRole('dialog', { name: 'Choose what shows' });
  await dialog.getByRole('slider', { name: 'Left to right' }).press('End');
  await expectFit(page);
  await dialog.getByRole('button', { name: 'Use this picture' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Change the picture' })).toBeVisible();
  const { avatar } = await api.call('account.get');
  // The right edge of the photograph is what was chosen.
  const color = await page.evaluate(async (address) => {
    const bitmap = await createImageBitmap(await (await fetch(address)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    return [...context.getImageData(4, 4, 1, 1).data];
  }, avatar ?? '');
  expect(color[0]).toBeLessThan(20);
  expect(color[2]).toBeGreaterThan(180);
  await expect(page.getByRole('button', { name: /Account menu/ }).locator('img')).toHaveJSProperty(
    'complete',
    true,
  );
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Add a picture' })).toBeVisible();
  await expect.poll(async () => (await api.call('account.get')).avatar).toBeNull();
});

test('a file that is no picture is refused in words', async ({ page, useFreshAccount }) => {
  await useFreshAccount();
  await page.goto('/settings/account');
  const file = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText('This file could not be read as a picture.')).toBeVisible();
});

test('an account is deleted by typing its email exactly, and is gone', async ({
  page,
  baseURL,
  useFreshAccount,
}) => {
  const { email, password } = await useFreshAccount();
  await page.goto('/settings/account');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Your email').fill(email.toUpperCase());
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(dialog.getByLabel('Your email')).toHaveAccessibleDescription(
    'This is not the email of this account.',
  );
  await dialog.getByLabel('Your email').fill(email);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page).toHaveURL('/register');
  const guest = await newGuestRequest(baseURL ?? '');
  const signIn = await guest.post('/v1/auth/login', {
    data: { email, password },
    headers: { origin: baseURL ?? '' },
  });
  expect(signIn.status()).toBe(401);
  await guest.dispose();
});

test('the notice about the email leads to the code and back, and goes away', async ({
  page,
  useFreshAccount,
}) => {
  const { email } = await useFreshAccount();
  await page.goto('/settings/account');
  await page.getByRole('link', { name: 'Enter the code' }).click();
  await page.getByLabel('Code').pressSequentially(await codeMailedTo(email, /^Confirm/));
  await page.getByRole('link', { name: 'Continue now' }).click();
  await expect(page).toHaveURL('/settings/account');
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
  await expect(page.getByText('Your email is not confirmed yet')).toHaveCount(0);
});

test('the email is changed by a code that went to the new address, and the other sessions end', async ({
  page,
  baseURL,
  api,
  useFreshAccount,
  allowConsole,
}) => {
  allowConsole(/status of 4(?:09|22)/);
  const { email, password } = await useFreshAccount();
  const other = await newGuestRequest(baseURL ?? '');
  await other.post('/v1/auth/login', { data: { email, password }, headers: { origin: baseURL ?? '' } });
  const next = `new-${email}`;
  await page.goto('/settings/account');
  await page.getByRole('button', { name: 'Change the email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your email' });
  await dialog.getByLabel('New email').fill(next);
  await dialog.getByLabel('Your password').fill('not the password');
  await dialog.getByRole('button', { name: 'Send the code' }).click();
  await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription(
    'This is not your current password.',
  );
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Send the code' }).click();
  await expect(dialog.getByText(`sent to ${next}`)).toBeVisible();
  await expectFit(page);
  const code = await codeMailedTo(next, /./);
  await dialog.getByLabel('Code').pressSequentially(code === '000000' ? '000001' : '000000');
  await dialog.getByRole('button', { name: 'Change the email' }).click();
  await expect(dialog.getByLabel('Code')).toHaveAccessibleDescription(/^This code is not right/);
  await dialog.getByLabel('Code').fill(code);
  await dialog.getByRole('button', { name: 'Change the email' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(next);
  await expect(page.getByText('Your email is not confirmed yet')).toHaveCount(0);
  expect(await api.call('account.get')).toMatchObject({ email: next, emailVerified: true });
  expect((await other.get('/v1/account')).status()).toBe(401);
  await other.dispose();
});

test('a password is changed by whoever knows it, and the other sessions end', async ({
  page,
  baseURL,
  api,
  useFreshAccount,
  allowConsole,
}) => {
  allowConsole(/status of 422/);
  const { email, password } = await useFreshAccount();
  const other = await newGuestRequest(baseURL ?? '');
  await other.post('/v1/auth/login', { data: { email, password }, headers: { origin: baseURL ?? '' } });
  await page.goto('/settings/security');
  await page.getByLabel('Current password').fill('not the password');
  await page.getByLabel('New password', { exact: true }).fill('another night train');
  await page.getByLabel('New password, once more').fill('another day train');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('New password, once more')).toHaveAccessibleDescription(
    'Passwords do not match',
  );
  await page.getByLabel('New password, once more').fill('another night train');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
    'This is not your current password.',
  );
  await expect(page.getByLabel('Current password')).toBeFocused();
  await page.getByLabel('Current password').fill(password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password is changed.')).toBeVisible();
  expect((await other.get('/v1/account')).status()).toBe(401);
  expect((await api.call('account.sessions')).content).toHaveLength(1);
  await other.dispose();
});

test('sessions are told by device, and one or all others are signed out', async ({
  page,
  baseURL,
  useFreshAccount,
}) => {
  const { email, password } = await useFreshAccount();
  const agents = [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'curl/8.5.0',
  ];
  for (const agent of agents) {
    const guest = await newGuestRequest(baseURL ?? '');
    await guest.post('/v1/auth/login', {
      data: { email, password },
      headers: { origin: baseURL ?? '', 'user-agent': agent },
    });
    await guest.dispose();
  }
  await page.goto('/settings/security');
  const rows = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText('This session');
  const firefox = rows.filter({ hasText: 'Firefox on Windows' });
  await expect(firefox).toContainText(/Used .* ago|Used now/);
  await firefox.getByRole('button', { name: 'Sign out Firefox on Windows' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('2 other sessions have to sign in again.');
  await question.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(rows).toHaveCount(1);
  await expect(page.getByText('You are signed in nowhere else.')).toBeVisible();
});

test('a token needs a confirmed email, is shown once, works, and is revoked', async ({
  page,
  baseURL,
  useFreshAccount,
}) => {
  const { email } = await useFreshAccount();
  await page.goto('/settings/integration');
  await expect(page.getByText('Your email is not confirmed yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New token' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Connect Google' })).toBeDisabled();
  await confirmEmail(page, email, baseURL ?? '');
  await page.reload();
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByRole('button', { name: 'Make the token' }).click();
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('A token needs a name.');
  await page.getByLabel('Name').fill('Backup script');
  await page.getByRole('radio', { name: /^Read and write/ }).check();
  await page.getByRole('combobox', { name: 'Valid for' }).click();
  await page.getByRole('option', { name: 'No end' }).click();
  await page.getByRole('button', { name: 'Make the token' }).click();
  const token = await page.getByLabel('Token', { exact: true }).inputValue();
  expect(token).toMatch(/^mwp_/);
  await expectFit(page);
  await page.getByRole('button', { name: 'I have kept it' }).click();

  const row = page.getByRole('listitem').filter({ hasText: 'Backup script' });
  await expect(row).toContainText('Read and write');
  await expect(row).toContainText('never used');
  await expect(row).toContainText('does not expire');
  expect(await page.content()).not.toContain(token);
  const program = await newGuestRequest(baseURL ?? '');
  const headers = { authorization: `Bearer ${token}` };
  expect((await program.get('/v1/account', { headers })).status()).toBe(200);
  await page.reload();
  await expect(row).toContainText(/used .* ago|used now/);
  await row.getByRole('button', { name: 'Revoke Backup script' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No tokens yet')).toBeVisible();
  expect((await program.get('/v1/account', { headers })).status()).toBe(401);
  await program.dispose();
});

test('the API is documented from its own document', async ({ page }) => {
  await page.goto('/settings/integration');
  await page.getByRole('link', { name: 'API documentation' }).click();
  await expect(page.getByRole('heading', { name: 'API documentation', level: 1 })).toBeVisible();
  const call = page.getByRole('listitem').filter({ hasText: '/v1/bookmarks/list' });
  await call.locator('summary').click();
  await expect(call.getByText('sortField')).toBeVisible();
  await expect(call.getByText('BookmarkPage')).toBeVisible();
  await expectFit(page);
});

for (const look of looks) {
  test(`every screen is accessible and fits: ${look.name}`, async ({ page, baseURL, useFreshAccount }) => {
    test.slow();
    const { email } = await useFreshAccount();
    await wear(page, baseURL ?? '', look);
    const visit = async (path: string) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
      await page.waitForLoadState('networkidle');
      await expectFit(page);
    };
    for (const path of [
      '/settings/account',
      '/settings/security',
      '/settings/integration',
      '/settings/integration/api',
      '/auth/verify-email',
    ]) {
      await visit(path);
    }
    await confirmEmail(page, email, baseURL ?? '');
    await visit('/settings/integration');
    await page.getByRole('button', { name: /New token|Novo token/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectFit(page);
    await page.goto('/settings/account');
    await page.getByRole('button', { name: /Delete my account|Excluir minha conta/ }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectFit(page);
  });
}
