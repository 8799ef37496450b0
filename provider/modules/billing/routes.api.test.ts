import { describe, expect, test } from 'vitest';
import { closeCustomers, purgeBilling, readOverdue } from '@/provider/modules/billing/jobs';
import { createBilledProvider } from '@/provider/modules/billing/testing/billed-provider';
import { createTestProvider, type TestAccount, type TestProvider } from '@/provider/testing/test-provider';

const billed = await createBilledProvider();
const { stripe, call, begin, buyer, clock, db, deps, planOf, billingOf, sendNew, subscriber } = billed;
const { periodEndOf, sessionOf } = billed;
const { account } = stripe;

const dayMs = 24 * 60 * 60_000;
const brazilian = { 'accept-language': 'pt-BR' };

const deletedCustomers = () => account.customers.filter(({ deleted }) => deleted).map(({ id }) => id);

describe('a subscription', () => {
  test('keeps its currency, regardless of the language', async () => {
    const person = await subscriber();
    expect((await billingOf(person, brazilian)).prices?.currency).toBe('USD');
  });

  test('that is paused is not charged, and grants Pro until the end of the paid period', async () => {
    const person = await subscriber();
    const end = periodEndOf(person.subscriptionId);
    const paused = (await call('billing.pause', {}, person)).body;
    expect(paused).toMatchObject({
      plan: 'pro',
      status: 'paused',
      paused: true,
      nextBillingDate: null,
      endsAt: end,
    });
    account.renew(person.subscriptionId);
    await sendNew();
    expect(await billingOf(person)).toMatchObject({ plan: 'free', status: 'paused', endsAt: null });
    expect((await billingOf(person)).history.map(({ status }) => status).sort()).toEqual([
      'canceled',
      'succeeded',
    ]);
  });

  test('that is resumed in the paid period costs nothing more, and later starts a period with a payment', async () => {
    const person = await subscriber();
    await call('billing.pause', {}, person);
    expect((await call('billing.resume', {}, person)).body).toMatchObject({
      plan: 'pro',
      status: 'active',
      paused: false,
      nextBillingDate: periodEndOf(person.subscriptionId),
    });
    expect((await billingOf(person)).history).toHaveLength(1);
    await call('billing.pause', {}, person);
    account.renew(person.subscriptionId);
    await sendNew();
    expect((await call('billing.resume', {}, person)).body).toMatchObject({ plan: 'pro', status: 'active' });
    const { history } = await billingOf(person);
    expect(history.filter(({ status }) => status === 'succeeded')).toHaveLength(2);
  });

  test('that is canceled continues to the end of its period, can be resumed until then, and ends', async () => {
    const person = await subscriber('yearly');
    const end = periodEndOf(person.subscriptionId);
    const canceled = {
      plan: 'pro',
      status: 'active',
      cancelAtPeriodEnd: true,
      nextBillingDate: null,
      endsAt: end,
    };
    expect((await call('billing.cancel', {}, person)).body).toMatchObject(canceled);
    expect((await call('billing.resume', {}, person)).body).toMatchObject({
      cancelAtPeriodEnd: false,
      nextBillingDate: end,
      endsAt: null,
    });
    await call('billing.cancel', {}, person);
    account.renew(person.subscriptionId);
    await sendNew();
    expect(await billingOf(person)).toMatchObject({
      plan: 'free',
      status: 'canceled',
      cancelAtPeriodEnd: false,
      endsAt: null,
    });
    account.pay((await begin(person)).sessionId);
    await sendNew();
    expect(await planOf(person)).toBe('pro');
  });

  test('whose payment fails grants Pro while it is retried, and no longer', async () => {
    const person = await subscriber();
    account.renew(person.subscriptionId, 'declined');
    await sendNew();
    const failed = await billingOf(person);
    expect(failed).toMatchObject({ plan: 'pro', status: 'past_due' });
    expect(failed.history.map(({ status }) => status).sort()).toEqual(['failed', 'succeeded']);
    account.retry(person.subscriptionId, 'given up');
    await sendNew();
    expect(await billingOf(person)).toMatchObject({ plan: 'free', status: 'unpaid', nextBillingDate: null });
    account.retry(person.subscriptionId, 'paid');
    await sendNew();
    expect(await billingOf(person)).toMatchObject({ plan: 'pro', status: 'active' });
  });

  test('that the operator deletes at Stripe ends at once', async () => {
    const person = await subscriber();
    account.cancelNow(person.subscriptionId);
    await sendNew();
    expect(await billingOf(person)).toMatchObject({ plan: 'free', status: 'canceled' });
  });

  test('whose payment is refunded shows it, with the invoice URL', async () => {
    const person = await subscriber();
    account.refund(account.invoices.find(({ customer }) => customer === person.customerId)?.id ?? '');
    await sendNew();
    expect((await billingOf(person)).history).toEqual([
      expect.objectContaining({
        status: 'refunded',
        amount: 500,
        invoiceUrl: expect.stringContaining('https://invoice.stripe.test/') as unknown,
      }),
    ]);
  });

  test('opens the portal', async () => {
    const { url } = (await call('billing.openPortal', {}, await subscriber())).body;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/portal\?back=/);
  });

  test('is not ended by a plan set by an administrator, nor is that reverted by a later event', async () => {
    const person = await subscriber();
    account.cancelNow(person.subscriptionId);
    await sendNew();
    await db.$client.query("update accounts set plan = 'pro' where id = $1", [person.accountId]);
    account.refund(account.invoices.find(({ customer }) => customer === person.customerId)?.id ?? '');
    await sendNew();
    expect(await planOf(person)).toBe('pro');
  });

  test('whose events are lost is read again when its period has ended', async () => {
    const person = await subscriber();
    await call('billing.pause', {}, person);
    account.renew(person.subscriptionId);
    await readOverdue(deps);
    expect(await planOf(person)).toBe('pro');
    const before = stripe.requests.length;
    clock.advance(31 * dayMs);
    await readOverdue(deps);
    clock.advance(-31 * dayMs);
    expect(stripe.requests.length).toBeGreaterThan(before);
    expect(await planOf(person)).toBe('free');
  });

  test('is not changed by an outage, which is reported to the user', async () => {
    const person = await subscriber();
    const before = billed.logged.length;
    stripe.outage = 500;
    const { status, problem } = await call('billing.cancel', {}, person);
    expect([status, problem.code]).toEqual([502, 'PAYMENTS_UNAVAILABLE']);
    expect(await billingOf(person)).toMatchObject({ plan: 'pro', cancelAtPeriodEnd: false });
    expect(billed.logged.slice(before)).toContainEqual({
      level: 'error',
      message: 'a request to Stripe failed',
      fields: expect.objectContaining({ statusCode: 500 }) as unknown,
    });
  });
});

