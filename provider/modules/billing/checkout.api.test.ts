import { describe, expect, test } from 'vitest';
import { createBilledProvider } from '@/provider/modules/billing/testing/billed-provider';
import { alternates, type TestAccount } from '@/provider/testing/test-provider';

const billed = await createBilledProvider();
const { stripe, call, begin, buyer, db, planOf, billingOf, sendNew, signUp, subscriber } = billed;
const { periodEndOf, sessionOf } = billed;
const { account } = stripe;

const brazilian = { 'accept-language': 'pt-BR' };

const stateOf = async (person: TestAccount, uuid: string): Promise<string> =>
  (await call('billing.getCheckout', { params: { uuid } }, person)).body.state;

describe('an account without payments', () => {
  test('receives prices in the currency of its language', async () => {
    const person = await buyer();
    const nothing = {
      enabled: true,
      plan: 'free',
      cycle: null,
      status: 'none',
      nextBillingDate: null,
      endsAt: null,
      paused: false,
      cancelAtPeriodEnd: false,
      portal: false,
      history: [],
    };
    expect(await billingOf(person)).toMatchObject({
      ...nothing,
      prices: { monthly: 500, yearly: 4800, currency: 'USD', savedPercent: 20 },
    });
    expect((await billingOf(person, brazilian)).prices).toEqual({
      monthly: 1900,
      yearly: 18_000,
      currency: 'BRL',
      savedPercent: 21,
    });
  });

  test.skipIf(alternates)('reads prices once in ten minutes', async () => {
    const person = await buyer();
    await billingOf(person);
    const before = stripe.requests.length;
    await billingOf(person);
    expect(stripe.requests.length).toBe(before);
  });

  test('has no subscription to change', async () => {
    const person = await buyer();
    for (const id of ['billing.pause', 'billing.resume', 'billing.cancel', 'billing.openPortal'] as const) {
      const { status, problem } = await call(id, {}, person);
      expect([status, problem.code]).toEqual([409, 'NO_SUBSCRIPTION']);
    }
  });

  test('must verify its address before it pays', async () => {
    const answer = await call('billing.startCheckout', { body: { cycle: 'monthly' } }, await signUp());
    expect([answer.status, answer.problem.code]).toEqual([409, 'EMAIL_NOT_VERIFIED']);
  });
});

