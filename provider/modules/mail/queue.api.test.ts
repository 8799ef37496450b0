import { inTransaction } from '@/provider/db/transaction';
import { afterAll, describe, expect, test } from 'vitest';
import { createSendMail } from '@/provider/integrations/mail';
import { startMailServer } from '@/provider/integrations/testing/mail-server';
import { queueMail } from '@/provider/modules/mail/queue';
import { deliverMails, passTime } from '@/provider/testing/work-queue';
import { createTestProvider } from '@/provider/testing/test-provider';
import { createTestLog } from '@/provider/testing/test-log';

const server = await startMailServer();
const settings = { smtpUrl: server.url, from: 'Markwell <no-reply@links.example>', outbox: '' };
const { log } = createTestLog();
const testProvider = await createTestProvider({ sendMail: createSendMail(settings, log) });
const { deps, db, startJobs, call, clock, logged } = testProvider;
const deliver = () => deliverMails(deps);

afterAll(() => server.close());

const minuteMs = 60_000;
let people = 0;

/** Registers an account, and returns the address of the queued mail. */
async function register(): Promise<string> {
  const email = `reader-${(people += 1)}@example.test`;
  const body = { firstName: 'Grace', lastName: 'Hopper', email, password: 'nanosecond wire' };
  expect((await call('auth.register', { body })).status).toBe(201);
  return email;
}

const receivedBy = (email: string) => server.received.filter(({ to }) => to.includes(email));

async function attemptsOfWaiting(): Promise<number[]> {
  const { rows } = await db.$client.query<{ attempts: number }>(
    `select case when j.started_on is null then 0 else j.retry_count + 1 end as attempts
     from mails m join schedule.job j on j.name = 'mails' and j.singleton_key = m.id::text`,
  );
  return rows.map(({ attempts }) => attempts);
}

/** Returns the seconds until the retry of the queued mail. */
async function pauseOfWaiting(): Promise<number> {
  const { rows } = await db.$client.query<{ pause: number }>(
    `select extract(epoch from start_after - now())::float8 as pause from schedule.job where state = 'retry'`,
  );
  expect(rows).toHaveLength(1);
  return rows[0]?.pause ?? 0;
}

/** Advances the clock of the provider and of its queues. */
async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await passTime(db, ms);
}

describe('a mail', () => {
  test('is sent through the mail server as soon as the jobs run, and deleted', async () => {
    const email = await register();
    expect(receivedBy(email)).toEqual([]);
    const stop = startJobs();
    const next = await register();
    await stop();
    await deliver();
    expect(receivedBy(email)).toHaveLength(1);
    expect(receivedBy(next)).toHaveLength(1);
    expect(await attemptsOfWaiting()).toEqual([]);
  });

  // Guarantee: an unavailable mail server fails no request and loses no mail.
  test('is retried while the mail server is unavailable, with increasing delays, and sent once', async () => {
    server.refusal = 451;
    const email = await register();
    await deliver();
    await deliver();
    expect(await attemptsOfWaiting()).toEqual([1]);
    expect(await pauseOfWaiting()).toBeGreaterThan(29);
    await pass(minuteMs);
    await deliver();
    expect(await attemptsOfWaiting()).toEqual([2]);
    expect(await pauseOfWaiting()).toBeGreaterThan(59);
    await pass(minuteMs / 2);
    await deliver();
    expect(await attemptsOfWaiting()).toEqual([2]);
    server.refusal = null;
    await pass(2 * minuteMs);
    await deliver();
    await deliver();
    expect(receivedBy(email)).toHaveLength(1);
    expect(await attemptsOfWaiting()).toEqual([]);
    expect(logged.filter(({ message }) => message === 'a mail could not be sent')).toHaveLength(2);
    expect(JSON.stringify(logged)).not.toContain('example.test');
  });

  test('with a code is dropped once the code has expired', async () => {
    server.refusal = 451;
    const email = await register();
    await deliver();
    server.refusal = null;
    await pass(11 * minuteMs);
    await deliver();
    expect(receivedBy(email)).toEqual([]);
    expect(await attemptsOfWaiting()).toEqual([]);
  });

  test('is sent once by two concurrent processes', async () => {
    const emails = await Promise.all(Array.from({ length: 20 }, register));
    await Promise.all(Array.from({ length: 6 }, deliver));
    for (const email of emails) expect(receivedBy(email)).toHaveLength(1);
  });

  test('without a recipient is not sent', async () => {
    const before = server.received.length;
    await call('auth.forgotPassword', { body: { email: 'nobody@example.test' } });
    expect(await attemptsOfWaiting()).toEqual([0]);
    await deliver();
    expect(server.received).toHaveLength(before);
    expect(await attemptsOfWaiting()).toEqual([]);
  });

  test('is sent immediately if the jobs run, and by one of two processes', async () => {
    const arrives = async () => {
      const email = await register();
      await expect.poll(() => receivedBy(email).length, { timeout: 5_000 }).toBe(1);
    };
    const stop = startJobs();
    await arrives();
    // The workers have polled the queue by now: only a NOTIFY starts the next mail in time.
    await arrives();
    const stopOther = startJobs();
    const emails = await Promise.all(Array.from({ length: 10 }, register));
    await expect.poll(attemptsOfWaiting, { timeout: 5_000 }).toEqual([]);
    await Promise.all([stop(), stopOther()]);
    for (const email of emails) expect(receivedBy(email)).toHaveLength(1);
  });

  test('that was restored without its job gets one', async () => {
    const email = await register();
    await db.$client.query("delete from schedule.job where name = 'mails'");
    await deliver();
    expect(receivedBy(email)).toEqual([]);
    const stop = startJobs();
    await expect.poll(() => receivedBy(email).length, { timeout: 5_000 }).toBe(1);
    await stop();
  });

  test('is stored together with the change that it reports, or not at all', async () => {
    const posted = inTransaction(db, async (tx) => {
      await queueMail(tx, deps, { letter: null, accountId: null });
      throw new Error('rolled back');
    });
    await expect(posted).rejects.toThrow('rolled back');
    expect(await attemptsOfWaiting()).toEqual([]);
    const { rowCount } = await db.$client.query(
      "select from schedule.job where name = 'mails' and state in ('created', 'retry', 'active')",
    );
    expect(rowCount).toBe(0);
  });
});
