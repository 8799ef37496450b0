import type { Page } from '@playwright/test';
import { codeMailedTo } from '../fixtures/mail';
import { newEmail, pasteCode, signUp, submitSignUp } from '../fixtures/sign-up';
import { expect, test } from '../fixtures/test';

/** Returns the position of a button on its page. */
const topOf = (page: Page, name: string): Promise<number> =>
  page
    .getByRole('button', { name, exact: true })
    .evaluate((button) => button.getBoundingClientRect().top + window.scrollY);

test.describe('a visitor', () => {
  test.use({ visitor: 'guest' });

  test.describe('in pt-BR', () => {
    test.use({ language: 'pt-BR' });

    test('signs up, confirms the email by pasting the code in full-width digits, and continues to the requested page', async ({
      page,
      words,
    }) => {
      const email = newEmail();
      await page.goto('/register?redirect=%2Fcollections#create');
      await signUp(page, words, email);
      await expect(page.getByText(email)).toBeVisible();
      const code = await codeMailedTo(email, words('Mails.verification.subject'));
      const fullWidth = Array.from(code, (digit) => String.fromCodePoint(0xff10 + Number(digit))).join('');
      await pasteCode(page, words, ` ${fullWidth.slice(0, 3)} ${fullWidth.slice(3)}\n`);
      await expect(page.getByRole('heading', { name: words('EmailCode.verifiedTitle') })).toBeFocused();
      const countdown = words('EmailCode.toTarget', { target: 'collections', seconds: 10 }).replace(
        '10',
        String.raw`\d+`,
      );
      await expect(page.getByText(new RegExp(countdown))).toBeVisible();
      await page.getByRole('link', { name: words('EmailCode.continueNow') }).click();
      await expect(page.getByRole('dialog', { name: words('Collections.createHeading') })).toBeVisible();
      await expect(page).toHaveURL('/collections');
    });

    test('a forgotten password is replaced by a mailed code, and the old one no longer counts', async ({
      page,
      words,
      useFreshAccount,
      allowConsole,
    }) => {
      allowConsole(/status of 401/);
      const { email, password } = await useFreshAccount();
      const field = (label: string) => page.getByLabel(label, { exact: true });
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      await page.context().clearCookies();
      await page.goto('/signin?redirect=%2Fcollections');
      await page.getByRole('link', { name: words('Auth.forgot') }).click();
      await expect(page.getByRole('heading', { name: words('EmailCode.forgotTitle') })).toBeVisible();
      await field(words('Auth.email')).fill(email);
      await button(words('EmailCode.sendCode')).click();
      const code = await codeMailedTo(email, words('Mails.reset.subject'));
      await field(words('EmailCode.code')).pressSequentially(code);
      await field(words('EmailCode.newPassword')).fill('another night train');
      await button(words('EmailCode.reset')).click();
      await expect(page.getByRole('heading', { name: words('EmailCode.resetDoneTitle') })).toBeFocused();
      await page.getByRole('link', { name: words('EmailCode.signInNow') }).click();
      await field(words('Auth.email')).fill(email);
      await field(words('Auth.password')).fill(password);
      await button(words('Auth.signIn')).click();
      await expect(
        page.getByRole('alert').filter({ hasText: words('Problems.INVALID_CREDENTIALS') }),
      ).toBeVisible();
      await field(words('Auth.password')).fill('another night train');
      await button(words('Auth.signIn')).click();
      await expect(page).toHaveURL('/collections');
    });
  });

  test('a dialog opened by the URL and a typed email survive other screens before the sign-in', async ({
    page,
    words,
    useFreshAccount,
  }) => {
    const { email, password } = await useFreshAccount();
    await page.context().clearCookies();
    await page.goto('/collections#create');
    // Each screen is a full load, and its links have the fragment once it is hydrated.
    const follow = async (name: string, path: string) => {
      await page.getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(`${path}?redirect=%2Fcollections#create`);
      await page.waitForLoadState();
      await expect(page.locator('[data-hydrating]')).toHaveCount(0);
    };
    const typed = page.getByLabel(words('Auth.email'), { exact: true });
    await follow(words('Auth.createAccount'), '/register');
    await typed.fill(email);
    await follow(words('Auth.signIn'), '/signin');
    await expect(typed).toHaveValue(email);
    await follow(words('Auth.forgot'), '/forgot-password');
    await expect(typed).toHaveValue(email);
    await follow(words('Auth.signIn'), '/signin');
    await expect(typed).toHaveValue(email);
    await page.getByLabel(words('Auth.password'), { exact: true }).fill(password);
    await page.getByRole('button', { name: words('Auth.signIn'), exact: true }).click();
    await expect(page.getByRole('dialog', { name: words('Collections.createHeading') })).toBeVisible();
    await expect(page).toHaveURL('/collections');
  });

  test('a sign-up that loses the connection before the sign-in is completed by the next attempt', async ({
    page,
    words,
    allowConsole,
  }) => {
    allowConsole(/net::ERR_FAILED/);
    const email = newEmail();
    await page.goto('/register');
    await expect(page.locator('form input:not([required])')).toHaveCount(0);
    await page.route('**/v1/auth/login', (route) => route.abort(), { times: 1 });
    await submitSignUp(page, words, email);
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
    await signUp(page, words, email);
  });

  test('a sign-up for Pro continues with the subscription', async ({ page, words }) => {
    await page.goto('/register?plan=pro');
    await expect(page.getByRole('heading', { name: words('Auth.registerTitlePro') })).toBeVisible();
    await signUp(page, words, newEmail(), words('Auth.createPro'));
    await page.getByRole('link', { name: 'Confirm later' }).click();
    await expect(page).toHaveURL('/settings/subscription?plan=pro');
    // Receipts need a confirmed email address; the link to the confirmation keeps the plan.
    await page.getByRole('link', { name: words('Billing.offer.verify') }).click();
    await expect(page).toHaveURL('/auth/verify-email?plan=pro');
  });

  test('an email without an account gets the same response as any other', async ({ page }) => {
    const email = newEmail();
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(page.getByText(`If ${email} has an account`)).toBeVisible();
    await page.getByRole('button', { name: 'Use another email' }).click();
    await expect(page.getByLabel('Email')).toHaveValue(email);
  });

  test('reads the terms and the sign-in page without losing the form input, and sees the strength of the password', async ({
    page,
    context,
  }) => {
    await page.goto('/register');
    await page.getByLabel('First name').fill('Marina');
    for (const [link, title] of [
      ['terms', 'Terms of use'],
      ['privacy policy', 'Privacy policy'],
    ] as const) {
      const opened = context.waitForEvent('page');
      await page.getByRole('link', { name: link }).click();
      await expect((await opened).getByRole('heading', { name: title, level: 1 })).toBeVisible();
    }
    await expect(page.getByLabel('First name')).toHaveValue('Marina');
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('abc');
    await expect(password).toHaveAccessibleDescription(/5 more characters needed/);
    await password.fill('Marina12');
    await expect(password).toHaveAccessibleDescription(/Weak/);
    await password.fill('night train to Vienna at dawn');
    await expect(password).toHaveAccessibleDescription(/Strong/);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect(password).toHaveValue('');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(page.getByLabel('First name')).toHaveValue('Marina');
    await expect(password).toHaveValue('');
  });

  test('the keyboard starts in the first empty field, and reaches "Forgot?" after the password', async ({
    page,
    words,
  }) => {
    const field = (label: string) => page.getByLabel(label, { exact: true });
    const [email, password] = [field(words('Auth.email')), field(words('Auth.password'))];
    for (const [path, first] of [
      ['/register', field(words('Auth.firstName'))],
      ['/forgot-password', email],
      ['/signin', email],
    ] as const) {
      await page.goto(path);
      await expect(first).toBeFocused();
    }
    await page.keyboard.type('ada@example.test');
    await page.keyboard.press('Tab');
    await expect(password).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: words('Auth.forgot') })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: words('EmailCode.forgotTitle') })).toBeVisible();
    await expect(email).toHaveValue('ada@example.test');
    // The email is kept by the other forms.
    await page.getByRole('link', { name: words('Auth.signIn'), exact: true }).click();
    await expect(email).toHaveValue('ada@example.test');
    await expect(password).toBeFocused();
    await page.getByRole('link', { name: words('Auth.createAccount'), exact: true }).click();
    await expect(email).toHaveValue('ada@example.test');
    await expect(field(words('Auth.firstName'))).toBeFocused();
  });

  test('an error does not move the fields of the form', async ({ page, words, allowConsole }) => {
    await page.goto('/signin');
    await page.getByLabel(words('Auth.password'), { exact: true }).fill('a wrong password');
    const before = await topOf(page, words('Auth.signIn'));
    await page.keyboard.press('Enter');
    await expect(page.getByText(words('Forms.invalid_email'))).toBeVisible();
    expect(await topOf(page, words('Auth.signIn'))).toBe(before);
    allowConsole(/401|net::ERR_FAILED/);
    await page.route('**/v1/auth/oauth/google', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: words('Auth.google') }).click();
    await expect(page.getByText(words('Auth.googleFailed'))).toBeVisible();
    expect(await topOf(page, words('Auth.signIn'))).toBe(before);
    await page.getByLabel(words('Auth.email'), { exact: true }).fill(newEmail());
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
    expect(await topOf(page, words('Auth.signIn'))).toBe(before);
  });

  for (const language of ['en', 'pt-BR'] as const) {
    test.describe(`in ${language} on a narrow phone`, () => {
      test.use({ language, viewport: { width: 360, height: 780 } });

      test('errors do not move the sign-up form and the forms with a code', async ({
        page,
        words,
        account,
        allowConsole,
      }) => {
        allowConsole(/status of 409/);
        const field = (label: string) => page.getByLabel(label, { exact: true });
        await test.step('sign-up', async () => {
          await page.goto('/register');
          const before = await topOf(page, words('Auth.createFree'));
          await page.getByRole('button', { name: words('Auth.createFree') }).click();
          await expect(field(words('Auth.firstName'))).toHaveAccessibleDescription(words('Forms.required'));
          expect(await topOf(page, words('Auth.createFree'))).toBe(before);
          await submitSignUp(page, words, account.email);
          await expect(field(words('Auth.email'))).toHaveAccessibleDescription(
            words('Problems.EMAIL_IN_USE'),
          );
          expect(await topOf(page, words('Auth.createFree'))).toBe(before);
          await field(words('Auth.password')).fill('abc');
          expect(await topOf(page, words('Auth.createFree'))).toBe(before);
          await page.keyboard.press('Enter');
          await expect(field(words('Auth.password'))).toHaveAccessibleDescription(
            words('Forms.password_too_short'),
          );
          expect(await topOf(page, words('Auth.createFree'))).toBe(before);
        });
        await test.step('code', async () => {
          await page.goto('/auth/verify-email');
          const before = await topOf(page, words('EmailCode.verify'));
          await field(words('Auth.email')).fill(newEmail());
          await field(words('EmailCode.code')).pressSequentially('000000');
          await expect(field(words('EmailCode.code'))).toHaveAccessibleDescription(
            words('Problems.INVALID_CODE'),
          );
          expect(await topOf(page, words('EmailCode.verify'))).toBe(before);
        });
        await test.step('new password', async () => {
          await page.goto('/forgot-password');
          await field(words('Auth.email')).fill(newEmail());
          await page.keyboard.press('Enter');
          await expect(field(words('EmailCode.code'))).toBeFocused();
          const before = await topOf(page, words('EmailCode.reset'));
          await page.keyboard.type('000000');
          await field(words('EmailCode.newPassword')).fill('abc');
          await page.keyboard.press('Enter');
          await expect(field(words('EmailCode.newPassword'))).toHaveAccessibleDescription(
            words('Forms.password_too_short'),
          );
          expect(await topOf(page, words('EmailCode.reset'))).toBe(before);
          await field(words('EmailCode.newPassword')).fill('another night train');
          await page.keyboard.press('Enter');
          await expect(field(words('EmailCode.code'))).toHaveAccessibleDescription(
            words('Problems.INVALID_CODE'),
          );
          expect(await topOf(page, words('EmailCode.reset'))).toBe(before);
        });
      });
    });
  }
});
