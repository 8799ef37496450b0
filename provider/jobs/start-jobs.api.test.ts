import { expect, test } from 'vitest';
import english from '@/messages/en/admin.json' with { type: 'json' };
import portuguese from '@/messages/pt-BR/admin.json' with { type: 'json' };
import { openDatabase } from '@/provider/dependencies';
import { startJobs as startJobsOf } from '@/provider/jobs/start-jobs';
import { startQueues } from '@/provider/jobs/start-queues';
import { countHits } from '@/provider/middleware/rate-limit';
import { createTestProvider } from '@/provider/testing/test-provider';

const { deps, db, signUp, call, startJobs, logged } = await createTestProvider();

/** Ages all windows of rate limits and all ended sessions: cleanups follow the clock of the database. */
async function age(days: number): Promise<void> {
  await db.$client.query('update rate_limits set expires_at = expires_at - make_interval(days => $1)', [
    days,
  ]);
  await db.$client.query('update sessions set revoked_at = revoked_at - make_interval(days => $1)', [days]);
}

const counts = async (): Promise<{ hits: number; sessions: number }> => {
  const { rows } = await db.$client.query<{ hits: number; sessions: number }>(
    'select (select count(*) from rate_limits)::int as hits, (select count(*) from sessions)::int as sessions',
  );
  return rows[0] ?? { hits: -1, sessions: -1 };
};

test('expired rows are deleted, and others are retained', async () => {
  await countHits(deps, [{ key: 'old', max: 1, windowMs: 1_000 }]);
  await call('auth.logout', {}, await signUp());
  await age(2);
  await countHits(deps, [{ key: 'new', max: 1, windowMs: 1_000 }]);
  const person = await signUp();
  await startJobs()();
  // The session that ended two days ago is retained for a month.
  expect(await counts()).toEqual({ hits: 1, sessions: 3 });
  await age(29);
  await startJobs()();
  expect(await counts()).toEqual({ hits: 0, sessions: 2 });
  expect((await call('auth.refresh', { body: { refreshToken: person.refreshToken } })).status).toBe(200);
});

test('an unavailable database is logged, and the process continues', async () => {
  const away = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nowhere' });
  await startJobsOf({ ...deps, db: away })();
  for (const message of ['job failed, will run again as scheduled', 'pg-boss could not start, will retry']) {
    expect(logged).toContainEqual(expect.objectContaining({ level: 'warn', message }));
  }
  await away.$client.end();
});

test('each job is scheduled once, regardless of the number of processes, and runs again when it is due', async () => {
  const [stop, stopOther] = [startJobs(), startJobs()];
  await stop();
  await stopOther();
  const { rows } = await db.$client.query('select name, cron from schedule.schedule order by name');
  expect(rows).toEqual([
    { name: 'account-activity', cron: '*/5 * * * *' },
    { name: 'billing', cron: '* * * * *' },
    { name: 'blobs', cron: '*/5 * * * *' },
    { name: 'bookmark-metadata', cron: '* * * * *' },
    { name: 'cleanup', cron: '17 * * * *' },
    { name: 'copies', cron: '* * * * *' },
    { name: 'covers', cron: '* * * * *' },
    { name: 'embeddings', cron: '* * * * *' },
    { name: 'imports', cron: '* * * * *' },
    { name: 'link-checks', cron: '* * * * *' },
    { name: 'mails', cron: '* * * * *' },
    { name: 'page-texts', cron: '* * * * *' },
    { name: 'product-reads', cron: '* * * * *' },
    { name: 'purge', cron: '37 * * * *' },
    { name: 'reindex', cron: '23 * * * *' },
    { name: 'related-words', cron: '* * * * *' },
    { name: 'vacuum', cron: '*/5 * * * *' },
  ]);
});

test('each job has a name in every language', async () => {
  await startJobs()();
  const { rows } = await db.$client.query<{ name: string }>('select name from schedule.schedule');
  const queues = rows.map(({ name }) => name).sort();
  for (const messages of [english, portuguese]) {
    expect(Object.keys(messages.jobs.queue).sort()).toEqual(queues.filter((name) => name !== 'ringing'));
  }
});

test('a scheduled job is run by a running process, whichever scheduled it', async () => {
  const runs: string[] = [];
  const ran = Promise.withResolvers<null>();
  const job = {
    name: 'ringing',
    cron: '0 0 1 1 *',
    run: () => {
      runs.push('ringing');
      ran.resolve(null);
      return Promise.resolve();
    },
  };
  const putThere = startQueues(deps, [job]);
  await putThere();
  await db.$client.query("insert into schedule.job (name, data) values ('ringing', '{}')");
  const stop = startQueues(deps, [job]);
  await ran.promise;
  await stop();
  expect(runs).toEqual(['ringing']);
});