test('two subscriptions that grant Pro are logged', async () => {
  const person = await subscriber();
  const [first] = account.subscriptions.filter(({ id }) => id === person.subscriptionId);
  if (!first) throw new Error('there is no subscription');
  account.subscriptions.push({ ...first, id: 'sub_second' });
  await call('billing.cancel', {}, person);
  expect(billed.logged).toContainEqual({
    level: 'error',
    message: 'an account pays for more than one subscription',
    fields: { accountId: person.accountId },
  });
});

describe('a downgrade', () => {
  const addSpaces = async (person: TestAccount, count: number): Promise<string[]> => {
    const uuids: string[] = [];
    for (let place = 0; place < count; place += 1)
      uuids.push((await call('spaces.create', { body: { name: `Space ${place}` } }, person)).body.uuid);
    return uuids;
  };

  test('lists in advance what stops', async () => {
    const person = await subscriber();
    await call('collections.create', { body: { name: 'Docs', smart: { query: 'type:docs' } } }, person);
    const { downgrade } = await billingOf(person);
    expect(downgrade).toEqual({
      stops: [
        { feature: 'smart', count: 1, limit: null },
        { feature: 'ask', count: null, limit: null },
        { feature: 'pageText', count: null, limit: null },
        { feature: 'suggestions', count: null, limit: null },
        { feature: 'support', count: null, limit: null },
      ],
    });
  });

  test('is possible with more spaces than Free allows, and states the limit in advance', async () => {
    const person = await subscriber();
    await addSpaces(person, 2);
    const { status, body } = await call('billing.cancel', {}, person);
    expect([status, body.cancelAtPeriodEnd]).toEqual([200, true]);
    expect(body.downgrade.stops).toContainEqual({ feature: 'spaces', count: 3, limit: 2 });
    expect(account.find(account.subscriptions, person.subscriptionId).cancel_at_period_end).toBe(true);
  });

  test('keeps every space usable, and prevents only further ones', async () => {
    const person = await subscriber();
    const [, , last = ''] = await addSpaces(person, 3);
    const smart = { name: 'Docs', smart: { query: 'example' } };
    const { uuid } = (await call('collections.create', { body: smart }, person)).body;
    await call('bookmarks.create', { body: { url: 'https://example.test/', title: 'Example' } }, person);
    const inLast = { ...person, spaceId: last };
    await call('bookmarks.create', { body: { url: 'https://example.test/2' } }, inLast);
    account.cancelNow(person.subscriptionId);
    await sendNew();
    expect(await planOf(person)).toBe('free');
    expect((await call('spaces.list', {}, person)).body.content).toHaveLength(4);
    await call('bookmarks.create', { body: { url: 'https://example.test/3' } }, inLast);
    expect((await call('bookmarks.list', { query: {} }, inLast)).body.pagination.total).toBe(2);
    const details = await call('collections.details', { params: { uuid }, query: {} }, person);
    expect(details.body.bookmarks).toHaveLength(1);
    const refused = await call('spaces.create', { body: { name: 'One more' } }, person);
    expect([refused.status, refused.problem['feature']]).toEqual([402, 'spaces']);
  });
});

