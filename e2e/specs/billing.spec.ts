import { randomUUID } from 'node:crypto';
import { type Page, request as requests } from '@playwright/test';
import type { Billing, CheckoutState, Payment, PaymentStatus } from '@/lib/contract/billing';
import { describeDowngrade } from '@/lib/domain/plans';
import type { Api } from '../fixtures/api';
import { expectFit, expectFitBothWays } from '../fixtures/expect-fit';
import { dialogLooks, inEach, screenLooks } from '../fixtures/looks';
import { codeMailedTo } from '../fixtures/mail';
import { expect, test } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';

type Cycle = 'monthly' | 'yearly';

/** Confirms the email of the account that the page is signed in as. */
async function confirmEmail(api: Api, email: string): Promise<void> {
  const code = await codeMailedTo(email, /^Confirm/);
  await api.call('auth.verifyEmail', { body: { email, code } });
}

/** Completes a checkout on the page of the payment service without a browser, so that nothing returns to the app. */
async function pay(url: string, outcome: 'paid' | 'pending' | 'declined'): Promise<void> {
  const client = await requests.newContext({ storageState: { cookies: [], origins: [] } });
  const response = await client.post(url, { form: { outcome }, maxRedirects: 0 });
  expect(response.status()).toBeLessThan(400);
  await client.dispose();
}

/** Subscribes through the API, without the screens. */
async function subscribe(api: Api, email: string, cycle: Cycle = 'monthly'): Promise<string> {
  await confirmEmail(api, email);
  const { uuid, url } = await api.call('billing.startCheckout', { body: { cycle } });
  await pay(url, 'paid');
  await expect.poll(async () => (await api.call('billing.get')).plan).toBe('pro');
  return uuid;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.describe('a visitor', () => {
  test.use({ visitor: 'guest' });

  test('a sign-up for Pro confirms the email, pays by the keyboard, and gets the plan', async ({
    page,
    words,
  }) => {
    const email = `${randomUUID()}@example.test`;
    await page.goto('/signin?plan=pro');
    await page.getByRole('link', { name: words('Auth.createAccount') }).click();
    await expect(heading(page, 'Start with Markwell Pro')).toBeVisible();
    await page.getByLabel('First name').fill('Marina');
    await page.getByLabel('Last name').fill('Souza');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('night train to Vienna');
    await button(page, words('Auth.createPro')).click();
    const code = await codeMailedTo(email, /^Confirm/);
    await page.getByLabel('Code').pressSequentially(code);
    await page.getByRole('link', { name: words('EmailCode.continueNow') }).click();
    await expect(page).toHaveURL('/settings/subscription?plan=pro');

    await expect(page.getByText('$5.00 per month', { exact: true })).toBeVisible();
    await page.getByRole('radio', { name: 'Monthly' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: /^Yearly/ })).toBeChecked();
    await page.keyboard.press('Tab');
    await expect(button(page, 'Continue to payment')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('4800 usd')).toBeVisible();
    await button(page, 'Pay').click();

    await expect(heading(page, 'Welcome to Pro')).toBeVisible();
    await expect(page.getByRole('heading', { name: /^Pro, yearly/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /\$48\.00 Paid/ })).toBeVisible();
    await expectFit(page);
    await button(page, 'Continue').click();
    await expect(page).toHaveURL('/settings/subscription');
    await expect(heading(page, 'Welcome to Pro')).toBeHidden();
  });
});

test('the result of a checkout comes from the service, not from the URL', async ({
  page,
  api,
  useFreshAccount,
  allowConsole,
}) => {
  allowConsole(/status of 404/);
  const { email } = await useFreshAccount();
  await page.goto(`/settings/subscription?checkout=${randomUUID()}`);
  await expect(heading(page, 'Couldn’t check your payment')).toBeVisible();
  await expect(button(page, 'Check again')).toBeVisible();
  const uuid = await subscribe(api, email);
  await page.goto(`/settings/subscription?checkout=${uuid}&canceled=true`);
  await expect(heading(page, 'Welcome to Pro')).toBeVisible();
});

test('a payment counts by its webhook if the user does not return from the checkout', async ({
  page,
  api,
  useFreshAccount,
}) => {
  const { email } = await useFreshAccount();
  await subscribe(api, email, 'yearly');
  await page.goto('/settings/subscription');
  await expect(page.getByRole('heading', { name: /^Pro, yearly/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /\$48\.00 Paid/ })).toBeVisible();
});

