import { beforeEach, describe, expect, test } from 'vitest';
import type { SigningOptions } from '@/provider/integrations/stripe/testing/stripe-server';
import { createBilledProvider } from '@/provider/modules/billing/testing/billed-provider';
import type { TestAccount } from '@/provider/testing/test-provider';

const billed = await createBilledProvider();
const {
  stripe,
  call,
  begin,
  buyer,
  clock,
  db,
  logged,
  planOf,
  billingOf,
  send,
  sendNew,
  subscriber,
  request,
} = billed;
const { account } = stripe;

beforeEach(() => sendNew());

const rowsOf = async (table: 'billing_events' | 'payments', person: TestAccount): Promise<number> => {
  const { rows } = await db.$client.query<{ total: number }>(
    `select count(*)::int as total from ${table} where account_id = $1`,
    [person.accountId],
  );
  return rows[0]?.total ?? -1;
};

/** Counts how often the state of an account was written. */
const countWrites = async (person: TestAccount): Promise<() => Promise<number>> => {
  await db.$client.query(`
    create table if not exists billing_writes (account_id uuid);
    create or replace function note_write() returns trigger language plpgsql as $$
    begin
      if new.applied_read <> old.applied_read then insert into billing_writes values (new.account_id); end if;
      return null;
    end $$;
    create or replace trigger note_write after update on billing for each row execute function note_write();`);
  return async () => {
    const { rows } = await db.$client.query('select from billing_writes where account_id = $1', [
      person.accountId,
    ]);
    return rows.length;
  };
};

describe('an event', () => {
  test('that arrives twenty times concurrently has one effect', async () => {
    const person = await buyer();
    const { sessionId } = await begin(person);
    account.pay(sessionId);
    const writes = await countWrites(person);
    const before = await writes();
    const event = stripe.events.find(
      ({ type, body }) => type === 'invoice.paid' && body.includes(customerOf(sessionId)),
    );
    if (!event) throw new Error('there was no payment');
    const responses = await Promise.all(Array.from({ length: 20 }, () => send(event)));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await rowsOf('billing_events', person)).toBe(1);
    expect(await rowsOf('payments', person)).toBe(1);
    expect((await writes()) - before).toBe(1);
    expect(await planOf(person)).toBe('pro');
    expect((await send(event)).status).toBe(200);
    expect((await writes()) - before).toBe(1);
  });

  test('that arrives before an older one is not reverted by it', async () => {
    const person = await subscriber();
    account.renew(person.subscriptionId, 'declined');
    account.retry(person.subscriptionId, 'paid');
    account.cancelNow(person.subscriptionId);
    expect(await sendNew((events) => events.reverse())).not.toContain(500);
    expect(await billingOf(person)).toMatchObject({ plan: 'free', status: 'canceled' });
    expect(await rowsOf('payments', person)).toBe(2);
  });

  test('does not overwrite what a later read has stored', async () => {
    const person = await subscriber();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    // The read for the first event finishes after that for the second: subscriptions, invoices and charges.
    stripe.held = promise;
    const before = stripe.requests.length;
    const first = send(stripe.sign('invoice.updated', invoiceOf(person)));
    await expect.poll(() => stripe.requests.length, { timeout: 20_000 }).toBe(before + 3);
    stripe.held = null;
    account.cancelNow(person.subscriptionId);
    await sendNew();
    resolve(undefined);
    expect((await first).status).toBe(200);
    expect(await billingOf(person)).toMatchObject({ plan: 'free', status: 'canceled' });
  });

  test('that fails leaves no changes, and takes effect when it is sent again', async () => {
    const person = await buyer();
    account.pay((await begin(person)).sessionId);
    stripe.outage = 500;
    expect(await sendNew()).toEqual([502, 502, 502]);
    expect(await rowsOf('billing_events', person)).toBe(0);
    expect(await planOf(person)).toBe('free');
    stripe.outage = null;
    expect((await send(stripe.events.at(-1)!)).status).toBe(200);
    expect(await planOf(person)).toBe('pro');
  });

  test('of a customer without an account is accepted without effect, and logged', async () => {
    const requests = stripe.requests.length;
    const invoice = { ...invoiceOf(await subscriber()), customer: 'cus_of_another_shop' };
    const before = stripe.requests.length;
    const event = stripe.sign('invoice.paid', invoice);
    expect((await send(event)).status).toBe(200);
    expect(stripe.requests.length).toBe(before);
    expect(requests).toBeLessThan(before);
    expect(logged).toContainEqual({
      level: 'info',
      message: 'an event concerns no account',
      fields: { event: event.id, type: 'invoice.paid' },
    });
  });

  test.each(['payment_method.attached', 'product.created', 'something.new'])(
    'of another type (%s) is accepted and ignored',
    async (type) => {
      const person = await subscriber();
      const before = stripe.requests.length;
      const events = await rowsOf('billing_events', person);
      expect((await send(stripe.sign(type, invoiceOf(person)))).status).toBe(200);
      expect(stripe.requests.length).toBe(before);
      expect(await rowsOf('billing_events', person)).toBe(events);
    },
  );

  test('grants nothing for a subscription to another product of the Stripe account', async () => {
    const person = await buyer();
    account.pay((await begin(person)).sessionId);
    const own = account.subscriptions.at(-1)!;
    own.metadata = { account: (await buyer()).accountId };
    await sendNew();
    expect(await billingOf(person)).toMatchObject({ plan: 'free', status: 'none' });
  });
});

