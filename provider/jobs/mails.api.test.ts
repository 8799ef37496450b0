import { afterAll, describe, expect, test } from 'vitest';
import { createSendMail } from '@/provider/integrations/mail/create-send-mail';
import { startMailServer } from '@/provider/integrations/mail/testing/mail-server';
import { mailQueue } from '@/provider/services/mails/mail-queue';
import { createTestProvider } from '@/provider/testing/test-provider';
import { createTestLog } from '@/provider/testing/test-log';

const server = await startMailServer();
const settings = { smtpUrl: server.url, from: 'Markwell <no-reply@links.example>', outbox: '' };
const { log } = createTestLog();
const testProvider = await createTestProvider({ sendMail: createSendMail(settings, log) });
const { deps, db, provider, call, clock, logged } = testProvider;
const queue = mailQueue(deps);

afterAll(() => server.close());

const minuteMs = 60_000;
let people = 0;

/** Registers somebody, and gives the address that a mail then waits for. */
async function register(): Promise<string> {
  const email = `reader-${(people += 1)}@example.test`;
  const body = { firstName: 'Grace', lastName: 'Hopper', email, password: 'nanosecond wire' };
  expect((await call('auth.register', { body })).status).toBe(201);
  return email;
}

const receivedBy = (email: string) => server.received.filter(({ to }) => to.includes(email));

async function attemptsOfWaiting(): Promise<number[]> {
  const { rows } = await db.$client.query<{ attempts: number }>(
    'select attempts::int as attempts from mails',
  );
  return rows.map(({ attempts }) => attempts);
}

describe('a mail', () => {
  test('leaves by the mail server as soon as the jobs run, and nothing of it stays', async () => {
    const email = await register();
    expect(receivedBy(email)).toEqual([]);
    provider.startJobs();
    const next = await register();
    await provider.close();
    await queue.deliver();
    expect(receivedBy(email)).toHaveLength(1);
    expect(receivedBy(next)).toHaveLength(1);
    expect(await attemptsOfWaiting()).toEqual([]);
  });

  // The guarantee that a dead mail server fails no request and loses no mail.
  test('waits while the mail server is away, longer each time, and comes once', async () => {
    server.refusal = 451;
    const email = await register();
    await queue.deliver();
    await queue.deliver();
    expect(await attemptsOfWaiting()).toEqual([1]);
    clock.advance(minuteMs);
    await queue.deliver();
    expect(await attemptsOfWaiting()).toEqual([2]);
    clock.advance(minuteMs);
    await queue.deliver();
    expect(await attemptsOfWaiting()).toEqual([2]);
    server.refusal = null;
    clock.advance(minuteMs);
    await queue.deliver();
    await queue.deliver();
    expect(receivedBy(email)).toHaveLength(1);
    expect(await attemptsOfWaiting()).toEqual([]);
    expect(logged.filter(({ message }) => message === 'a mail could not be sent')).toHaveLength(2);
    expect(JSON.stringify(logged)).not.toContain('example.test');
  });

  test('with a code is dropped once the code is over', async () => {
    server.refusal = 451;
    const email = await register();
    await queue.deliver();
    server.refusal = null;
    clock.advance(11 * minuteMs);
    await queue.deliver();
    expect(receivedBy(email)).toEqual([]);
    expect(await attemptsOfWaiting()).toEqual([]);
  });

  test('is sent once by two processes that look at the same moment', async () => {
    const emails = await Promise.all(Array.from({ length: 20 }, register));
    await Promise.all(Array.from({ length: 6 }, () => queue.deliver()));
    for (const email of emails) expect(receivedBy(email)).toHaveLength(1);
  });

  test('for nobody goes nowhere', async () => {
    const before = server.received.length;
    await call('auth.forgotPassword', { body: { email: 'nobody@example.test' } });
    expect(await attemptsOfWaiting()).toEqual([0]);
    await queue.deliver();
    expect(server.received).toHaveLength(before);
    expect(await attemptsOfWaiting()).toEqual([]);
  });
});