describe('a checkout', () => {
  test('has the account, its language and currency, and the return URL', async () => {
    const person = await buyer();
    const as = { ...person, headers: brazilian };
    const { body } = await call('billing.startCheckout', { body: { cycle: 'yearly' } }, as);
    const session = sessionOf(body.url.slice(body.url.lastIndexOf('/') + 1));
    const back = `https://markwell.test/settings/subscription?checkout=${body.uuid}`;
    expect(session).toMatchObject({
      client_reference_id: person.accountId,
      subscriptionMetadata: { account: person.accountId },
      currency: 'brl',
      locale: 'pt-BR',
      price: 'price_yearly',
      success_url: back,
      cancel_url: `${back}&canceled=true`,
    });
    expect(account.find(account.customers, session.customer)).toMatchObject({ email: person.email });
    expect(await stateOf(person, body.uuid)).toBe('processing');
  });

  test('that is paid grants Pro when the browser returns, before any event', async () => {
    const person = await buyer();
    const { uuid, sessionId } = await begin(person, 'yearly');
    account.pay(sessionId);
    expect(await stateOf(person, uuid)).toBe('complete');
    const requests = stripe.requests.length;
    expect(await stateOf(person, uuid)).toBe('complete');
    expect(stripe.requests.length).toBe(requests);
    expect(await billingOf(person)).toMatchObject({
      plan: 'pro',
      cycle: 'yearly',
      status: 'active',
      nextBillingDate: periodEndOf(sessionOf(sessionId).subscription ?? ''),
      portal: true,
      history: [{ amount: 4800, currency: 'USD', status: 'succeeded' }],
    });
    await sendNew();
    expect((await billingOf(person)).history).toHaveLength(1);
  });

  test('that is completed only by the webhook grants Pro if the user never returns', async () => {
    const person = await buyer();
    const { uuid, sessionId } = await begin(person);
    account.pay(sessionId);
    const completed = stripe.events.at(-1)!;
    expect(completed.type).toBe('checkout.session.completed');
    expect((await billed.send(completed)).status).toBe(200);
    expect(await planOf(person)).toBe('pro');
    stripe.outage = 500;
    expect(await stateOf(person, uuid)).toBe('complete');
  });

  test('that the user closes can no longer be paid, and changes nothing', async () => {
    const person = await buyer();
    const { uuid, sessionId } = await begin(person);
    expect((await call('billing.cancelCheckout', { params: { uuid } }, person)).body.state).toBe('canceled');
    expect(() => account.pay(sessionId)).toThrow('the session is expired');
    await sendNew();
    expect(await stateOf(person, uuid)).toBe('canceled');
    expect(await billingOf(person)).toMatchObject({ plan: 'free', status: 'none', history: [] });
  });

  test('that was paid in another tab remains paid when this one closes it', async () => {
    const person = await buyer();
    const { uuid, sessionId } = await begin(person);
    account.pay(sessionId);
    expect((await call('billing.cancelCheckout', { params: { uuid } }, person)).body.state).toBe('complete');
    expect(await planOf(person)).toBe('pro');
  });

  test('whose card is declined remains open, and can be paid with another', async () => {
    const person = await buyer();
    const { uuid, sessionId } = await begin(person);
    account.pay(sessionId, 'declined');
    expect(await stateOf(person, uuid)).toBe('processing');
    account.pay(sessionId);
    expect(await stateOf(person, uuid)).toBe('complete');
  });

  test.each([
    ['paid', 'complete', 'pro', 'succeeded'],
    ['declined', 'failed', 'free', 'canceled'],
  ] as const)('by a means that takes days ends as %s', async (outcome, state, plan, payment) => {
    const person = await buyer();
    const { uuid, sessionId } = await begin(person);
    account.pay(sessionId, 'pending');
    expect(await stateOf(person, uuid)).toBe('delayed');
    expect(await billingOf(person)).toMatchObject({
      plan: 'free',
      status: 'incomplete',
      history: [{ status: 'pending' }],
    });
    const again = await call('billing.startCheckout', { body: { cycle: 'yearly' } }, person);
    expect([again.status, again.problem.code]).toEqual([409, 'PAYMENT_PENDING']);
    account.settle(sessionId, outcome);
    await sendNew();
    expect(await stateOf(person, uuid)).toBe(state);
    expect(await billingOf(person)).toMatchObject({ plan, history: [{ status: payment }] });
  });

  test('that cannot be read is being verified', async () => {
    const person = await buyer();
    const { uuid } = await begin(person);
    stripe.outage = 503;
    expect(await stateOf(person, uuid)).toBe('verifying');
  });

  test('replaces an earlier one', async () => {
    const person = await buyer();
    const first = await begin(person);
    const second = await begin(person, 'yearly');
    expect([sessionOf(first.sessionId).status, sessionOf(second.sessionId).status]).toEqual([
      'expired',
      'open',
    ]);
    expect(await stateOf(person, first.uuid)).toBe('canceled');
    expect(
      new Set(
        account.sessions
          .filter(({ client_reference_id: id }) => id === person.accountId)
          .map(({ customer }) => customer),
      ).size,
    ).toBe(1);
  });

  test('started ten times concurrently leaves one that can be paid', async () => {
    const person = await buyer();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call('billing.startCheckout', { body: { cycle: 'monthly' } }, person)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const own = account.sessions.filter(({ client_reference_id: id }) => id === person.accountId);
    expect(own.filter(({ status }) => status === 'open')).toHaveLength(1);
    expect(new Set(own.map(({ customer }) => customer)).size).toBe(1);
  });

  test('is rejected for a subscriber, also when the earlier one was just paid', async () => {
    const person = await buyer();
    account.pay((await begin(person)).sessionId);
    const again = await call('billing.startCheckout', { body: { cycle: 'monthly' } }, person);
    expect([again.status, again.problem.code]).toEqual([409, 'ALREADY_SUBSCRIBED']);
  });

  test('is created for a new customer if the operator has deleted the old one', async () => {
    const person = await buyer();
    const first = sessionOf((await begin(person)).sessionId);
    account.deleteCustomer(first.customer);
    const second = sessionOf((await begin(person)).sessionId);
    expect(second.customer).not.toBe(first.customer);
    account.pay(second.id);
    await sendNew();
    expect(await planOf(person)).toBe('pro');
  });

  test('is created for a new customer if Stripe does not know the old one at all', async () => {
    const person = await subscriber();
    await db.$client.query("update billing set customer_id = 'cus_unknown' where account_id = $1", [
      person.accountId,
    ]);
    expect(sessionOf((await begin(person)).sessionId).customer).not.toBe('cus_unknown');
    expect(await billingOf(person)).toMatchObject({
      plan: 'free',
      status: 'none',
      history: [{ amount: 500 }],
    });
  });

  test('of another account does not exist', async () => {
    const { uuid } = await begin(await buyer());
    const other = await buyer();
    for (const id of ['billing.getCheckout', 'billing.cancelCheckout'] as const)
      expect((await call(id, { params: { uuid } }, other)).status).toBe(404);
  });
});
