import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Input } from '@/lib/contract/index';
import { urlKeyHash } from '@/lib/domain/url-key';
import { newId } from '@/provider/db/client';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { tablesWith } from '@/provider/testing/database';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const { call, signUp, db, clock } = await createTestProvider();

const cipher = sampleEnvelope();

/** Inserts the temporary data of an import: the staged row, and an entry of its report. */
async function leaveImport(accountId: string, spaceId: string, url: string, title: string): Promise<void> {
  const importId = newId();
  await db.$client.query(
    `insert into imports (id, account_id, space_id, status, dry_run, rows, created_at)
     values ($1, $2, $3, 'done', false, $4, now())`,
    [
      importId,
      accountId,
      spaceId,
      JSON.stringify([
        { line: 1, reason: 'duplicate_in_library', title, url },
        // Reports truncate long addresses.
        { line: 3, reason: 'duplicate_in_library', title: '', url: url.slice(0, 30), key: urlKeyHash(url) },
        { line: 2, reason: 'invalid_url', title: 'Another', url: 'x' },
      ]),
    ],
  );
}

test('a bookmark that becomes encrypted leaves no readable copy anywhere in the database', async () => {
  const person = await signUp();
  const canary = `canary${randomBytes(8).toString('hex')}`;
  const url = `https://${canary}.example/${canary}`;
  const body = { title: `On ${canary}`, url, description: canary, tags: `${canary},other` };
  const { uuid } = (await call('bookmarks.create', { body }, person)).body;
  await db.$client.query(`update bookmarks set extra = $2 where id = $1`, [uuid, { SHORTCUTURL: canary }]);
  await db.$client.query(`insert into favicons (host, fetched_at) values ($1, now())`, [`${canary}.example`]);
  await leaveImport(person.accountId, person.spaceId, `${url}?utm_source=x`, body.title);
  expect(await tablesWith(db, canary)).toEqual(['bookmarks', 'favicons', 'imports', 'space_words', 'tags']);

  const encrypted = await call(
    'bookmarks.update',
    { params: { uuid }, body: { encrypted: true, cipher, hint: 'The usual' } },
    person,
  );
  expect(encrypted.body).toMatchObject({
    uuid,
    encrypted: true,
    cipher,
    hint: 'The usual',
    title: null,
    tags: '',
  });
  expect(await tablesWith(db, canary)).toEqual([]);
  const { rows } = await db.$client.query<{ rows: unknown[] }>(
    'select rows from imports where account_id = $1',
    [person.accountId],
  );
  expect(rows[0]?.rows).toHaveLength(1);
});

test('duplicates in the trash are deleted too, and undo does not restore them', async () => {
  const person = await signUp();
  const canary = `canary${randomBytes(8).toString('hex')}`;
  const url = `https://${canary}.example/page`;
  const create = async (title: string, body: object = {}) =>
    (await call('bookmarks.create', { body: { title, url, force: true, ...body } }, person)).body.uuid;
  const [kept, merged] = [await create('Kept'), await create(`On ${canary}`)];
  const live = await create('Live');
  const other = await create('Another page', { url: 'https://other.example/' });
  const merge = { keep: kept, uuids: [merged] };
  const { undo } = (await call('bookmarks.merge', { body: merge }, person)).body;
  await call('bookmarks.delete', { params: { uuid: other }, query: {} }, person);
  await call('bookmarks.update', { params: { uuid: kept }, body: { encrypted: true, cipher } }, person);
  await call('bookmarks.undo', { params: { uuid: undo ?? '' } }, person);
  const { rows } = await db.$client.query<{ id: string }>(
    'select id from bookmarks where account_id = $1 and not encrypted order by created_at, id',
    [person.accountId],
  );
  expect(rows.map(({ id }) => id).sort()).toEqual([live, other].sort());
});

test.each(['bookmarks.update', 'bookmarks.reencrypt'] as const)(
  'duplicates in the trash of other spaces are deleted by %s, those of another account are kept',
  async (id) => {
    const [person, stranger] = [await signUp({ plan: 'pro' }), await signUp()];
    const url = `https://${id}.example/page`;
    const space = (await call('spaces.create', { body: { name: 'Other' } }, person)).body.uuid;
    const save = async (account: TestAccount) =>
      (await call('bookmarks.create', { body: { url } }, account)).body;
    const saved = await save(person);
    const [there, foreign] = [await save({ ...person, spaceId: space }), await save(stranger)];
    await call('bookmarks.delete', { params: there, query: {} }, { ...person, spaceId: space });
    await call('bookmarks.delete', { params: foreign, query: {} }, stranger);
    const { uuid, updatedAt } = saved;
    if (id === 'bookmarks.update') {
      await call(id, { params: { uuid }, body: { encrypted: true, cipher } }, person);
    } else {
      await call(id, { body: { items: [{ uuid, cipher, updatedAt }] } }, person);
    }
    const { rows } = await db.$client.query<{ id: string }>('select id from bookmarks where url = $1', [url]);
    expect(rows).toEqual([{ id: foreign.uuid }]);
  },
);

