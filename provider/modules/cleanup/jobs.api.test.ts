import { describe, expect, test } from 'vitest';
import { limits } from '@/lib/contract/limits';
import { cleanup, purge, purgeBatch, purgeTrash } from '@/provider/modules/cleanup/jobs';
import { portionMs } from '@/provider/jobs/retention-clock';
import { createOutsider, untilBlocked } from '@/provider/testing/database';
import { libraryOf, wrongIn } from '@/provider/testing/account-data';
import { createOrganised } from '@/provider/testing/collections';
import { insertBookmarks } from '@/provider/testing/bookmarks';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db, deps, clock, databaseUrl, logged, startJobs } = tested;

const dayMs = 24 * 60 * 60_000;

const monthMs = limits.trashDays * dayMs;

/** Moves bookmarks to the trash with a deletion time in the past. */
const trash = async (person: TestAccount, ageMs: number, ...uuids: string[]) => {
  await call('bookmarks.bulk', { body: { action: 'delete', uuids } }, person);
  await db.$client.query('update bookmarks set deleted_at = $2 where id = any ($1)', [
    uuids,
    new Date(clock.now().getTime() - ageMs),
  ]);
};

const runPurge = () => purge(deps).run(AbortSignal.timeout(60_000));

const titles = async (person: TestAccount, query: object): Promise<string> => {
  const { content } = (await call('bookmarks.list', { query }, person)).body;
  return content
    .map(({ title }) => title)
    .sort()
    .join('');
};

test('bookmarks that have been in the trash for a month are deleted by the schedule, and nothing else', async () => {
  const [person, other] = [await signUp({ plan: 'pro' }), await signUp({ plan: 'pro' })];
  const { ids } = await createOrganised(tested, person);
  const theirs = await createOrganised(tested, other);
  await trash(person, monthMs - 60_000, ids.c);
  const before = await libraryOf(db, person);
  await purgeTrash(deps);
  expect(await libraryOf(db, person)).toEqual(before);
  await trash(person, monthMs + 60_000, ids.a, ids.b);
  await trash(other, 10 * monthMs, theirs.ids.c);
  await startJobs()();
  expect([await titles(person, { trash: true }), await titles(person, {})]).toEqual(['cold', 'de']);
  expect([await titles(other, { trash: true }), await titles(other, {})]).toEqual(['old', 'abde']);
  for (const { spaceId } of [person, other]) expect(await wrongIn(db, spaceId)).toEqual([]);
});

describe('a clock that jumps ahead', () => {
  test('of the process deletes nothing that has not expired by the clock of the database', async () => {
    const person = await signUp({ plan: 'pro' });
    const { ids } = await createOrganised(tested, person);
    await trash(person, monthMs - dayMs, ids.a);
    await trash(person, monthMs + dayMs, ids.b);
    clock.advance(2 * 365 * dayMs);
    const { rows } = await db.$client.query<{ count: number }>(
      'select count(*)::int as count from sessions where account_id = $1',
      [person.accountId],
    );
    await runPurge();
    await cleanup(deps).run(AbortSignal.timeout(60_000));
    clock.advance(-2 * 365 * dayMs);
    expect(await titles(person, { trash: true })).toBe('aold');
    expect(rows).toEqual([{ count: 1 }]);
    expect((await call('account.get', {}, person)).status).toBe(200);
    const warning = { level: 'warn', message: 'the clock differs from that of the database' };
    expect(logged.filter(({ message }) => message === warning.message)).toMatchObject([
      { ...warning, fields: { job: 'purge' } },
      { ...warning, fields: { job: 'cleanup' } },
    ]);
  });

  // Both clocks are at a time at which the whole trash has expired, as they are on one machine.
  test('of the process and of the database deletes in portions, from the end of the last run on', async () => {
    const person = await signUp({ plan: 'pro' });
    const { ids } = await createOrganised(tested, person);
    const lastRunMs = 400 * dayMs;
    await trash(person, lastRunMs + monthMs - portionMs + 60_000, ids.a);
    await trash(person, lastRunMs + monthMs - portionMs - 60_000, ids.b);
    await trash(person, lastRunMs + monthMs - 2 * portionMs - 60_000, ids.c);
    await db.$client.query("update cleanup_runs set reached_at = $1 where job = 'purge'", [
      new Date(clock.now().getTime() - lastRunMs),
    ]);
    await runPurge();
    expect(await titles(person, { trash: true })).toBe('bcold');
    await runPurge();
    expect(await titles(person, { trash: true })).toBe('cold');
    expect(logged.at(-1)).toMatchObject({ level: 'warn', message: 'expired rows are deleted in portions' });
  });

  test('and back again continues with the right time', async () => {
    const person = await signUp({ plan: 'pro' });
    const { ids } = await createOrganised(tested, person);
    await trash(person, monthMs + 60_000, ids.a);
    await trash(person, monthMs - 60_000, ids.b);
    await db.$client.query(
      "update cleanup_runs set reached_at = now() + interval '1 year' where job = 'purge'",
    );
    await runPurge();
    expect(await titles(person, { trash: true })).toBe('bold');
  });
});

test('large numbers are deleted in batches', async () => {
  const person = await signUp({ plan: 'pro' });
  const { home } = await createOrganised(tested, person);
  const deletedAt = new Date(clock.now().getTime() - (limits.trashDays + 1) * dayMs);
  const samples = Array.from({ length: purgeBatch + 5 }, (_, index) => ({
    title: `${index}`,
    url: `https://x.example/${index}`,
    collections: [home],
    deletedAt,
  }));
  await insertBookmarks(db, person, samples);
  await purgeTrash(deps);
  const { rowCount } = await db.$client.query('select 1 from bookmarks where account_id = $1', [
    person.accountId,
  ]);
  expect(rowCount).toBe(6);
  expect(await wrongIn(db, person.spaceId)).toEqual([]);
});

test('a bookmark that is restored while the job waits for its space is kept', async () => {
  const person = await signUp({ plan: 'pro' });
  const { ids } = await createOrganised(tested, person);
  await trash(person, monthMs + dayMs, ids.a, ids.b);
  const outsider = await createOutsider(databaseUrl);
  await outsider.query('begin');
  await outsider.query('select 1 from spaces where id = $1 for no key update', [person.spaceId]);
  await outsider.query('update bookmarks set deleted_at = null where id = $1', [ids.a]);
  const purged = purgeTrash(deps);
  await untilBlocked(outsider);
  await outsider.query('commit');
  await purged;
  const { rows } = await db.$client.query('select id from bookmarks where id = any ($1)', [[ids.a, ids.b]]);
  expect(rows).toEqual([{ id: ids.a }]);
  expect(await wrongIn(db, person.spaceId)).toEqual([]);
});
