import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import {
  fakeId,
  StripeAccount,
  type FakeObject,
  type Outcome,
} from '@/provider/integrations/stripe/testing/stripe-account';

/** A delivered event: the bytes of its body, and their signature. */
export interface SignedEvent {
  id: string;
  type: string;
  body: string;
  signature: string;
}

export interface SigningOptions {
  secret?: string;
  /** Time of the signature in seconds. */
  timestamp?: number;
  scheme?: string;
  /** Overrides fields of the event. */
  change?: Record<string, unknown>;
}

export interface StripeServer {
  readonly url: string;
  readonly account: StripeAccount;
  /** Environment variables of the app that uses it. */
  readonly env: Readonly<Record<string, string>>;
  /** All events so far, oldest first. */
  readonly events: SignedEvent[];
  /** All requests so far, as `METHOD /path`. */
  readonly requests: string[];
  /** URL to which events are delivered immediately; null delivers none. */
  webhook: string | null;
  /** Status of every response during an outage; null without one. */
  outage: number | null;
  /** Delays the responses to new requests until it resolves; null without a delay. */
  held: Promise<void> | null;
  sign(type: string, object: FakeObject, options?: SigningOptions): SignedEvent;
  close(): Promise<void>;
}

const secretKey = 'sk_test_markwell';
const webhookSecret = 'whsec_markwell';

/**
 * Starts a server on loopback that implements the part of Stripe's API that the product uses, with a hosted checkout
 * page whose buttons pay, decline, pay with a delayed method, or close.
 */
