import { describe, expect, test } from 'vitest';
import { serviceLimits } from '@/lib/contract/service-limits';
import type { Input } from '@/lib/contract/index';
import { newId } from '@/provider/db/client';
import { cleanUp } from '@/provider/modules/cleanup/jobs';
import { countStatements } from '@/provider/testing/statements';
import { envelope, keyIdOf } from '@/provider/testing/envelopes';
import { libraryOf, wrongIn } from '@/provider/testing/account-data';
import { createOrganised } from '@/provider/testing/collections';
import { createEncrypter } from '@/provider/testing/bookmarks';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

// Guarantee: a key change that is uploaded in parts changes every bookmark of the key or none, whatever happens between
// its first and its last call; staged rows belong to one account, and are deleted afterwards.

const tested = await createTestProvider();
const { call, signUp, db, clock } = tested;
const { saveEncrypted, encryptAll } = createEncrypter(tested);

type Items = Input<'bookmarks.addToKeyChange'>['body']['items'];

const begin = async (person: TestAccount): Promise<string> =>
  (await call('bookmarks.beginKeyChange', {}, person)).body.uuid;
const add = (person: TestAccount, uuid: string, items: Items) =>
  call('bookmarks.addToKeyChange', { params: { uuid }, body: { items } }, person);
const apply = (person: TestAccount, uuid: string, body: Input<'bookmarks.applyKeyChange'>['body']) =>
  call('bookmarks.applyKeyChange', { params: { uuid }, body }, person);

const asideOf = async ({ accountId }: TestAccount): Promise<number> => {
  const { rowCount } = await db.$client.query(
    'select 1 from key_change_rows r join key_changes k on k.id = r.change_id where k.account_id = $1',
    [accountId],
  );
  return rowCount ?? 0;
};

/** Starts a key change, and stages the items in parts of two. */
async function stageItems(person: TestAccount, items: Items): Promise<string> {
  const change = await begin(person);
  for (let from = 0; from < items.length; from += 2) {
    const part = items.slice(from, from + 2);
    expect((await add(person, change, part)).body).toEqual({ added: part.length });
  }
  return change;
}

const replaces = keyIdOf('old');

describe('a key change in parts', () => {
  test('changes nothing before the last call, and then everything, in all spaces and in the trash', async () => {
    const person = await signUp({ plan: 'pro' });
    const { other } = await createOrganised(tested, person);
    const here = await saveEncrypted(person, 'old', 3);
    const there = await saveEncrypted({ ...person, spaceId: other.spaceId }, 'old', 2);
    await call('bookmarks.delete', { params: { uuid: here[0] ?? '' } }, person);
    const before = await libraryOf(db, person);
    const change = await stageItems(person, await encryptAll([...here, ...there], 'new'));
    expect(await libraryOf(db, person)).toEqual(before);
    clock.advance(1_000);
    expect((await apply(person, change, { count: 5, hint: 'New', replaces })).body).toEqual({ affected: 5 });
    const { content } = (await call('bookmarks.keys', {}, person)).body;
    expect(content).toMatchObject([{ key: keyIdOf('new'), hint: 'New', count: 5 }]);
    // All rows have the same modification time, so that an offline device receives all of them at its next sync.
    const { rows } = await db.$client.query(
      'select distinct updated_at from bookmarks where account_id = $1 and encrypted',
      [person.accountId],
    );
    expect(rows).toHaveLength(1);
    for (const id of [person.spaceId, other.spaceId]) expect(await wrongIn(db, id)).toEqual([]);
    expect(await asideOf(person)).toBe(0);
  });

  test('returns the same when its last call is repeated, also concurrently, and changes nothing then', async () => {
    const person = await signUp();
    const own = await saveEncrypted(person, 'old', 3);
    const change = await stageItems(person, await encryptAll(own, 'new'));
    const body = { count: 3, replaces };
    const twice = await Promise.all([apply(person, change, body), apply(person, change, body)]);
    expect(twice.map(({ body: { affected } }) => affected)).toEqual([3, 3]);
    const before = await libraryOf(db, person);
    clock.advance(1_000);
    expect((await apply(person, change, body)).body).toEqual({ affected: 3 });
    expect(await libraryOf(db, person)).toEqual(before);
    const late = await add(person, change, await encryptAll(own, 'third'));
    expect(late.problem.code).toBe('OUTDATED');
  });

  test('accepts a repeated part', async () => {
    const person = await signUp();
    const items = await encryptAll(await saveEncrypted(person, 'old', 3), 'new');
    const change = await stageItems(person, items);
    await add(person, change, items);
    expect((await apply(person, change, { count: 3, replaces })).body).toEqual({ affected: 3 });
  });
});