test('it is not found by search, tag, domain or as a duplicate any more', async () => {
  const person = await signUp();
  const url = 'https://hidden.example/page';
  const { uuid } = (
    await call('bookmarks.create', { body: { title: 'Hidden words', url, tags: 'veiled' } }, person)
  ).body;
  await call('bookmarks.update', { params: { uuid }, body: { encrypted: true, cipher } }, person);
  for (const q of ['hidden', 'words', 'veiled', 'page']) {
    const found = (await call('search.find', { query: { q } }, person)).body;
    expect([found.bookmarks, found.tags, found.pagination.total]).toEqual([[], [], 0]);
  }
  for (const query of [{ tag: 'veiled' }, { domain: 'hidden.example' }]) {
    expect((await call('bookmarks.list', { query }, person)).body.pagination.total).toBe(0);
  }
  expect((await call('bookmarks.create', { body: { url } }, person)).status).toBe(201);
});

test('it is last in the order of titles', async () => {
  const person = await signUp();
  await call('bookmarks.create', { body: { encrypted: true, cipher } }, person);
  for (const title of ['Zebra', 'Ωmega', '🙂']) {
    await call('bookmarks.create', { body: { title, url: `https://${newId()}.example/` } }, person);
  }
  const query = { sortField: 'title', sortOrder: 'ASC', size: 2 } as const;
  const first = (await call('bookmarks.list', { query }, person)).body;
  const next = { ...query, cursor: first.pagination.next ?? '' };
  const rest = (await call('bookmarks.list', { query: next }, person)).body;
  expect([...first.content, ...rest.content].map(({ title }) => title)).toEqual([
    'Zebra',
    'Ωmega',
    '🙂',
    null,
  ]);
});

test('the database rejects readable text beside an envelope', async () => {
  const person = await signUp();
  const { uuid } = (await call('bookmarks.create', { body: { encrypted: true, cipher } }, person)).body;
  for (const change of [
    `title = 'x'`,
    `url = 'x'`,
    `tags = '{x}'`,
    `search = 'tx'`,
    `title_key = 'x'`,
    `extra = '{}'`,
  ]) {
    await expect(db.$client.query(`update bookmarks set ${change} where id = $1`, [uuid])).rejects.toThrow(
      /check/,
    );
  }
});

test('a change of a bookmark that was changed since it was read is rejected', async () => {
  const person = await signUp();
  const made = (
    await call('bookmarks.create', { body: { url: 'https://a.example/', title: 'First' } }, person)
  ).body;
  const params = { uuid: made.uuid };
  const change = (body: Input<'bookmarks.update'>['body']) =>
    call('bookmarks.update', { params, body }, person);
  clock.advance(1_000);
  const second = await change({ title: 'Second', updatedAt: made.updatedAt });
  expect(second.body.title).toBe('Second');
  for (const body of [{ title: 'Third' }, { encrypted: true, cipher }, { favorite: true }, {}]) {
    const refused = await change({ ...body, updatedAt: made.updatedAt });
    expect([refused.status, refused.problem.code]).toEqual([409, 'OUTDATED']);
    expect(refused.problem.message).toMatch(/changed since you opened it/);
  }
  expect((await call('bookmarks.list', {}, person)).body.content).toEqual([second.body]);
  expect((await change({ encrypted: true, cipher, updatedAt: second.body.updatedAt })).status).toBe(200);
});

describe('an envelope', () => {
  const bytes = (change: (bytes: Buffer) => void): string => {
    const copy = Buffer.from(cipher.slice('mw1.'.length), 'base64url');
    change(copy);
    return `mw1.${copy.toString('base64url')}`;
  };
  const wrong: [string, string][] = [
    ['another prefix', cipher.replace('mw1.', 'mw2.')],
    ['another version', bytes((copy) => copy.writeUInt8(2, 0))],
    ['another algorithm', bytes((copy) => copy.writeUInt8(2, 1))],
    ['too few iterations', bytes((copy) => copy.writeUInt32BE(599_999, 2))],
    ['too many iterations', bytes((copy) => copy.writeUInt32BE(2_000_001, 2))],
    ['no ciphertext', cipher.slice(0, 4 + 32 + 16 + 22)],
    ['a head alone', cipher.slice(0, 4 + 32)],
    ['a length that no padding gives', cipher.slice(0, -4)],
    ['a character that is not base64url', `${cipher.slice(0, -1)}+`],
  ];

  test.each(wrong)('with %s is rejected by every call that stores one', async (_, refused) => {
    const person = await signUp();
    const { uuid, updatedAt } = (
      await call('bookmarks.create', { body: { encrypted: true, cipher } }, person)
    ).body;
    const item = { uuid, cipher: refused, updatedAt };
    const change = (await call('bookmarks.beginKeyChange', {}, person)).body.uuid;
    const answers = [
      await call('bookmarks.create', { body: { encrypted: true, cipher: refused } }, person),
      await call(
        'bookmarks.update',
        { params: { uuid }, body: { encrypted: true, cipher: refused, updatedAt } },
        person,
      ),
      await call(
        'bookmarks.createEncrypted',
        { body: { items: [{ uuid: newId(), cipher: refused }] } },
        person,
      ),
      await call('bookmarks.reencrypt', { body: { items: [item] } }, person),
      await call('bookmarks.addToKeyChange', { params: { uuid: change }, body: { items: [item] } }, person),
    ];
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
    const { content } = (await call('bookmarks.list', { query: {} }, person)).body;
    expect(content.map((stored) => stored.cipher)).toEqual([cipher]);
  });
});