test('a payment that takes days is shown as delayed; Pro starts without a reload when it arrives', async ({
  page,
  api,
  useFreshAccount,
}) => {
  const { email } = await useFreshAccount();
  await confirmEmail(api, email);
  await page.goto('/settings/subscription');
  await button(page, 'Continue to payment').click();
  await expect(heading(page, 'Checkout')).toBeVisible();
  const checkout = page.url();
  await button(page, 'Pay by slip').click();
  await expect(heading(page, 'Your payment is on its way')).toBeVisible();
  await expect(page.getByText('Your first payment hasn’t arrived yet.')).toBeVisible();
  await expect(button(page, 'Continue to payment')).toBeHidden();

  let loads = 0;
  page.on('load', () => (loads += 1));
  await pay(checkout, 'paid');
  await button(page, 'Check again').click();
  await expect(heading(page, 'Welcome to Pro')).toBeVisible();
  await page.getByRole('link', { name: 'Collections', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Collections', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'See plans' })).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByText('Ask anything')).toBeVisible();
  expect(loads).toBe(0);
});

test('a cancelled checkout costs nothing, a declined payment is reported, and both can be retried', async ({
  page,
  api,
  useFreshAccount,
}) => {
  const { email } = await useFreshAccount();
  await confirmEmail(api, email);
  await page.goto('/settings/subscription');
  await button(page, 'Continue to payment').click();
  await expect(heading(page, 'Checkout')).toBeVisible();
  const first = page.url();
  await button(page, 'Close').click();
  await expect(heading(page, 'Checkout canceled')).toBeVisible();
  await expect(page.getByText('Nothing was charged.')).toBeVisible();
  // The payment service has closed it too.
  expect((await page.request.get(first)).status()).toBe(410);

  await button(page, 'Continue to payment').click();
  await expect(heading(page, 'Checkout')).toBeVisible();
  const second = page.url();
  await button(page, 'Pay by slip').click();
  await expect(heading(page, 'Your payment is on its way')).toBeVisible();
  await pay(second, 'declined');
  await button(page, 'Check again').click();
  await expect(heading(page, 'Payment failed')).toBeVisible();
  await expect(page.getByRole('row', { name: /\$5\.00 Canceled/ })).toBeVisible();
  await button(page, 'Try again').click();
  await expect(heading(page, 'Checkout')).toBeVisible();
  expect(page.url()).not.toBe(second);
});

test('a subscription is paused, resumed and canceled, each after its consequences were shown', async ({
  page,
  api,
  useFreshAccount,
}) => {
  const { email } = await useFreshAccount();
  await subscribe(api, email);
  await page.goto('/settings/subscription');
  await expect(page.getByText(/^Next billing date: \d+ \w+ \d{4}$/)).toBeVisible();
  const dialog = page.getByRole('alertdialog');

  await button(page, 'Pause').click();
  await expect(dialog).toContainText('You won’t be charged until you resume.');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'spaces' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(button(page, 'Pause')).toBeFocused();
  await button(page, 'Pause').click();
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText(/^Payments are paused\. You have Pro until/)).toBeVisible();
  await button(page, 'Resume').click();
  await expect(page.getByText(/^Next billing date/)).toBeVisible();

  await button(page, 'Cancel subscription').click();
  await expect(dialog).toContainText(/You have Pro until \d+ \w+ \d{4}, and you won’t be charged again/);
  await expect(dialog).toContainText('Everything you saved stays readable');
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByText(/Then you switch to Free, with no further charges\.$/)).toBeVisible();
  expect((await api.call('billing.get')).cancelAtPeriodEnd).toBe(true);
  await button(page, 'Resume').click();
  await expect(page.getByText(/^Next billing date/)).toBeVisible();

  await button(page, 'Manage payment details').click();
  await expect(heading(page, 'Customer portal')).toBeVisible();
  await page.getByRole('link', { name: 'Return' }).click();
  await expect(page).toHaveURL('/settings/subscription');

  await test.step('with more spaces than Free includes, which are kept', async () => {
    for (const name of ['Work', 'Travel', 'Cooking']) await api.call('spaces.create', { body: { name } });
    await page.reload();
    await button(page, 'Cancel subscription').click();
    await expect(dialog.getByRole('listitem').first()).toHaveText(
      'Creating spaces: you keep all 4 and everything in them, but you can’t create another until you have fewer than 2',
    );
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(page.getByText(/Then you switch to Free, with no further charges\.$/)).toBeVisible();
  });
});

test('without API keys the screen says that billing is off', async ({ page, useFreshAccount }) => {
  await useFreshAccount();
  await mockBilling(page, { ...unsubscribed, enabled: false, prices: null });
  await page.goto('/settings/subscription?plan=pro');
  await expect(page.getByText('Payments aren’t set up')).toBeVisible();
  await expect(page.getByText('SELF_HOSTED_PLAN')).toHaveCount(0);
  await expect(button(page, 'Continue to payment')).toBeHidden();
  await expect(heading(page, 'Billing history')).toBeHidden();
});