describe('a change is rejected as a whole', () => {
  test('if a bookmark was changed, deleted or created after staging, and retrying succeeds', async () => {
    const favorite = (person: TestAccount, uuid: string) =>
      call('bookmarks.favorite', { params: { uuid }, body: { favorite: true } }, person);
    const between: [string, (person: TestAccount, own: readonly string[]) => Promise<unknown>][] = [
      ['changed', (person, [first = '']) => favorite(person, first)],
      [
        'erased',
        (person, [first = '']) =>
          call('bookmarks.delete', { params: { uuid: first }, query: { permanent: true } }, person),
      ],
      ['made', (person) => saveEncrypted(person, 'old', 1)],
      [
        'decrypted',
        (person, [uuid = '']) =>
          call(
            'bookmarks.update',
            {
              params: { uuid },
              body: { encrypted: false, title: 'Readable', url: 'https://readable.example/' },
            },
            person,
          ),
      ],
    ];
    for (const [what, happen] of between) {
      const person = await signUp();
      const own = await saveEncrypted(person, 'old', 3);
      const change = await stageItems(person, await encryptAll(own, 'new'));
      clock.advance(1_000);
      const happened = (await happen(person, own)) as { status?: number };
      expect(happened.status ?? 200, what).toBeLessThan(300);
      const before = await libraryOf(db, person);
      const refused = await apply(person, change, { count: 3, replaces });
      expect([refused.status, refused.problem.code], what).toEqual([409, 'OUTDATED']);
      expect(await libraryOf(db, person), what).toEqual(before);
      const { rows } = await db.$client.query<{ id: string }>(
        'select id from bookmarks where account_id = $1 and encrypted',
        [person.accountId],
      );
      const again = await stageItems(
        person,
        await encryptAll(
          rows.map(({ id }) => id),
          'new',
        ),
      );
      const done = await apply(person, again, { count: rows.length, replaces });
      expect(done.body, what).toEqual({ affected: rows.length });
    }
  });

  test('if a part is missing, or a bookmark would still use the replaced key', async () => {
    const person = await signUp();
    const own = await encryptAll(await saveEncrypted(person, 'old', 3), 'new');
    const change = await stageItems(person, own.slice(0, 2));
    const before = await libraryOf(db, person);
    for (const count of [3, 2, 1, 0]) {
      expect((await apply(person, change, { count, replaces })).problem.code, `${count}`).toBe('OUTDATED');
    }
    expect(await libraryOf(db, person)).toEqual(before);
  });

  test('if the database fails in the middle: the old key remains valid, and the same call succeeds later', async () => {
    const person = await signUp();
    const own = await saveEncrypted(person, 'old', 4);
    const change = await stageItems(person, await encryptAll(own, 'new'));
    const before = await libraryOf(db, person);
    const breakAt = own.toSorted().at(-1) ?? '';
    await db.$client.query(`
      create function break_off() returns trigger language plpgsql as $$ begin
        if new.id = '${breakAt}' then perform pg_terminate_backend(pg_backend_pid()); end if;
        return new;
      end $$;
      create trigger break_off before update on bookmarks for each row execute function break_off()`);
    const broken = await apply(person, change, { count: 4, replaces });
    await db.$client.query('drop trigger break_off on bookmarks; drop function break_off()');
    expect(broken.status).toBeGreaterThanOrEqual(500);
    expect(await libraryOf(db, person)).toEqual(before);
    expect((await apply(person, change, { count: 4, replaces })).body).toEqual({ affected: 4 });
    tested.logged.length = 0;
  });
});

