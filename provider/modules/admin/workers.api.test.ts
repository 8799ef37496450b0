import { expect, test } from 'vitest';
import { startHeartbeat } from '@/provider/modules/admin/workers';
import { alternates, createTestProvider } from '@/provider/testing/test-provider';

const { call, signUp, db, deps, startJobs } = await createTestProvider();
const admin = await signUp({ admin: true });

const health = async () => {
  const { workers, checks } = (await call('admin.health', {}, admin)).body;
  return { workers, check: checks.find(({ name }) => name === 'worker') };
};

test('administrators see whether a worker is running, and when one was last seen', async () => {
  expect(await health()).toMatchObject({
    workers: { running: 0, machines: 0, lastSeenAt: null },
    check: { status: 'warning', value: 0 },
  });
  const stop = startJobs();
  const running = {
    workers: { running: alternates ? 2 : 1, machines: 1 },
    check: { status: 'ok', value: 1 },
  };
  await expect.poll(health).toMatchObject(running);
  await stop();
  const stopped = await health();
  expect(stopped).toMatchObject({ workers: { running: 0, machines: 0 }, check: { status: 'warning' } });
  expect(Date.parse(stopped.workers.lastSeenAt ?? '')).toBeGreaterThan(0);
});

test('a worker that was killed is not running, and is forgotten after a day', async () => {
  await db.$client.query('delete from workers');
  const seen = (ago: string) =>
    db.$client.query(
      `insert into workers (id, machine, is_running, started_at, seen_at)
       values (gen_random_uuid(), $1::text, true, now(), now() - $1::text::interval)`,
      [ago],
    );
  await seen('30 seconds');
  await seen('45 seconds');
  await seen('90 seconds');
  await seen('25 hours');
  expect((await health()).workers).toMatchObject({ running: 2, machines: 2 });
  await startHeartbeat(deps)();
  const { rows } = await db.$client.query<{ machine: string }>(
    `select machine from workers where machine like '%s' order by seen_at desc`,
  );
  expect(rows.map(({ machine }) => machine)).toEqual(['30 seconds', '45 seconds', '90 seconds']);
});
