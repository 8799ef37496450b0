import { describe, expect, test } from 'vitest';
import { startQueues } from '@/provider/jobs/start-queues';
import { newId } from '@/provider/db/client';
import { alternates, createTestProvider } from '@/provider/testing/test-provider';

const { call, signUp, db, deps, startJobs } = await createTestProvider();
const admin = await signUp({ admin: true });

const jobs = async () => (await call('admin.jobs', {}, admin)).body;
const stats = async () => (await call('admin.stats', {}, admin)).body;
const retry = (queue: string, id: string) => call('admin.retryJob', { params: { queue, id } }, admin);
const queueOf = async (name: string) => (await jobs()).queues.find((queue) => queue.name === name);

/** Schedules a job that fails while `fails` returns true; resolves with a function that stops the schedule. */
function startQueue(name: string, fails: () => boolean, onRun: () => void) {
  const run = () => {
    onRun();
    return fails() ? Promise.reject(new Error('The disk is full.')) : Promise.resolve();
  };
  return startQueues(deps, [{ name, cron: '0 0 1 1 *', run }]);
}

const add = (name: string) =>
  db.$client.query(
    "insert into schedule.job (name, policy, data, retry_limit) values ($1, 'stately', '{}', 0)",
    [name],
  );

test('there are no queues before the background jobs have ever run', async () => {
  expect((await jobs()).queues).toEqual([]);
  expect((await retry('mails', newId())).status).toBe(404);
  expect((await stats()).jobs).toEqual({ queued: 0, active: 0, failed: 0 });
});

describe('a failed job', () => {
  test('is listed with its error, and can run again', async () => {
    let fails = true;
    let runs = 0;
    await startQueue(
      'clearing',
      () => fails,
      () => undefined,
    )();
    await add('clearing');
    const stopFailing = startQueue(
      'clearing',
      () => fails,
      () => (runs += 1),
    );
    await expect.poll(async () => (await queueOf('clearing'))?.failed, { timeout: 20_000 }).toBe(1);
    await stopFailing();
    const [failure] = (await jobs()).failed;
    expect(failure).toMatchObject({ queue: 'clearing', reason: 'other', error: 'The disk is full.' });
    expect(await queueOf('clearing')).toMatchObject({
      cron: '0 0 1 1 *',
      queued: 0,
      active: 0,
      completed: 0,
    });
    expect((await stats()).jobs.failed).toBe(1);

    fails = false;
    const id = failure?.id ?? '';
    expect((await retry('clearing', id)).status).toBe(204);
    expect(await queueOf('clearing')).toMatchObject({ queued: 1, failed: 0 });
    expect((await retry('clearing', id)).problem.code).toBe('JOB_NOT_FAILED');
    const stop = startQueue(
      'clearing',
      () => fails,
      () => (runs += 1),
    );
    await expect.poll(async () => (await queueOf('clearing'))?.completed, { timeout: 20_000 }).toBe(1);
    await stop();
    expect(runs).toBe(2);
    const { content } = (await call('admin.audit', { query: { action: 'retryJob' } }, admin)).body;
    expect(content).toMatchObject([
      { actor: { uuid: admin.accountId }, target: null, after: { queue: 'clearing', job: id } },
    ]);
  });

  test('does not run again while another run of its queue waits', async () => {
    await startQueue(
      'filing',
      () => true,
      () => undefined,
    )();
    await db.$client.query(
      `insert into schedule.job (name, policy, data, state, completed_on, started_on, output)
       values ('filing', 'stately', '{}', 'retry', null, now(), null),
         ('filing', 'stately', '{}', 'failed', now(), now(), '{"message":"broken"}')`,
    );
    const failure = (await jobs()).failed.find(({ queue }) => queue === 'filing');
    const refused = await retry('filing', failure?.id ?? '');
    expect([refused.status, refused.problem.code]).toEqual([409, 'JOB_NOT_FAILED']);
  });

  test.each([
    ['another queue', 'nothing', newId()],
    ['an unknown id', 'filing', newId()],
  ])('of %s is not found', async (_, queue, id) => {
    expect((await retry(queue, id)).status).toBe(404);
  });
});