describe('a signature', () => {
  const hour = 60 * 60;
  const now = () => Math.floor(Date.now() / 1000);
  const cases: [string, SigningOptions | ((body: string) => string), number][] = [
    ['of now', {}, 200],
    ['of the next secret, while it is replaced', { secret: 'whsec_next' }, 200],
    ['of another secret', { secret: 'whsec_forged' }, 400],
    ['of an old scheme', { scheme: 'v0' }, 400],
    ['that is older than five minutes', { timestamp: now() - 301 }, 400],
    ['of a clock that is four minutes ahead', { timestamp: now() + 240 }, 200],
    ['of a clock that is an hour ahead', { timestamp: now() + hour }, 400],
    ['of live mode, for a test key', { change: { livemode: true } }, 400],
    ['over other bytes: an equal value', (body) => JSON.stringify(JSON.parse(body), null, 1), 400],
    ['over other bytes: a changed value', (body) => body.replace('"paid"', '"open"'), 400],
  ];

  test.each(cases)('%s', async (_, how, status) => {
    const person = await subscriber();
    const invoice = invoiceOf(person);
    const signed = stripe.sign('invoice.updated', invoice, typeof how === 'function' ? {} : how);
    const event = typeof how === 'function' ? { ...signed, body: how(signed.body) } : signed;
    const before = stripe.requests.length;
    const response = await send(event);
    expect(response.status).toBe(status);
    if (status === 200) return;
    expect(await response.json()).toMatchObject({ code: 'INVALID_SIGNATURE' });
    expect(stripe.requests.length).toBe(before);
  });

  test('may be accompanied by an invalid one', async () => {
    const event = stripe.sign('invoice.updated', invoiceOf(await subscriber()));
    const signature = event.signature.replace(',v1=', `,v1=${'0'.repeat(64)},v1=`);
    expect((await send({ ...event, signature })).status).toBe(200);
  });

  test('of a captured event is rejected after five minutes, and has no second effect before', async () => {
    const person = await subscriber();
    const event = stripe.events.findLast(({ body }) => body.includes(person.customerId))!;
    await db.$client.query("update accounts set plan = 'free' where id = $1", [person.accountId]);
    expect((await send(event)).status).toBe(200);
    expect(await planOf(person)).toBe('free');
    clock.advance(301_000);
    expect((await send(event)).status).toBe(400);
    clock.advance(-301_000);
  });

  test('is required, and so is a body', async () => {
    const post = (init: RequestInit) => request('/v1/billing/webhook', { method: 'POST', ...init });
    const { body, signature } = stripe.sign('invoice.updated', invoiceOf(await subscriber()));
    const headers = { 'stripe-signature': signature };
    for (const init of [
      { body },
      { headers },
      { body: '', headers },
      { body: 'x', headers: { 'stripe-signature': 'x' } },
    ])
      expect((await post(init)).status).toBe(400);
    expect((await post({ body: 'x'.repeat(1024 * 1024 + 1), headers })).status).toBe(413);
  });
});

test('late events of a deleted account have no effect', async () => {
  const person = await subscriber();
  await call('account.delete', { body: { email: person.email } }, person);
  account.renew(person.subscriptionId);
  expect(await sendNew()).toEqual([200, 200]);
  expect(await rowsOf('payments', person)).toBe(0);
  const { rows } = await db.$client.query('select from billing where account_id = $1', [person.accountId]);
  expect(rows).toEqual([]);
});

function customerOf(sessionId: string): string {
  return account.find(account.sessions, sessionId).customer;
}

function invoiceOf({ customerId }: { customerId: string }) {
  return account.invoices.findLast(({ customer }) => customer === customerId)!;
}
