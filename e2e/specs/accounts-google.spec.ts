import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { signUp } from '../fixtures/account';
import { expectFit, expectFitBothWays } from '../fixtures/expect-fit';
import { codeMailedTo, mailsTo } from '../fixtures/mail';
import { expect, test } from '../fixtures/test';

interface Person {
  sub: string;
  email: string;
  email_verified: boolean;
  given_name: string;
  family_name: string;
}

const newPerson = (changes: Partial<Person> = {}): Person => ({
  sub: randomUUID(),
  email: `${randomUUID()}@example.test`,
  email_verified: true,
  given_name: 'Grace',
  family_name: 'Hopper',
  ...changes,
});

/** Enters the person on the issuer's page and continues, which returns to the app. */
async function signInAs(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Person', { exact: true }).fill(JSON.stringify(person));
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

test.describe('a visitor', () => {
  test.use({ visitor: 'guest' });

  test('signs up with Google, reaches the requested page, and signs in with Google again', async ({
    page,
    api,
    words,
    context,
  }) => {
    const person = newPerson();
    await page.goto('/register?redirect=%2Fcollections');
    await page.getByRole('button', { name: words('Auth.google') }).click();
    await signInAs(page, person);
    await expect(page).toHaveURL('/collections');
    const account = await api.call('account.get');
    expect(account).toMatchObject({ email: person.email, firstName: 'Grace', emailVerified: true });

    await page.goto('/settings/integration');
    const { email } = person;
    await expect(page.getByText(words('Integration.connectedAs', { email }))).toBeVisible();
    await expect(page.getByRole('button', { name: words('Integration.disconnect') })).toBeDisabled();
    await expect(page.getByRole('link', { name: /^(choose a password|escolha uma senha)$/ })).toBeVisible();

    await expect(page.getByText(words('Integration.empty'))).toBeVisible();
    // The first password of a signed-in account requires only the code.
    await page.goto('/settings/security');
    await page.getByRole('link', { name: words('Security.choosePassword') }).click();
    await expect(page.getByText(email)).toBeVisible();
    await expectFit(page);
    await page.getByRole('button', { name: words('EmailCode.sendCode') }).click();
    await expect(page.getByLabel(words('EmailCode.code'), { exact: true })).toBeVisible();
    await expect(page.getByRole('textbox', { name: words('Auth.email') })).toHaveCount(0);
    await expect.poll(() => mailsTo(email).length).toBeGreaterThan(0);
    await context.clearCookies();
    await page.goto('/signin?plan=pro');
    await page.getByRole('button', { name: words('Auth.google') }).click();
    await signInAs(page, person);
    await expect(page).toHaveURL('/settings/subscription?plan=pro');
    expect((await api.call('account.get')).uuid).toBe(account.uuid);
  });

  test.describe('in pt-BR', () => {
    test.use({ language: 'pt-BR' });

    test('another Google account with the same address has to sign in as before', async ({
      page,
      words,
      context,
      allowConsole,
    }) => {
      allowConsole(/status of 409/);
      const { email } = newPerson();
      const enter = async () => {
        await page.goto('/signin?redirect=%2Fterms');
        await page.getByRole('button', { name: words('Auth.google') }).click();
        await signInAs(page, newPerson({ email }));
      };
      await enter();
      await expect(page).toHaveURL('/terms');
      await context.clearCookies();
      await enter();
      await expect(page.getByRole('heading', { name: words('Oauth.failedTitle') })).toBeVisible();
      await expect(page.getByText(words('Oauth.DIFFERENT_PROVIDER'))).toBeVisible();
      await page.getByRole('link', { name: words('Oauth.back') }).click();
      await expect(page).toHaveURL('/signin?redirect=%2Fterms');
    });
  });

  test('the owner of an email that was registered without confirmation signs in with Google', async ({
    page,
    baseURL,
  }) => {
    const { email } = await signUp(baseURL ?? '');
    await page.goto('/signin?redirect=%2Fcollections');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await signInAs(page, newPerson({ email }));
    await expect(page).toHaveURL('/collections');
  });

  test('an email that Google has not confirmed creates no account, and leads back to sign in', async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/status of 409/);
    await page.clock.install();
    await page.goto('/signin');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await signInAs(page, newPerson({ email_verified: false }));
    await expect(page.getByText('Google hasn’t verified the email of your Google account.')).toBeVisible();
    await expectFit(page);
    await page.clock.runFor(30_000);
    await expect(page).toHaveURL('/signin');
  });

  test('an email that Google has not confirmed does not sign in to the account with that email', async ({
    page,
    baseURL,
    allowConsole,
  }) => {
    allowConsole(/status of 409/);
    const { email } = await signUp(baseURL ?? '');
    await page.goto('/signin');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await signInAs(page, newPerson({ email, email_verified: false }));
    await expect(page.getByText('This email is already in use.')).toBeVisible();
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await expect(page).toHaveURL('/signin');
  });

  test('a sign-in that was canceled at Google, or forged, shows an error', async ({ page, allowConsole }) => {
    allowConsole(/status of 4\d\d/);
    await page.goto('/oauth-callback?error=access_denied&state=x');
    await expect(page.getByText('Google sign-in was canceled.')).toBeVisible();
    await page.goto('/oauth-callback?code=made-up&state=made-up');
    await expect(page.getByText('Unable to complete sign-in.')).toBeVisible();
  });
});

test('a member connects Google, and disconnects it again', async ({
  page,
  api,
  baseURL,
  useFreshAccount,
}) => {
  const { email, password } = await useFreshAccount();
  const code = await codeMailedTo(email, /^Confirm/);
  await page.request.post('/v1/auth/verify-email', {
    data: { email, code },
    headers: { origin: baseURL ?? '' },
  });
  const person = newPerson();
  await page.goto('/settings/integration');
  await page.getByRole('button', { name: 'Connect Google' }).click();
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await expectFitBothWays(page);
  await page.getByRole('button', { name: 'Continue to Google' }).click();
  await signInAs(page, person);
  await expect(page).toHaveURL('/settings/integration');
  await expect(page.getByText(`Connected as ${person.email}`)).toBeVisible();
  expect((await api.call('account.get')).email).toBe(email);
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('Google disconnected')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Connect Google' })).toBeEnabled();
});