describe('errors', () => {
  test('are counted by day: responses with status 500, and failed jobs', async () => {
    const today = async () => (await stats()).errors.at(-1);
    expect((await stats()).errors).toHaveLength(30);
    expect(await today()).toMatchObject({ responses: 0, jobs: 0 });
    await db.$client.query('alter table feedback rename to feedback_away');
    const answers = await Promise.all(
      [1, 2, 3].map(() => call('feedback.send', { body: { message: 'It is slow.' } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500]);
    // The cleanup needs the table, and runs once in each process.
    await startJobs()();
    await db.$client.query('alter table feedback_away rename to feedback');
    await expect.poll(today).toMatchObject({ responses: 3, jobs: alternates ? 2 : 1 });
  });
});

describe('health', () => {
  test('returns the checks with their values', async () => {
    const { checks, ...health } = (await call('admin.health', {}, admin)).body;
    expect(health).toMatchObject({
      version: '0.0.0-test',
      database: { version: expect.stringMatching(/^\d+/) as unknown },
      features: { billing: false, google: false, model: false, pageTexts: true },
    });
    const byName = Object.fromEntries(checks.map(({ name, ...check }) => [name, check]));
    expect(byName).toMatchObject({
      database: { status: 'ok' },
      connections: { status: 'ok' },
      disk: { status: 'unknown', value: null },
      mails: { status: 'ok', value: 0 },
    });
  });

  test('warns of delayed mails, of a disk that is nearly full, and without a worker', async () => {
    const full = await createTestProvider({ freeBytes: () => Promise.resolve(1_000) });
    const operator = await full.signUp({ admin: true });
    await full.call('auth.forgotPassword', { body: { email: operator.email } });
    full.clock.advance(11 * 60_000);
    const { checks } = (await full.call('admin.health', {}, operator)).body;
    const warnings = checks.filter(({ status }) => status === 'warning').map(({ name }) => name);
    expect(warnings).toEqual(['disk', 'worker', 'mails']);
  });
});

test('stats count accounts, use, bookmarks, imports and storage', async () => {
  const own = await createTestProvider();
  const operator = await own.signUp({ admin: true });
  const person = await own.signUp({ plan: 'pro' });
  await own.call('bookmarks.create', { body: { url: 'https://example.test/' } }, person);
  await own.call(
    'admin.updateUser',
    { params: { uuid: person.accountId }, body: { suspended: true } },
    operator,
  );
  await own.db.$client.query(
    `insert into imports (id, account_id, space_id, status, dry_run, created_at)
     values ($3, $1, $2, 'failed', false, now()), ($4, $1, $2, 'done', true, now())`,
    [person.accountId, person.spaceId, newId(), newId()],
  );
  await own.db.$client.query(
    `update account_activity set last_active_at = now() - interval '8 days' where account_id = $1`,
    [person.accountId],
  );
  await own.db.$client.query(`update accounts set created_at = now() - interval '1 day' where id = $1`, [
    person.accountId,
  ]);
  const { body } = await own.call('admin.stats', {}, operator);
  expect(body).toMatchObject({
    accounts: { total: 3, verified: 0, pro: 1, suspended: 1, admins: 2 },
    active: { day: 2, week: 2, month: 3 },
    bookmarks: 1,
    collections: 3,
    spaces: 3,
    imports: { queued: 0, running: 0, done: 0, failed: 1, undone: 0 },
  });
  expect(body.newAccounts.map(({ count }) => count).slice(-3)).toEqual([0, 1, 2]);
  expect(body.storageBytes).toBeGreaterThan(400);
  expect(body.databaseBytes).toBeGreaterThan(1_000_000);
});
