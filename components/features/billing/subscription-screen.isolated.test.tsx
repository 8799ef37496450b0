import { QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { BillingHistory } from '@/components/features/billing/billing-history';
import { Offer, PlanCards } from '@/components/features/billing/plan-cards';
import {
  stateOf,
  StopList,
  SubscriptionPanel,
  type SubscriptionState,
} from '@/components/features/billing/subscription-panel';
import { paymentAddress } from '@/components/features/billing/use-payment-page';
import { PaymentStatus, type Billing, type Currency } from '@/lib/contract/billing';
import { describeDowngrade, features, planFeatures } from '@/lib/domain/plans';
import { loadMessages } from '@/lib/i18n/load-messages';
import { locales, type Locale } from '@/lib/i18n/locale';
import { makeQueryClient } from '@/lib/api/query-client';

vi.mock('next/navigation', () => ({
  usePathname: () => '/',
  useRouter: () => ({}),
  useSearchParams: () => new URLSearchParams(),
}));

const render = async (locale: Locale, content: React.ReactNode): Promise<string> => {
  const client = makeQueryClient(() => Promise.reject(new Error('No call is expected.')));
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NextIntlClientProvider
        locale={locale}
        messages={await loadMessages(locale, ['Billing', 'Common'])}
        timeZone="UTC"
      >
        {content}
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
  return markup.replaceAll(/\s+/g, ' ');
};

const textOf = async (locale: Locale, content: React.ReactNode): Promise<string> =>
  (await render(locale, content)).replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|');

/** Whether a button stays disabled once the page is hydrated. */
const isDisabled = (markup: string, label: string): boolean =>
  markup
    .split('<button')
    .some((button) => button.includes(`>${label}<`) && !button.includes('data-hydrating'));

const subscribed = (changes: Partial<Billing> = {}): Billing => ({
  enabled: true,
  plan: 'pro',
  cycle: 'monthly',
  status: 'active',
  nextBillingDate: '2026-12-20T10:00:00.000Z',
  endsAt: null,
  paused: false,
  cancelAtPeriodEnd: false,
  portal: true,
  prices: null,
  history: [],
  downgrade: describeDowngrade({ spaces: 1, smart: 0 }),
  ...changes,
});

describe('plans', () => {
  test.each(locales)('are shown in %s with each feature of the table', async (locale) => {
    const { Billing: messages } = await loadMessages(locale, ['Billing']);
    const [free = '', pro = ''] = (await render(locale, <PlanCards current="free" />)).split('</section>');
    for (const feature of features) {
      if (feature === 'spaces') continue;
      expect(pro).toContain(messages?.feature[feature]);
      expect(free.includes(messages?.feature[feature] ?? '')).toBe(planFeatures.free[feature]);
    }
    expect(free).toContain(locale === 'en' ? 'Up to 2 spaces' : 'Até 2 espaços');
    expect(pro).toContain(messages?.feature.spacesUnlimited);
    expect(free).toContain(messages?.current);
    expect(pro).not.toContain(messages?.current);
  });

  test.each<[Locale, Currency, string[]]>([
    ['en', 'USD', ['Save 20%', '$5.00 per month', '$48.00 per year, $4.00 per month']],
    ['en', 'BRL', ['R$5.00 per month']],
    ['pt-BR', 'BRL', ['Economize 20%', 'R$ 5,00 por mês', 'R$ 48,00 por ano, R$ 4,00 por mês']],
    ['pt-BR', 'USD', ['US$ 5,00 por mês']],
  ])('cost in %s the amount that the service returns, in %s', async (locale, currency, expected) => {
    const prices = { monthly: 500, yearly: 4800, currency, savedPercent: 20 };
    const offer = await textOf(locale, <Offer prices={prices} emailVerified onRetry={() => undefined} />);
    for (const text of expected) expect(offer).toContain(text);
  });

  test('with the same yearly cost promise no saving', async () => {
    const prices = { monthly: 500, yearly: 6000, currency: 'USD', savedPercent: 0 } as const;
    const offer = await textOf('en', <Offer prices={prices} emailVerified onRetry={() => undefined} />);
    expect(offer).not.toContain('Save');
  });

  test('with unknown prices cannot be bought, and show why', async () => {
    const offer = await render('en', <Offer prices={null} emailVerified onRetry={() => undefined} />);
    expect(offer).toContain('Couldn’t load the prices.');
    expect(isDisabled(offer, 'Continue to payment')).toBe(true);
  });

  test('require a confirmed email, with a link to confirm it that keeps the plan', async () => {
    const offer = await render('en', <Offer prices={null} emailVerified={false} onRetry={() => undefined} />);
    expect(offer).toContain('href="/auth/verify-email?plan=pro"');
    expect(offer).not.toContain('Continue to payment');
  });
});

describe('a subscription', () => {
  test.each<[SubscriptionState, Partial<Billing>, string[], string[]]>([
    [
      'active',
      {},
      ['Active', 'Next billing date: 20 December 2026', 'Pause', 'Cancel subscription'],
      ['Resume'],
    ],
    ['active', { nextBillingDate: null }, ['Your subscription is active.'], []],
    [
      'ending',
      { cancelAtPeriodEnd: true, nextBillingDate: null, endsAt: '2026-12-20T10:00:00.000Z' },
      ['You have Pro until 20 December 2026. Then you switch to Free', 'Resume'],
      ['Pause', 'Cancel subscription'],
    ],
    ...(['paused', 'unpaid'] as const).map(
      (status): [SubscriptionState, Partial<Billing>, string[], string[]] => [
        'stopping',
        {
          status,
          plan: 'free',
          cancelAtPeriodEnd: true,
          nextBillingDate: null,
          endsAt: '2026-12-20T10:00:00.000Z',
        },
        ['|Canceled|', 'Your subscription ends on 20 December 2026, with no further charges.', 'Resume'],
        ['You have Pro', 'Cancel subscription'],
      ],
    ),
    [
      'pausing',
      { paused: true, nextBillingDate: null, endsAt: '2026-12-20T10:00:00.000Z' },
      ['Payments are paused. You have Pro until 20 December 2026.', 'Resume', 'Cancel subscription'],
      ['|Pause|'],
    ],
    ['paused', { paused: true, status: 'paused', plan: 'free' }, ['Pro is off', 'Resume'], ['|Pause|']],
    ['past_due', { status: 'past_due' }, ['Payment overdue', 'Manage payment details'], ['Next billing']],
    ['unpaid', { status: 'unpaid', plan: 'free' }, ['Unpaid', 'so Pro is off'], ['Pause']],
  ])('that is %s shows its state and the available actions', async (state, changes, shown, hidden) => {
    const billing = subscribed(changes);
    expect(stateOf(billing)).toBe(state);
    const text = await textOf('en', <SubscriptionPanel billing={billing} />);
    for (const part of shown) expect(text).toContain(part);
    for (const part of hidden) expect(text).not.toContain(part);
  });

  test('without a portal offers none', async () => {
    expect(await textOf('en', <SubscriptionPanel billing={subscribed({ portal: false })} />)).not.toContain(
      'Manage payment details',
    );
  });

  test('can end with more spaces than Free includes', async () => {
    const downgrade = describeDowngrade({ spaces: 5 });
    const markup = await render('en', <SubscriptionPanel billing={subscribed({ downgrade })} />);
    expect(isDisabled(markup, 'Cancel subscription')).toBe(false);
  });

  test('explains before it ends what will stop, with the amounts of the account', async () => {
    const { stops } = describeDowngrade({ spaces: 5, smart: 3 });
    const [en, pt] = await Promise.all(locales.map((locale) => textOf(locale, <StopList stops={stops} />)));
    expect(en).toContain('Creating spaces: you keep all 5 and everything in them');
    expect(en).toContain('editing the rules of your 3 existing ones');
    expect(en).toContain('Everything you saved stays readable');
    expect(pt).toContain('Criar espaços: os 5 que você tem continuam');
    expect(pt).toContain('edição das regras das 3 que você tem');
    const { stops: within } = describeDowngrade({ spaces: 1 });
    expect(await textOf('en', <StopList stops={within} />)).not.toContain('spaces');
  });
});

describe('the billing history', () => {
  const payment = (status: PaymentStatus, index = 0) => ({
    uuid: `${status}-${index}`,
    date: '2026-11-20T23:30:00.000Z',
    amount: 1990,
    currency: 'BRL' as const,
    status,
    invoiceUrl: status === 'succeeded' ? 'https://pay.example/invoice' : null,
  });

  test.each([
    ['en', ['Completed', 'Paid', 'Refunded', 'Failed', 'Pending', 'Canceled'], '|20 November 2026|R$19.90|'],
    [
      'pt-BR',
      ['Concluído', 'Pago', 'Reembolsado', 'Falhou', 'Pendente', 'Cancelado'],
      '|20 de novembro de 2026|R$ 19,90|',
    ],
  ] as const)('labels each payment in %s', async (locale, labels, row) => {
    for (const [index, status] of PaymentStatus.options.entries()) {
      const text = await textOf(locale, <BillingHistory payments={[payment(status)]} />);
      expect(text).toContain(`${row}${labels[index] ?? ''}|`);
    }
  });

  test('links to an invoice if there is one', async () => {
    const paid = await render('en', <BillingHistory payments={[payment('succeeded')]} />);
    expect(paid).toContain('href="https://pay.example/invoice"');
    expect(paid).toContain('rel="noopener noreferrer"');
    expect(await render('en', <BillingHistory payments={[payment('failed')]} />)).not.toContain('<a ');
  });

  test('is empty, or starts with a year of months', async () => {
    expect(await textOf('en', <BillingHistory payments={[]} />)).toContain('No payments yet.');
    const many = Array.from({ length: 30 }, (_, index) => payment('succeeded', index));
    const text = await textOf('en', <BillingHistory payments={many} />);
    expect(text.split('Paid')).toHaveLength(13);
    expect(text).toContain('Show all 30 payments');
  });
});

describe('the address of a payment page', () => {
  test.each(['https://checkout.stripe.com/c/pay/cs_1#f', 'http://127.0.0.1:4242/pay'])(
    '%s is accepted',
    (url) => {
      expect(paymentAddress(url)).toBe(url);
    },
  );

  test.each(['javascript:alert(1)', 'data:text/html,x', '/relative', ''])('%j is refused', (url) => {
    expect(() => paymentAddress(url)).toThrow();
  });
});