describe('a part', () => {
  test('is rejected as a whole for a bookmark that is readable, missing, of another account, outdated or repeated', async () => {
    const [person, other] = [await signUp(), await signUp()];
    const [first, second] = await encryptAll(await saveEncrypted(person, 'old', 2), 'new');
    if (!first || !second) throw new Error('two were saved');
    const body = { url: 'https://plain.example/' };
    const { uuid } = (await call('bookmarks.create', { body }, person)).body;
    const theirs = await encryptAll(await saveEncrypted(other, 'old', 1), 'new');
    const stale = { ...second, updatedAt: new Date(Date.parse(second.updatedAt) - 1).toISOString() };
    const change = await begin(person);
    const refusals: [Items, number, string][] = [
      [[first, ...(await encryptAll([uuid], 'new'))], 404, 'NOT_FOUND'],
      [[first, { ...second, uuid: newId() }], 404, 'NOT_FOUND'],
      [[first, ...theirs], 404, 'NOT_FOUND'],
      [[first, stale], 409, 'OUTDATED'],
      [[first, { ...second, updatedAt: '0000-01-01T00:00:00Z' }], 409, 'OUTDATED'],
      [[first, { ...first, cipher: envelope('new') }], 422, 'VALIDATION_FAILED'],
      [Array.from({ length: serviceLimits.envelopesOfPart + 1 }, () => first), 422, 'VALIDATION_FAILED'],
    ];
    for (const [items, status, code] of refusals) {
      const answer = await add(person, change, items);
      expect([answer.status, answer.problem.code]).toEqual([status, code]);
    }
    expect(await asideOf(person)).toBe(0);
  });

  test('and a change belong to one account: no other can add to it, apply it or read it', async () => {
    const [person, other] = [await signUp(), await signUp()];
    const own = await saveEncrypted(person, 'old', 2);
    const change = await stageItems(person, await encryptAll(own, 'new'));
    const theirs = await encryptAll(await saveEncrypted(other, 'old', 1), 'new');
    for (const answer of [await add(other, change, theirs), await apply(other, change, { count: 2 })]) {
      expect([answer.status, answer.problem.code]).toEqual([404, 'NOT_FOUND']);
    }
    await stageItems(other, theirs);
    expect([await asideOf(person), await asideOf(other)]).toEqual([2, 1]);
    const stored = await call('bookmarks.stored', { params: { uuid: own[0] ?? '' } }, person);
    expect(stored.body.tables.map(({ name }) => name)).toContain('key_change_rows');
  });
});

describe('staged rows', () => {
  test('with the longest envelopes are written in several statements, all or none', async () => {
    const person = await signUp();
    const all = await saveEncrypted(person, 'old', 12);
    const change = await begin(person);
    const counts: number[] = [];
    for (const bytes of [284, 28 + 256 * 1_167]) {
      const cipher = envelope('new', bytes);
      const items = (await encryptAll(all, 'new')).map((item) => ({ ...item, cipher }));
      const missing = [...items.slice(0, -1), { ...items[0]!, uuid: newId() }];
      expect((await add(person, change, missing)).status).toBe(404);
      expect(await asideOf(person)).toBe(counts.length * 12);
      counts.push(
        await countStatements(db, async () => {
          expect((await add(person, change, items)).body).toEqual({ added: 12 });
        }),
      );
    }
    expect(counts[1]).toBe((counts[0] ?? 0) + 1);
    expect((await apply(person, change, { count: 12, replaces })).body).toEqual({ affected: 12 });
  });

  test('are deleted by the next change of the account, so that their number is limited by its bookmarks', async () => {
    const person = await signUp();
    const items = await encryptAll(await saveEncrypted(person, 'old', 3), 'new');
    const [first, second] = [await stageItems(person, items), await stageItems(person, items.slice(0, 1))];
    expect(await asideOf(person)).toBe(1);
    expect((await apply(person, first, { count: 3, replaces })).status).toBe(404);
    expect((await add(person, second, items)).body).toEqual({ added: 3 });
    const begun = await Promise.all([begin(person), begin(person), begin(person)]);
    expect(new Set(begun).size).toBe(3);
    expect(await asideOf(person)).toBe(0);
  });

  test('are deleted by the schedule a day after the change started, and with their bookmark and their account', async () => {
    const person = await signUp();
    const [first = '', ...others] = await saveEncrypted(person, 'old', 3);
    const change = await stageItems(person, await encryptAll([first, ...others], 'new'));
    await call('bookmarks.delete', { params: { uuid: first }, query: { permanent: true } }, person);
    expect(await asideOf(person)).toBe(2);
    clock.advance(serviceLimits.keyChangeHours * 60 * 60_000 - 60_000);
    await cleanUp(tested.deps);
    expect(await asideOf(person)).toBe(2);
    clock.advance(60_000);
    await cleanUp(tested.deps);
    clock.advance(-serviceLimits.keyChangeHours * 60 * 60_000);
    expect(await asideOf(person)).toBe(0);
    expect((await apply(person, change, { count: 2, replaces })).status).toBe(404);
  });
});

test('eleven thousand are applied with a few more statements than two', async () => {
  const counts: number[] = [];
  for (const total of [2, 11_000]) {
    const person = await signUp();
    const items = await encryptAll(await saveEncrypted(person, 'old', total), 'new');
    const change = await begin(person);
    for (let from = 0; from < total; from += 5_000)
      await add(person, change, items.slice(from, from + 5_000));
    counts.push(
      await countStatements(db, async () => {
        const applied = await apply(person, change, { count: total, hint: 'New', replaces });
        expect(applied.body).toEqual({ affected: total });
      }),
    );
  }
  expect((counts[1] ?? 0) - (counts[0] ?? 0)).toBeLessThanOrEqual(5);
});