describe('the deletion of an account', () => {
  test('cancels its subscription, closes its checkouts, and deletes the customer', async () => {
    const person = await subscriber();
    await call('account.delete', { body: { email: person.email } }, person);
    await closeCustomers(deps);
    expect(deletedCustomers()).toContain(person.customerId);
    expect(account.find(account.subscriptions, person.subscriptionId).status).toBe('canceled');
    const other = await buyer();
    const { sessionId } = await begin(other);
    await call('account.delete', { body: { email: other.email } }, other);
    await closeCustomers(deps);
    expect(sessionOf(sessionId).status).toBe('expired');
    expect((await db.$client.query('select from billing_closures')).rows).toEqual([]);
  });

  test('is repeated at Stripe after an outage, by one of several processes', async () => {
    const person = await subscriber();
    await call('account.delete', { body: { email: person.email } }, person);
    stripe.outage = 500;
    await closeCustomers(deps);
    expect(deletedCustomers()).not.toContain(person.customerId);
    stripe.outage = null;
    clock.advance(2 * 60_000);
    const before = stripe.requests.length;
    await Promise.all([closeCustomers(deps), closeCustomers(deps)]);
    clock.advance(-2 * 60_000);
    expect(stripe.requests.slice(before).filter((request) => request.startsWith('DELETE'))).toHaveLength(1);
    expect(deletedCustomers()).toContain(person.customerId);
  });

  test('of a customer that is already deleted succeeds', async () => {
    const person = await subscriber();
    account.deleteCustomer(person.customerId);
    await call('account.delete', { body: { email: person.email } }, person);
    await closeCustomers(deps);
    expect((await db.$client.query('select from billing_closures')).rows).toEqual([]);
  });
});

test('old events and checkouts are deleted, payments are retained', async () => {
  const person = await subscriber();
  clock.advance(91 * dayMs);
  await purgeBilling(deps);
  clock.advance(-91 * dayMs);
  const count = async (table: string) =>
    (await db.$client.query(`select from ${table} where account_id = $1`, [person.accountId])).rows.length;
  expect([await count('billing_events'), await count('billing_checkouts'), await count('payments')]).toEqual([
    0, 0, 1,
  ]);
});

describe('without payments', () => {
  const changes = ['billing.pause', 'billing.resume', 'billing.cancel', 'billing.openPortal'] as const;

  async function expectDisabled({ call, request }: TestProvider, person: TestAccount): Promise<void> {
    const refused = [
      await call('billing.startCheckout', { body: { cycle: 'monthly' } }, person),
      ...(await Promise.all(changes.map((id) => call(id, {}, person)))),
    ];
    for (const { status, problem } of refused) {
      expect([status, problem.code]).toEqual([409, 'BILLING_DISABLED']);
      expect(problem.message).toMatch(/administrator/);
    }
    expect((await request('/v1/billing/webhook', { method: 'POST', body: '{}' })).status).toBe(409);
  }

  test.each([
    [undefined, 'free'],
    ['pro', 'pro'],
    ['free', 'free'],
  ] as const)('SELF_HOSTED_PLAN=%s decides', async (selfHostedPlan, plan) => {
    const off = await createTestProvider({ config: { selfHostedPlan } });
    const person = await off.signUp();
    expect((await off.call('billing.get', {}, person)).body).toMatchObject({
      enabled: false,
      plan,
      status: 'none',
      prices: null,
      history: [],
    });
    await expectDisabled(off, person);
  });

  test('an installation with one plan for all accounts takes none', async () => {
    const given = await createTestProvider({
      config: { selfHostedPlan: 'pro', billing: true },
      payments: billed.settings,
    });
    const person = await given.signUp();
    expect((await given.call('billing.get', {}, person)).body).toMatchObject({ enabled: false, plan: 'pro' });
    await expectDisabled(given, person);
  });
});
