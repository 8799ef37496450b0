import type { Page } from '@playwright/test';
import { expectFit, expectFitBothWays } from '../fixtures/expect-fit';
import { dialogLooks, inEach, screenLooks } from '../fixtures/looks';
import { codeMailedTo, mailsTo } from '../fixtures/mail';
import { expect, newGuestRequest, test } from '../fixtures/test';
import type { Words } from '../fixtures/words';

/** Returns a photograph, wider than high, with a red left half and a blue right half. */
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

/** Confirms the email of the account through the API. */
async function confirmEmail(page: Page, words: Words, email: string, origin: string): Promise<void> {
  const code = await codeMailedTo(email, words('Mails.verification.subject'));
  const response = await page.request.post('/v1/auth/verify-email', {
    data: { email, code },
    headers: { origin },
  });
  expect(response.status()).toBe(204);
}

test('a picture is chosen, moved by keys, shown everywhere, and removed again', async ({
  page,
  words,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount();
  await page.goto('/settings/account');
  await test.step('a file that is no picture is rejected with an error message', async () => {
    const file = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') };
    await page.locator('input[type=file]').setInputFiles(file);
    await expect(page.getByText('Couldn’t read this file as a picture.')).toBeVisible();
  });
  await page.locator('input[type=file]').setInputFiles(await photograph(page));
  const dialog = page.getByRole('dialog', { name: words('Settings.avatar.cropTitle') });
  await dialog.getByRole('slider', { name: words('Settings.avatar.x') }).press('End');
  await expectFit(page);
  await dialog.getByRole('button', { name: words('Settings.avatar.save') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: words('Settings.avatar.change') })).toBeVisible();
  const { avatar } = await api.call('account.get');
  // The chosen part is the right edge of the photograph.
  const color = await page.evaluate(async (address) => {
    const bitmap = await createImageBitmap(await (await fetch(address)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    return [...context.getImageData(4, 4, 1, 1).data];
  }, avatar ?? '');
  expect(color[0]).toBeLessThan(20);
  expect(color[2]).toBeGreaterThan(180);
  await expect(
    page
      .getByRole('button', { name: words('Shell.userMenuButton', { name: 'Ada Lovelace', initials: 'AL' }) })
      .locator('img'),
  ).toHaveJSProperty('complete', true);
  await page.getByRole('button', { name: words('Settings.avatar.remove') }).click();
  await expect(page.getByRole('button', { name: words('Settings.avatar.add') })).toBeVisible();
  await expect.poll(async () => (await api.call('account.get')).avatar).toBeNull();
});

test('a password is changed with the current one, and the other sessions end', async ({
  page,
  words,
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
  const current = page.getByLabel(words('Security.current'));
  const again = page.getByLabel(words('Security.confirm'));
  const change = page.getByRole('button', { name: words('Security.change') });
  await current.fill('not the password');
  await page.getByLabel(words('Security.new'), { exact: true }).fill('another night train');
  await again.fill('another day train');
  await change.click();
  await expect(again).toHaveAccessibleDescription(words('Security.mismatch'));
  await again.fill('another night train');
  await change.click();
  await expect(current).toHaveAccessibleDescription(words('Validation.wrong_password'));
  await expect(current).toBeFocused();
  await current.fill(password);
  await change.click();
  await expect(page.getByText(words('Security.changed'))).toBeVisible();
  expect((await other.get('/v1/account')).status()).toBe(401);
  expect((await api.call('account.sessions')).content).toHaveLength(1);
  await expect
    .poll(() => mailsTo(email).map(({ subject }) => subject))
    .toContain(words('Mails.passwordChanged.subject'));
  await other.dispose();
});

test('a token needs a confirmed email, is shown once, works, and is revoked', async ({
  page,
  words,
  baseURL,
  useFreshAccount,
}) => {
  const { email, password } = await useFreshAccount();
  await page.goto('/settings/integration');
  await expect(page.getByText(words('Settings.unverified.title'), { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: words('Integration.newToken') })).toBeDisabled();
  await expect(page.getByRole('button', { name: words('Integration.connect') })).toBeDisabled();
  await confirmEmail(page, words, email, baseURL ?? '');
  await page.reload();
  await page.getByRole('button', { name: words('Integration.newToken') }).click();
  await page.getByRole('button', { name: words('Integration.create') }).click();
  await expect(page.getByLabel(words('Integration.name'), { exact: true })).toHaveAccessibleDescription(
    words('Integration.nameRequired'),
  );
  await page.getByLabel(words('Integration.name'), { exact: true }).fill('Backup script');
  await page.getByRole('radio', { name: words('Integration.scope.write') }).check();
  await page.getByRole('combobox', { name: words('Integration.expiry') }).click();
  await page.getByRole('option', { name: words('Integration.expiries.never') }).click();
  await page.getByLabel(words('Integration.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: words('Integration.create') }).click();
  const token = await page.getByLabel(words('Integration.token'), { exact: true }).inputValue();
  expect(token).toMatch(/^mwp_/);
  await expectFit(page);
  await page.keyboard.press('Escape');
  await expect(page.getByLabel(words('Integration.token'), { exact: true })).toHaveValue(token);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: words('Search.title') }).fill('trains');
  await page.keyboard.press('Enter');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: words('Common.keepEditing') })
    .click();
  await expect(page.getByLabel(words('Integration.token'), { exact: true })).toHaveValue(token);
  await page.getByRole('button', { name: words('Integration.done') }).click();

  const row = page.getByRole('listitem').filter({ hasText: 'Backup script' });
  await expect(row).toContainText(words('Integration.scope.write'));
  await expect(row).toContainText(words('Integration.neverUsed'));
  await expect(row).toContainText(words('Integration.neverExpires'));
  expect(await page.content()).not.toContain(token);
  const program = await newGuestRequest(baseURL ?? '');
  const headers = { authorization: `Bearer ${token}` };
  expect((await program.get('/v1/account', { headers })).status()).toBe(200);
  await page.reload();
  await expect(row).not.toContainText(words('Integration.neverUsed'));
  await row
    .getByRole('button', { name: words('Integration.revokeLabel', { name: 'Backup script' }) })
    .click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: words('Integration.revoke') })
    .click();
  await expect(page.getByText(words('Integration.empty'))).toBeVisible();
  expect((await program.get('/v1/account', { headers })).status()).toBe(401);
  await program.dispose();
});