test('a subscription that cannot be read is tried again, and so are its prices', async ({
  page,
  useFreshAccount,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  await useFreshAccount();
  await page.route('**/v1/billing', (route) =>
    route.fulfill({ status: 409, json: { status: 409, code: 'OUTDATED', message: 'Load it again.' } }),
  );
  await page.goto('/settings/subscription');
  await expect(heading(page, 'Couldn’t load your subscription')).toBeVisible();
  await page.unrouteAll();
  await mockBilling(page, { ...unsubscribed, prices: null });
  await button(page, 'Try again').click();
  await expect(page.getByText('Couldn’t load the prices.')).toBeVisible();
  await page.unrouteAll();
  await button(page, 'Try again').click();
  await expect(page.getByText('$5.00 per month', { exact: true })).toBeVisible();
});

test.describe('in pt-BR', () => {
  test.use({ language: 'pt-BR' });

  test('prices are in reais', async ({ page, useFreshAccount }) => {
    await useFreshAccount();
    await page.goto('/settings/subscription');
    await expect(page.getByText('R$ 19,00 por mês')).toBeVisible();
    await expect(page.getByText('R$ 180,00 por ano, R$ 15,00 por mês')).toBeVisible();
    await expect(page.getByText('Economize 21%')).toBeVisible();
  });
});

const payment = (status: PaymentStatus, month: number): Payment => ({
  uuid: randomUUID(),
  date: `2026-${String(month).padStart(2, '0')}-20T10:00:00.000Z`,
  amount: 1990,
  currency: 'BRL',
  status,
  invoiceUrl: status === 'failed' ? null : 'https://pay.example/invoice',
});

/** Billing of an account without a subscription. */
const unsubscribed: Billing = {
  enabled: true,
  plan: 'free',
  cycle: null,
  status: 'none',
  nextBillingDate: null,
  endsAt: null,
  paused: false,
  cancelAtPeriodEnd: false,
  portal: false,
  prices: { monthly: 1990, yearly: 19104, currency: 'BRL', savedPercent: 20 },
  history: [],
  downgrade: describeDowngrade({}),
};

/** Billing of a Pro account with more spaces than Free allows, and every kind of payment. */
const subscribed: Billing = {
  ...unsubscribed,
  plan: 'pro',
  cycle: 'yearly',
  status: 'past_due',
  nextBillingDate: '2026-12-20T10:00:00.000Z',
  portal: true,
  history: (['failed', 'pending', 'succeeded', 'refunded', 'completed', 'canceled'] as const).map(
    (status, index) => payment(status, 11 - index),
  ),
  downgrade: describeDowngrade({ spaces: 5, smart: 3 }),
};

const mockBilling = (page: Page, billing: Billing): Promise<unknown> =>
  page.route('**/v1/billing', (route) => route.fulfill({ json: billing }));

const mockCheckout = (page: Page, state: CheckoutState): Promise<unknown> =>
  page.route('**/v1/billing/checkout/*', (route) =>
    route.fulfill({
      json: { uuid: randomUUID(), cycle: 'yearly', state, createdAt: '2026-11-20T10:00:00Z' },
    }),
  );

test('the subscription is accessible and fits', async ({ page, baseURL, useFreshAccount }) => {
  test.slow();
  await useFreshAccount();
  await mockBilling(page, unsubscribed);
  await mockCheckout(page, 'failed');
  await test.step('to be bought', () =>
    inEach(page, baseURL, screenLooks, async ({ locale }) => {
      const t = wordsOf(locale);
      await page.goto(`/settings/subscription?checkout=${randomUUID()}`);
      await expect(page.getByRole('heading', { name: t('Billing.payment.title.failed') })).toBeVisible();
      await expect(page.getByRole('radio', { name: t('Billing.offer.yearly') })).toBeVisible();
      await expectFitBothWays(page);
    }));

  await useFreshAccount('pro');
  await page.unrouteAll();
  await mockBilling(page, subscribed);
  await test.step('bought', () =>
    inEach(page, baseURL, screenLooks, async ({ locale }) => {
      await page.goto('/settings/subscription');
      await expect(page.getByText(wordsOf(locale)('Billing.subscription.text.past_due'))).toBeVisible();
      await expectFitBothWays(page);
    }));

  await page.unrouteAll();
  await mockBilling(page, { ...subscribed, status: 'active' });
  await test.step('to be canceled', () =>
    inEach(page, baseURL, dialogLooks, async ({ locale }) => {
      await page.goto('/settings/subscription');
      await page.getByRole('button', { name: wordsOf(locale)('Billing.subscription.cancel') }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await expectFit(page);
    }));
});