export async function startStripeServer(now: () => number = Date.now): Promise<StripeServer> {
  const { webhooks } = new Stripe(secretKey);
  const seconds = (): number => Math.floor(now() / 1000);
  const deliveries: Promise<unknown>[] = [];

  const sign: StripeServer['sign'] = (type, object, { change, timestamp, secret, scheme } = {}) => {
    const event = { id: fakeId('evt'), object: 'event', type, livemode: false, created: seconds() };
    // Indented like Stripe's events, so that a body that is parsed and serialized again has other bytes.
    const body = JSON.stringify({ ...event, data: { object }, ...change }, null, 2);
    const signature = webhooks.generateTestHeaderString({
      payload: body,
      secret: secret ?? webhookSecret,
      timestamp: timestamp ?? seconds(),
      ...(scheme !== undefined && { scheme }),
    });
    return { id: event.id, type, body, signature };
  };
  const account = new StripeAccount(seconds, (type, object) => {
    const event = sign(type, object);
    stripeServer.events.push(event);
    if (stripeServer.webhook !== null) deliveries.push(deliver(stripeServer.webhook, event));
  });

  const replies = new Map<string, Reply>();
  const server = createServer((request, response) => {
    void readForm(request).then(async (form) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe.test');
      stripeServer.requests.push(`${request.method} ${pathname}`);
      const call = { method: request.method ?? '', pathname, query: searchParams, form };
      if (!pathname.startsWith('/v1/')) return showPage(account, call, response);
      const key = request.headers['idempotency-key']?.toString();
      const reply = replyTo(stripeServer, request, call, key === undefined ? undefined : replies.get(key));
      if (key !== undefined && reply.status < 500) replies.set(key, reply);
      const text = JSON.stringify(reply.body);
      await stripeServer.held;
      response.writeHead(reply.status, { 'content-type': 'application/json', 'request-id': fakeId('req') });
      response.end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stripeServer: StripeServer = {
    url,
    account,
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_PRICE_MONTHLY: 'price_monthly',
      STRIPE_PRICE_YEARLY: 'price_yearly',
      STRIPE_API_BASE: url,
    },
    events: [],
    requests: [],
    webhook: null,
    outage: null,
    held: null,
    sign,
    close: async () => {
      await Promise.allSettled(deliveries);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
  return stripeServer;
}

/** Sends an event like Stripe: without cookies, and without the headers of a browser. */
export function deliver(webhook: string, { body, signature }: SignedEvent): Promise<Response> {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
  return fetch(webhook, { method: 'POST', headers, body });
}

type Form = Record<string, unknown>;

interface Call {
  method: string;
  pathname: string;
  query: URLSearchParams;
  form: Form;
}

interface Reply {
  status: number;
  body: unknown;
}

/** Parses form data: `items[0][price]=x` becomes `{ items: { 0: { price: 'x' } } }`. */
async function readForm(request: IncomingMessage): Promise<Form> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(Buffer.concat(chunks).toString())) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '');
    const leaf = path.pop() ?? '';
    let target = form;
    for (const part of path) target = (target[part] ??= {}) as Form;
    target[leaf] = value;
  }
  return form;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const refused = (status: number, code: string, param?: string): Reply => ({
  status,
  body: { error: { type: 'invalid_request_error', code, param, message: code } },
});
const ok = (body: unknown): Reply => ({ status: 200, body });
const listOf = (data: readonly unknown[]): Reply => ok({ object: 'list', data, has_more: false, url: '' });

function replyTo(
  server: StripeServer,
  request: IncomingMessage,
  call: Call,
  before: Reply | undefined,
): Reply {
  if (server.outage !== null) {
    return { status: server.outage, body: { error: { type: 'api_error', message: 'outage' } } };
  }
  if (request.headers.authorization !== `Bearer ${secretKey}`) return refused(401, 'secret_key_required');
  return before ?? handle(server, call);
}

function handle({ account, url }: StripeServer, { method, pathname, query, form }: Call): Reply {
  const [, , resource = '', ...rest] = pathname.split('/');
  const path = rest.join('/');
  const owner = query.get('customer') ?? '';
  const ofOwner = <T extends { customer: string }>(all: readonly T[]): T[] =>
    all.filter(({ customer }) => customer === owner).reverse();
  const expands = (what: string): boolean => [...query.values()].includes(what);
  const withInvoice = (subscription: StripeAccount['subscriptions'][number], isExpanded: boolean) => ({
    ...subscription,
    latest_invoice: isExpanded
      ? account.invoices.find(({ id }) => id === subscription.latest_invoice)
      : subscription.latest_invoice,
  });

  const isUnknown = !account.customers.some(({ id }) => id === owner);
  if (query.has('customer') && isUnknown) return refused(400, 'resource_missing', 'customer');
  if (resource === 'prices') {
    const { currency_options, ...price } = account.find(account.prices, path);
    return ok(expands('currency_options') ? { ...price, currency_options } : price);
  }
  if (resource === 'customers' && method === 'POST') return ok(createCustomer(account, form));
  if (resource === 'customers' && method === 'DELETE') {
    if (!isCustomer(account, path)) return refused(404, 'resource_missing', 'id');
    account.deleteCustomer(path);
    return ok({ id: path, object: 'customer', deleted: true });
  }
  if (resource === 'billing_portal') {
    if (!isCustomer(account, textOf(form['customer']))) return refused(400, 'resource_missing', 'customer');
    const back = encodeURIComponent(textOf(form['return_url']));
    return ok({ id: fakeId('bps'), object: 'billing_portal.session', url: `${url}/portal?back=${back}` });
  }
  if (resource === 'checkout') {
    const [, id, action] = rest;
    if (id === undefined) {
      if (method === 'POST') return createSession(account, url, form);
      return listOf(ofOwner(account.sessions).filter(({ status }) => status === query.get('status')));
    }
    const session = account.find(account.sessions, id);
    if (action !== 'expire') return ok(session);
    return session.status === 'open' ? ok(account.expire(id)) : refused(400, 'status_transition_invalid');
  }
  if (resource === 'invoices') {
    return listOf(
      ofOwner(account.invoices).map(({ intent, ...invoice }) => ({
        ...invoice,
        ...(expands('data.payments') && {
          payments: {
            object: 'list',
            data: [{ payment: { type: 'payment_intent', payment_intent: intent } }],
          },
        }),
      })),
    );
  }
  if (resource === 'charges') return listOf(ofOwner(account.charges));
  if (resource !== 'subscriptions') return refused(404, 'resource_missing');
  if (path === '') {
    const all = ofOwner(account.subscriptions);
    return listOf(all.map((subscription) => withInvoice(subscription, expands('data.latest_invoice'))));
  }
  if (method === 'POST') return ok(account.update(path, form));
  return ok(withInvoice(account.find(account.subscriptions, path), expands('latest_invoice')));
}

const isCustomer = ({ customers }: StripeAccount, customerId: string): boolean =>
  customers.some(({ id, deleted }) => id === customerId && !deleted);

function createCustomer({ customers }: StripeAccount, form: Form): unknown {
  const customer = {
    id: fakeId('cus'),
    object: 'customer' as const,
    email: textOf(form['email']),
    currency: null,
    deleted: false,
    metadata: form['metadata'] as Record<string, string>,
  };
  customers.push(customer);
  return customer;
}

function createSession(account: StripeAccount, url: string, form: Form): Reply {
  const customer = account.customers.find(({ id, deleted }) => id === form['customer'] && !deleted);
  if (!customer) return refused(400, 'resource_missing', 'customer');
  const currency = textOf(form['currency']);
  if (customer.currency !== null && customer.currency !== currency) return refused(400, 'parameter_invalid');
  const items = form['line_items'] as Record<string, Record<string, string>>;
  const data = form['subscription_data'] as { metadata: Record<string, string> };
  const id = fakeId('cs_test');
  const session: StripeAccount['sessions'][number] = {
    id,
    object: 'checkout.session',
    customer: customer.id,
    status: 'open',
    payment_status: 'unpaid',
    subscription: null,
    currency,
    locale: textOf(form['locale']),
    success_url: textOf(form['success_url']),
    cancel_url: textOf(form['cancel_url']),
    client_reference_id: textOf(form['client_reference_id']),
    metadata: form['metadata'] as Record<string, string>,
    url: `${url}/pay/${id}`,
    price: items['0']?.['price'] ?? '',
    subscriptionMetadata: data.metadata,
  };
  account.sessions.push(session);
  return ok(session);
}

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}</html>`;

/**
 * Serves the hosted pages: actions take effect immediately, and redirect back to the app. A delayed payment is
 * completed or failed by another form sent to the page of its checkout.
 */
function showPage(account: StripeAccount, call: Call, response: ServerResponse): void {
  const { method, pathname, query, form } = call;
  const show = (status: number, html: string) =>
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  if (pathname === '/portal') {
    show(200, page('Customer portal', `<p><a href="${encodeURI(query.get('back') ?? '')}">Return</a></p>`));
    return;
  }
  if (pathname === '/favicon.ico') {
    response.writeHead(204).end();
    return;
  }
  const session = account.sessions.find(({ id }) => pathname === `/pay/${id}`);
  if (session?.status === 'complete' && session.payment_status === 'unpaid') {
    const outcome = textOf(form['outcome']);
    if (method === 'POST') account.settle(session.id, outcome === 'paid' ? 'paid' : 'declined');
    show(200, page('Payment on its way', ''));
    return;
  }
  if (session?.status !== 'open') {
    show(410, page('This checkout is over', ''));
    return;
  }
  if (method === 'POST') {
    const outcome = textOf(form['outcome']);
    if (outcome !== 'close') account.pay(session.id, outcome as Outcome);
    const back = outcome === 'close' ? session.cancel_url : session.success_url;
    response.writeHead(303, { location: outcome === 'declined' ? pathname : back }).end();
    return;
  }
  const price = account.find(account.prices, session.price);
  const amount = price.currency_options[session.currency]?.unit_amount ?? 0;
  const actions = { paid: 'Pay', pending: 'Pay by slip', declined: 'Pay with a bad card', close: 'Close' };
  const buttons = Object.entries(actions).map(
    ([outcome, label]) => `<button name="outcome" value="${outcome}">${label}</button>`,
  );
  show(
    200,
    page('Checkout', `<p>${amount} ${session.currency}</p><form method="post">${buttons.join(' ')}</form>`),
  );
}