test.describe('in pt-BR', () => {
  test.use({ language: 'pt-BR' });

  test('an account is deleted by typing its email exactly, and is gone', async ({
    page,
    words,
    baseURL,
    useFreshAccount,
  }) => {
    const { email, password } = await useFreshAccount();
    await page.goto('/settings/account');
    await page.getByRole('button', { name: words('Settings.delete.open') }).click();
    const dialog = page.getByRole('alertdialog', { name: words('Settings.delete.ask') });
    const field = dialog.getByLabel(words('Settings.delete.label'));
    const confirm = dialog.getByRole('button', { name: words('Settings.delete.confirm') });
    await field.fill(email.toUpperCase());
    await confirm.click();
    await expect(field).toHaveAccessibleDescription(words('Settings.delete.mismatch'));
    await field.fill(email);
    await confirm.click();
    await expect(page).toHaveURL('/register?notice=account-deleted');
    await expect(page.getByText(words('Auth.accountDeleted'))).toBeVisible();
    await expect
      .poll(() => mailsTo(email).map(({ subject }) => subject))
      .toContain(words('Mails.accountDeleted.subject'));
    const guest = await newGuestRequest(baseURL ?? '');
    const signIn = await guest.post('/v1/auth/login', {
      data: { email, password },
      headers: { origin: baseURL ?? '' },
    });
    expect(signIn.status()).toBe(401);
    await guest.dispose();
  });

  test('sessions are listed by device, and one or all others are signed out', async ({
    page,
    words,
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
    const rows = page.getByRole('region', { name: words('Security.sessions') }).getByRole('listitem');
    await expect(rows).toHaveCount(4);
    await expect(rows.first()).toContainText(words('Security.thisSession'));
    const device = words('Security.device', { browser: 'Firefox', system: 'Windows' });
    const firefox = rows.filter({ hasText: device });
    await expect(firefox).toContainText(words('Security.lastUsed', { time: '' }).trim());
    await firefox.getByRole('button', { name: words('Security.signOutLabel', { device }) }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: words('Security.signOut'), exact: true })
      .click();
    await expect(rows).toHaveCount(3);
    await expect(rows.locator(':focus'), 'the focus moves to a neighbor').toHaveCount(1);
    await page.getByRole('button', { name: words('Security.signOutOthers') }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(words('Security.signOutOthersAsk', { count: 2 }));
    await question.getByRole('button', { name: words('Security.signOutOthers') }).click();
    await expect(rows).toHaveCount(1);
    await expect(page.getByText(words('Security.onlyThis'))).toBeVisible();
    await expect(rows.locator(':focus'), 'the focus moves to the remaining row').toHaveCount(1);
  });
});

test('the banner about the email leads to the code and back, and disappears', async ({
  page,
  useFreshAccount,
}) => {
  const { email } = await useFreshAccount();
  await page.goto('/settings/account');
  await page.getByRole('link', { name: 'Enter code' }).click();
  await page.getByLabel('Code').pressSequentially(await codeMailedTo(email, /^Confirm/));
  await page.getByRole('link', { name: 'Continue now' }).click();
  await expect(page).toHaveURL('/settings/account');
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
  await expect(page.getByText('Confirm your email')).toHaveCount(0);
});

test('the email is changed with a code sent to the new address, and the other sessions end', async ({
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
  await page.getByRole('button', { name: 'Change email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your email' });
  await dialog.getByLabel('New email').fill(next);
  await dialog.getByLabel('Your password').fill('not the password');
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription('Incorrect current password.');
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await expect(dialog.getByText(`sent to ${next}`)).toBeVisible();
  await expectFit(page);
  const code = await codeMailedTo(next, /./);
  await dialog.getByLabel('Code').pressSequentially(code === '000000' ? '000001' : '000000');
  await dialog.getByRole('button', { name: 'Change email' }).click();
  await expect(dialog.getByLabel('Code')).toHaveAccessibleDescription(/^Wrong or expired code/);
  await dialog.getByLabel('Code').fill(code);
  await dialog.getByRole('button', { name: 'Change email' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(next);
  await expect(page.getByText('Confirm your email')).toHaveCount(0);
  expect(await api.call('account.get')).toMatchObject({ email: next, emailVerified: true });
  expect((await other.get('/v1/account')).status()).toBe(401);
  await other.dispose();
});

test('the API documentation shows the OpenAPI document', async ({ page }) => {
  await page.goto('/settings/integration');
  await page.getByRole('link', { name: 'API documentation' }).click();
  await expect(page.getByRole('heading', { name: 'API documentation', level: 1 })).toBeVisible();
  const call = page.getByRole('listitem').filter({ hasText: '/v1/bookmarks/list' });
  await call.locator('summary').click();
  await expect(call.getByText('sortField')).toBeVisible();
  await expect(call.getByText('BookmarkPage')).toBeVisible();
  await expectFit(page);
});

test('every screen is accessible and fits', async ({ page, api, words, baseURL, useFreshAccount }) => {
  test.slow();
  const { email, password } = await useFreshAccount();
  const visit = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await page.waitForLoadState('networkidle');
    await expectFitBothWays(page);
  };
  await inEach(page, baseURL, screenLooks, async () => {
    for (const path of [
      '/settings/account',
      '/settings/security',
      '/settings/integration',
      '/settings/integration/api',
      '/auth/verify-email',
    ]) {
      await visit(path);
    }
  });
  await confirmEmail(page, words, email, baseURL ?? '');
  const token = { name: 'Assistant', scope: 'read', currentPassword: password } as const;
  await api.call('account.createToken', { body: token });
  await inEach(page, baseURL, screenLooks, () => visit('/settings/integration'));
  await inEach(page, baseURL, dialogLooks, async () => {
    await page.goto('/settings/integration');
    await page.getByRole('button', { name: /(Activity of|Atividade de) Assistant/ }).click();
    await expect(page.getByText(/^(No activity yet|Nenhuma atividade ainda)$/)).toBeVisible();
    await expectFit(page);
    await page.goto('/settings/integration');
    await page.getByRole('button', { name: /New token|Novo token/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectFit(page);
    await page.goto('/settings/account');
    await page.getByRole('button', { name: /Delete my account|Excluir minha conta/ }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectFit(page);
  });
});
