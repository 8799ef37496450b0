import { afterAll, expect, test } from 'vitest';
import { createProvider, openDatabase } from '@/provider/index';
import { queueClient } from '@/provider/jobs/queues';
import { mergeImport } from '@/provider/modules/imports/merge';
import { FeedBroken, RowFeed } from '@/provider/modules/imports/queries';
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

async function jobStates(): Promise<string[]> {
  const { rows } = await db.$client.query<{ state: string }>(
    `select state::text from schedule.job where name = 'imports' and singleton_key is not null order by created_on`,
  );
  return rows.map(({ state }) => state);
}

/** A bookmark file whose rest is sent when the test requests it. */
function slowFile(first: readonly string[], rest: readonly string[]) {
  const gate = Promise.withResolvers<null>();
  const [head = '', tail = ''] = file(...first, '<!--cut-->', ...rest).split('<!--cut-->');
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(encoder.encode(head));
      await gate.promise;
      controller.enqueue(encoder.encode(tail));
      controller.close();
    },
  });
  return { body, sendRest: () => gate.resolve(null) };
}

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
}, 30_000);

test('a job that another process runs during the upload leaves the import to the job that is sent on acceptance', async () => {
  await db.$client.query("delete from schedule.job where name = 'imports'");
  const person = await signUp();
  const { body, sendRest } = slowFile(lines(4_000), lines(10));
  const sent = sendToOther(person, body);
  await expect.poll(jobStates, { timeout: 10_000 }).toEqual(['created']);
  await importsIdle();
  expect(await jobStates()).toEqual(['completed']);
  sendRest();
  const uuid = await sent;
  expect([await statusOf(person, uuid), await jobStates()]).toEqual(['queued', ['completed', 'created']]);
  await importsIdle();
  expect(await read(person, uuid)).toMatchObject({ status: 'done', created: 4_000, duplicates: 10 });
}, 30_000);

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

test('a merge gives up a slow upload, and the complete file is merged', async () => {
  const person = await signUp();
  const { body, sendRest } = slowFile(lines(4_000), lines(10));
  const sent = sendToOther(person, body);
  const received = async () => {
    const { rows } = await db.$client.query<{ id: string; count: number }>(
      `select id, read_count as count from imports where account_id = $1 and status = 'receiving'`,
      [person.accountId],
    );
    return rows[0];
  };
  await expect.poll(async () => (await received())?.count, { timeout: 10_000 }).toBeGreaterThan(1_000);
  const { id = '', count = 0 } = (await received()) ?? {};
  const feed = new RowFeed(1);
  feed.advance(count);
  await expect(mergeImport(deps, { id, accountId: person.accountId }, feed)).rejects.toThrow(FeedBroken);
  expect(await list(person)).toEqual([]);
  sendRest();
  await sent;
  await importsIdle();
  expect(await read(person, id)).toMatchObject({ status: 'done', created: 4_000, duplicates: 10 });
}, 30_000);

test('an import is merged without a poll, follows its upload, and is awaited on shutdown', async () => {
  other.startJobs();
  const person = await signUp();
  const first = await sendToOther(person, file(...lines(3)));
  await expect.poll(() => statusOf(person, first), { timeout: 20_000 }).toBe('done');

  const { body, sendRest } = slowFile(lines(4_000), lines(10));
  const sent = sendToOther(person, body);
  const { accountId } = person;
  const followed = async (): Promise<number | undefined> => {
    const { rows } = await db.$client.query<{ count: number }>(
      `select created_count + attempts as count from imports where account_id = $1 and status = 'receiving'`,
      [accountId],
    );
    return rows[0]?.count;
  };
  // Shorter than the polling interval.
  await expect.poll(followed, { timeout: 4_000 }).toBeGreaterThan(1_000);
  const blocker = await createOutsider(databaseUrl);
  await blocker.query('begin; lock table bookmark_collections in share mode');
  sendRest();
  const uuid = await sent;
  await untilBlocked(blocker);
  const closed = other.close();
  expect(await statusOf(person, uuid)).toBe('running');
  await blocker.query('commit');
  await closed;
  expect(await read(person, uuid)).toMatchObject({ status: 'done', duplicates: 13 });
}, 60_000);
