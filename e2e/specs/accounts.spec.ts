import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { mailedCodeFragment } from '@/lib/domain/mailed-code';
import { codeMailedTo } from '../fixtures/mail';
import { expect, test } from '../fixtures/test';
import type { Words } from '../fixtures/words';

const newEmail = (): string => `${randomUUID()}@example.test`;

/** Fills in and submits the sign-up form. */
async function submitSignUp(
  page: Page,
  words: Words,
  email: string,
  submit = words('Auth.createFree'),
): Promise<void> {
  await page.getByLabel(words('Auth.firstName'), { exact: true }).fill('Marina');
  await page.getByLabel(words('Auth.lastName'), { exact: true }).fill('Souza');
  await page.getByLabel(words('Auth.email'), { exact: true }).fill(email);
  await page.getByLabel(words('Auth.password'), { exact: true }).fill('night train to Vienna');
  await page.getByRole('button', { name: submit, exact: true }).click();
}

async function signUp(...form: Parameters<typeof submitSignUp>): Promise<void> {
  await submitSignUp(...form);
  const [page, words] = form;
  await expect(page.getByRole('heading', { name: words('EmailCode.verifyTitle') })).toBeVisible();
}

/** Returns the position of a button on its page. */
const topOf = (page: Page, name: string): Promise<number> =>
  page
    .getByRole('button', { name, exact: true })
    .evaluate((button) => button.getBoundingClientRect().top + window.scrollY);

/** Pastes a text from the clipboard into the code field. */
async function paste(page: Page, words: Words, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.getByLabel(words('EmailCode.code'), { exact: true }).focus();
  await page.keyboard.press('ControlOrMeta+V');
}

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
      await paste(page, words, ` ${fullWidth.slice(0, 3)} ${fullWidth.slice(3)}\n`);
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
    await paste(page, words, `Your code: ${code.slice(0, 3)} ${code.slice(3)}\n`);
    scripts.resolve(null);
    await expect(page.getByRole('heading', { name: words('EmailCode.verifiedTitle') })).toBeVisible();
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
    await paste(page, words, wrong);
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
    await paste(page, words, await codeMailedTo(email, /^Confirm/, 1));
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
