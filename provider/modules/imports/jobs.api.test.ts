import { afterAll, expect, test } from 'vitest';
import { createProvider, openDatabase } from '@/provider/index';
import { queueClient } from '@/provider/jobs/queues';
import { startJobs } from '@/provider/jobs/start-jobs';
import { createOutsider, untilBlocked } from '@/provider/testing/database';
import { createImporter, file, link } from '@/provider/testing/imports';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';
import { passTime } from '@/provider/testing/work-queue';

const tested = await createTestProvider();
const { signUp, db, deps, databaseUrl, importsIdle } = tested;
const { list, read } = createImporter(tested);

// Another process: it shares only the database, and the workers of the test are not notified of its jobs.
const otherDb = openDatabase({ url: databaseUrl });
const other = createProvider({ ...deps, db: otherDb });

afterAll(() => otherDb.$client.end());

const lines = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => link(`https://example.com/${index}`, `Title ${index}`));

async function sendToOther(person: TestAccount, body: BodyInit): Promise<string> {
  const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'text/html' };
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
  const response = await other.fetch(new Request('http://provider.test/v1/bookmarks/import', init));
  expect(response.status).toBe(202);
  return ((await response.json()) as { uuid: string }).uuid;
}

const statusOf = async (person: TestAccount, uuid: string) => (await read(person, uuid)).status;

test('an import whose process was killed is merged by another one after the heartbeat timeout of its job', async () => {
  const person = await signUp();
  const uuid = await sendToOther(person, file(...lines(10)));
  const boss = queueClient(otherDb);
  expect(await boss.fetch('imports')).toHaveLength(1);
  await importsIdle();
  expect(await statusOf(person, uuid)).toBe('queued');

  await db.$client.query(
    "update schedule.job set heartbeat_on = heartbeat_on - interval '11 seconds' where state = 'active'",
  );
  await boss.supervise('imports');
  await passTime(db, 60_000);
  await importsIdle();
  expect(await read(person, uuid)).toMatchObject({ status: 'done', created: 10 });
});

test('an import whose first entries were erased since is merged to its end', async () => {
  const person = await signUp();
  const uuid = await sendToOther(person, file(...lines(10)));
  // As by encrypting a bookmark of these pages.
  await db.$client.query('delete from import_rows where account_id = $1 and position < 3', [
    person.accountId,
  ]);
  await importsIdle();
  expect(await read(person, uuid)).toMatchObject({ status: 'done', created: 7 });
  expect(await list(person)).toHaveLength(7);
});

test('an import is merged without a poll, and is awaited on shutdown', async () => {
  const stop = startJobs({ ...deps, db: otherDb });
  const person = await signUp();
  const first = await sendToOther(person, file(...lines(3)));
  // Shorter than the polling interval.
  await expect.poll(() => statusOf(person, first), { timeout: 4_000 }).toBe('done');

  const blocker = await createOutsider(databaseUrl);
  await blocker.query('begin; lock table bookmark_collections in share mode');
  const uuid = await sendToOther(person, file(...lines(10)));
  await untilBlocked(blocker);
  const stopped = stop();
  expect(await statusOf(person, uuid)).toBe('running');
  await blocker.query('commit');
  await stopped;
  expect(await read(person, uuid)).toMatchObject({ status: 'done', created: 7, duplicates: 3 });
});
