import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { alternates } from '@/provider/testing/test-provider';
import { inTransaction } from '@/provider/db/transaction';
import { readPages } from '@/provider/modules/pages/jobs';
import { createPageReading, sendStory } from '@/provider/testing/page-reading';

const polling = { timeout: 20_000 };
const minuteMs = 60_000;

const pageReading = await createPageReading();
const { web, site, read, person, deps, db, clock, call, signUp } = pageReading;
const { url, save, saveOne, run, runUntilAsked, keptOf, count, encrypt, reset } = pageReading;

afterAll(() => site[Symbol.asyncDispose]());
beforeEach(reset);

test.skipIf(alternates)('a request for a page that is being fetched shares the fetch', async () => {
  const id = await saveOne();
  const { running, held } = await runUntilAsked();
  const content = call('bookmarks.content', { params: { uuid: id } }, person);
  sendStory(held, held.req);
  expect((await content).body.status).toBe('ready');
  await running;
  expect(web.asked).toHaveLength(1);
});

describe('nothing is stored', () => {
  /** Changes a bookmark while its page is being fetched. */
  async function changeDuringFetch(change: (id: string) => Promise<unknown>): Promise<string> {
    const id = await saveOne();
    const { running, held } = await runUntilAsked();
    await change(id);
    sendStory(held, held.req);
    await running;
    return id;
  }

  const expectNothingStored = async (id: string) => {
    expect(await keptOf(id)).toBeNull();
    expect(await count('page_fetches')).toBe(0);
  };

  test('of a bookmark that becomes encrypted while its page is being fetched', async () => {
    await expectNothingStored(await changeDuringFetch(encrypt));
  });

  test('of one that is deleted permanently', async () => {
    const erase = (uuid: string) =>
      call('bookmarks.delete', { params: { uuid }, query: { permanent: true } }, person);
    await expectNothingStored(await changeDuringFetch(erase));
  });

  test('of one whose URL is changed', async () => {
    const change = (uuid: string) =>
      call('bookmarks.update', { params: { uuid }, body: { url: url(1) } }, person);
    await expectNothingStored(await changeDuringFetch(change));
  });

  test('even if the page arrives during the transaction of such a change', async () => {
    const id = await saveOne();
    const { running, held } = await runUntilAsked();
    await inTransaction(db, async (tx) => {
      await tx.$client.query('delete from bookmarks where id = $1', [id]);
      sendStory(held, held.req);
      // The fetch either waits for this transaction or has already ended.
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await Promise.race([
        running,
        expect.poll(() => db.$client.query(waiting), polling).toHaveProperty('rowCount', 1),
      ]);
    });
    await running;
    await expectNothingStored(id);
  });

  test('of the words in any table, once the bookmark is encrypted', async () => {
    const id = await saveOne();
    await run();
    expect(await keptOf(id)).toMatchObject({ isFound: true });
    await encrypt(id);
    await expectNothingStored(id);
    const { rows } = await db.$client.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    for (const { name } of rows) {
      const found = await db.$client.query(
        `select from "${name}" x where x::text ~ 'h0\\.example|cancao|Canção'`,
      );
      expect([name, found.rowCount]).toEqual([name, 0]);
    }
  });
});

describe('a text follows its bookmark', () => {
  test('into another space', async () => {
    const id = await saveOne();
    await run();
    const { uuid } = (await call('spaces.create', { body: { name: 'Elsewhere' } }, person)).body;
    await db.$client.query('update bookmarks set space_id = $1 where id = $2', [uuid, id]);
    expect(await keptOf(id)).toMatchObject({ spaceId: uuid, isFound: true });
  });

  test('even if it is moved while its page is being stored', async () => {
    const id = await saveOne();
    const { running, held } = await runUntilAsked();
    const { uuid } = (await call('spaces.create', { body: { name: 'Meanwhile' } }, person)).body;
    await inTransaction(db, async (tx) => {
      await tx.$client.query('update bookmarks set space_id = $1 where id = $2', [uuid, id]);
      sendStory(held, held.req);
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(() => db.$client.query(waiting), polling).toHaveProperty('rowCount', 1);
    });
    await running;
    expect(await keptOf(id)).toMatchObject({ spaceId: uuid });
  });
});

test('a text without a search vector is indexed, regardless of the plan and the setting', async () => {
  const free = await signUp();
  const id = await saveOne(url(0), free);
  await call('bookmarks.content', { params: { uuid: id } }, free);
  await db.$client.query('update page_contents set search = null');
  await run({ ...deps, config: { ...deps.config, pageTexts: false } });
  expect(await keptOf(id)).toMatchObject({ isFound: true });
});

test('an aborted run ends at once, and its pages are fetched by the next process', async () => {
  const ids = await save([0, 1, 2, 3, 4, 5].map((host) => url(host)));
  let begun = 0;
  web.answer = () => (begun += 1);
  const shutdown = new AbortController();
  clock.advance(minuteMs);
  const ended = readPages(deps, shutdown.signal);
  await expect.poll(() => begun, polling).toBe(3);
  shutdown.abort();
  await ended;
  expect(await count('page_contents')).toBe(0);
  web.answer = sendStory;
  clock.advance(5_000);
  await read();
  expect(await count('page_contents')).toBe(ids.length);
});
