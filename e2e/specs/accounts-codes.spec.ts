import { mailedCodeFragment } from '@/lib/domain/mailed-code';
import { followWhileHydrating } from '../fixtures/hydration';
import { codeMailedTo } from '../fixtures/mail';
import { newEmail, pasteCode, signUp } from '../fixtures/sign-up';
import { expect, test } from '../fixtures/test';

test.describe('a visitor', () => {
  test.use({ visitor: 'guest' });

  test('a code pasted before the scripts of the page have loaded counts', async ({ page, words }) => {
    const email = newEmail();
    await page.goto('/register');
    await signUp(page, words, email);
    const code = await codeMailedTo(email, words('Mails.verification.subject'));
    const scripts = Promise.withResolvers<null>();
    await page.route('**/_next/static/**/*.js', async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    // Longer than a code: the browser cuts what is pasted to the length of the field.
    await pasteCode(page, words, `Your code: ${code.slice(0, 3)} ${code.slice(3)}\n`);
    scripts.resolve(null);
    await expect(page.getByRole('heading', { name: words('EmailCode.verifiedTitle') })).toBeVisible();
  });

  test('confirming in another browser needs a new code, and leads to sign in after a countdown', async ({
    page,
    words,
    allowConsole,
  }) => {
    allowConsole(/status of 409/);
    const email = newEmail();
    await page.goto('/register');
    await signUp(page, words, email);
    const code = await codeMailedTo(email, /^Confirm/);
    await page.context().clearCookies();
    await page.clock.install();
    await page.goto('/auth/verify-email');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Code').pressSequentially(code);
    await expect(page.getByLabel('Code')).toHaveAccessibleDescription(/requested in another browser/);
    await page.getByRole('button', { name: 'Send a new code' }).click();
    await page.getByLabel('Code').pressSequentially(await codeMailedTo(email, /^Confirm/, 1));
    await expect(page.getByRole('link', { name: 'Sign in now' })).toHaveAttribute('href', '/signin');
    await expect(page.getByText('Taking you to the sign-in page in 10 seconds…')).toBeVisible();
    await page.clock.runFor(4_000);
    await expect(page.getByText('Taking you to the sign-in page in 6 seconds…')).toBeVisible();
    await page.clock.runFor(6_000);
    await expect(page).toHaveURL('/signin');
  });

  test('a wrong code shows an error and can be typed again; a new one can be requested after a minute', async ({
    page,
    words,
    allowConsole,
  }) => {
    allowConsole(/status of 409/);
    const email = newEmail();
    await page.clock.install();
    await page.goto('/register');
    await signUp(page, words, email);
    const first = await codeMailedTo(email, /^Confirm/);
    await page.getByLabel('Code').pressSequentially('123');
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(page.getByLabel('Code')).toHaveAccessibleDescription('Enter all six digits of the code.');
    allowConsole(/net::ERR_FAILED/);
    const wrong = first === '000000' ? '000001' : '000000';
    await page.route('**/v1/auth/verify-email', (route) => route.abort(), { times: 1 });
    await pasteCode(page, words, wrong);
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
    await expect(page.getByLabel('Code')).toHaveValue(wrong);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(page.getByLabel('Code')).toHaveAccessibleDescription(/^Wrong or expired code/);
    await expect(page.getByLabel('Code')).toHaveValue('');
    await expect(page.getByLabel('Code')).toBeFocused();

    await expect(page.getByRole('button', { name: /^Send a new code in \d+ seconds?$/ })).toBeVisible();
    await page.clock.runFor(60_000);
    await page.getByRole('button', { name: 'Send a new code', exact: true }).click();
    await expect(page.getByText('A new code is on its way.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send a new code in 60 seconds' })).toBeVisible();
    await pasteCode(page, words, await codeMailedTo(email, /^Confirm/, 1));
    await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
  });

  test('the link of a mail fills in the code, which is submitted by the user and no longer in the address', async ({
    page,
    words,
  }) => {
    const email = newEmail();
    await page.goto('/register');
    await signUp(page, words, email);
    const code = await codeMailedTo(email, words('Mails.verification.subject'));
    await page.goto(`/auth/verify-email${mailedCodeFragment({ email, code })}`);
    const field = page.getByLabel(words('EmailCode.code'), { exact: true });
    await expect(field).toHaveValue(code);
    await expect(page).toHaveURL('/auth/verify-email');
    await page.getByRole('button', { name: words('EmailCode.verify'), exact: true }).click();
    await expect(page.getByRole('heading', { name: words('EmailCode.verifiedTitle') })).toBeVisible();
  });

  test('the link of a mail that is opened in the tab of the form, while it is hydrated, fills in the code', async ({
    page,
    words,
  }) => {
    const email = newEmail();
    await followWhileHydrating(page, mailedCodeFragment({ email, code: '012345' }));
    await page.goto('/auth/verify-email');
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByLabel(words('EmailCode.code'), { exact: true })).toHaveValue('012345');
    await expect(page).toHaveURL('/auth/verify-email');
  });

  test('a reset by the link of a mail asks about access tokens only where there are any', async ({
    page,
    useFreshAccount,
  }) => {
    const reset = page.getByRole('button', { name: 'Set new password' });
    const open = async (email: string) => {
      await page.context().clearCookies();
      await page.goto('/forgot-password');
      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Send code' }).click();
      await expect(page.getByText(`If ${email} has an account`)).toBeVisible();
      const code = await codeMailedTo(email, /new Markwell password/);
      await page.goto('/terms');
      await page.goto(`/forgot-password${mailedCodeFragment({ email, code })}`);
      await expect(page.getByLabel('Code', { exact: true })).toHaveValue(code);
      await page.getByLabel('New password').fill('another night train');
    };
    await test.step('with a token', async () => {
      const { email } = await useFreshAccount();
      // No journey of a guest has a token, so the service reports one.
      const checks = '**/v1/auth/reset-password/check';
      await page.route(checks, (route) => route.fulfill({ json: { tokens: 1, google: false } }));
      await open(email);
      await expect(page.getByRole('checkbox', { name: /^Keep my access token\./ })).not.toBeChecked();
      await reset.click();
      await expect(page.getByRole('heading', { name: 'Your password has been changed' })).toBeVisible();
      await page.unroute(checks);
    });
    await test.step('without any', async () => {
      const { email } = await useFreshAccount();
      await open(email);
      await reset.click();
      await expect(page.getByRole('heading', { name: 'Your password has been changed' })).toBeVisible();
      await expect(page.getByRole('checkbox')).toHaveCount(0);
    });
  });
});
