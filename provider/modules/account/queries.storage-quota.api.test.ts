import { describe, expect, test } from 'vitest';
import { newId } from '@/provider/db/client';
import { wrongCounters } from '@/provider/testing/account-data';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const quota = 100_000;
const { call, signUp, db, importsIdle } = await createTestProvider({ config: { storageQuotaBytes: quota } });

const url = (index: number | string): string => `https://quota.example/${index}`;
const tenth = 'x'.repeat(9_500);

async function bytesOf({ accountId }: TestAccount): Promise<number> {
  const { rows } = await db.$client.query<{ bytes: number }>(
    'select sum(stored_bytes)::integer as bytes from spaces where account_id = $1',
    [accountId],
  );
  return rows[0]?.bytes ?? 0;
}

/** Creates an account with nine bookmarks of some 10,000 bytes; one more fits. */
async function nearlyFull(): Promise<TestAccount & { uuids: string[] }> {
  const person = await signUp();
  const uuids: string[] = [];
  for (let index = 0; index < 9; index += 1) {
    const body = { url: url(index), description: tenth };
    uuids.push((await call('bookmarks.create', { body }, person)).body.uuid);
  }
  return { ...person, uuids };
}

describe('an account whose storage is full', () => {
  test('saves no more, with a localized message, and nothing changes', async () => {
    const person = await nearlyFull();
    await call('bookmarks.create', { body: { url: url('last'), description: 'x'.repeat(9_000) } }, person);
    const before = await bytesOf(person);
    const body = { url: url('more'), description: tenth };
    const refused = await call(
      'bookmarks.create',
      { body },
      { ...person, headers: { 'accept-language': 'pt-BR' } },
    );
    expect(refused.status).toBe(409);
    expect(refused.problem).toMatchObject({ code: 'QUOTA_EXCEEDED' });
    expect(refused.problem.message).toContain('armazenamento');
    expect(await bytesOf(person)).toBe(before);
    expect((await call('bookmarks.list', { query: {} }, person)).body.pagination.total).toBe(10);
    expect(await wrongCounters(db, person.spaceId)).toEqual([]);
  });

  test('can delete, trash and shorten bookmarks, and then save again', async () => {
    const person = await nearlyFull();
    const [first = '', second = ''] = person.uuids;
    const more = { url: url('more'), description: 'x'.repeat(15_000) };
    expect((await call('bookmarks.create', { body: more }, person)).problem.code).toBe('QUOTA_EXCEEDED');
    await call('bookmarks.update', { params: { uuid: first }, body: { description: '' } }, person);
    expect((await call('bookmarks.create', { body: more }, person)).status).toBe(201);
    const longer = { description: 'x'.repeat(19_000) };
    const grown = await call('bookmarks.update', { params: { uuid: second }, body: longer }, person);
    expect(grown.problem.code).toBe('QUOTA_EXCEEDED');
    // The trash counts as well, until it is emptied.
    await call('bookmarks.delete', { params: { uuid: second }, query: {} }, person);
    expect((await call('bookmarks.create', { body: { ...more, url: url(2.5) } }, person)).status).toBe(409);
    await call('bookmarks.delete', { params: { uuid: second }, query: { permanent: 'true' } }, person);
    expect((await call('bookmarks.create', { body: { url: url('again') } }, person)).status).toBe(201);
    expect(await wrongCounters(db, person.spaceId)).toEqual([]);
  });

  test('saves those of twenty concurrent bookmarks that fit', async () => {
    const person = await nearlyFull();
    const saved = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        call('bookmarks.create', { body: { url: url(`once/${index}`), description: tenth } }, person),
      ),
    );
    expect(saved.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(saved.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await bytesOf(person)).toBeLessThanOrEqual(quota);
  });

  test('accepts no envelopes, all or none', async () => {
    const person = await nearlyFull();
    const items = Array.from({ length: 20 }, (_, fill) => ({ uuid: newId(), cipher: sampleEnvelope(fill) }));
    const refused = await call('bookmarks.createEncrypted', { body: { items } }, person);
    expect(refused.problem.code).toBe('QUOTA_EXCEEDED');
    expect((await call('bookmarks.encrypted', { query: {} }, person)).body.content).toEqual([]);
  });

  test('fails an import, without any rows', async () => {
    const person = await nearlyFull();
    const file = Array.from(
      { length: 60 },
      (_, index) => `<DT><A HREF="${url(`file/${index}`)}">${index}</A>`,
    );
    const body = `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>${file.join('\n')}</DL>`;
    const started = await call(
      'bookmarks.import',
      { query: {}, body },
      { ...person, headers: { 'content-type': 'text/html' } },
    );
    await importsIdle();
    const report = await call('bookmarks.getImport', { params: { uuid: started.body.uuid } }, person);
    expect(report.body).toMatchObject({ status: 'failed', failure: 'QUOTA_EXCEEDED', created: 0 });
    expect((await call('bookmarks.list', { query: {} }, person)).body.pagination.total).toBe(9);
    expect(await wrongCounters(db, person.spaceId)).toEqual([]);
  });

  test('does not prevent another account from saving', async () => {
    await nearlyFull();
    const other = await signUp();
    expect(
      (await call('bookmarks.create', { body: { url: url(1), description: tenth } }, other)).status,
    ).toBe(201);
  });
});

test('the quota applies to all spaces of an account together, and a move between them is allowed', async () => {
  const person = await nearlyFull();
  const { body: space } = await call('spaces.create', { body: { name: 'Second' } }, person);
  const there = { ...person, spaceId: space.uuid };
  const body = { url: url('there'), description: 'x'.repeat(15_000) };
  expect((await call('bookmarks.create', { body }, there)).problem.code).toBe('QUOTA_EXCEEDED');
  const moved = await call(
    'bookmarks.bulk',
    { body: { action: 'move', uuids: person.uuids, space: space.uuid } },
    person,
  );
  expect(moved.body.affected).toBe(9);
  for (const id of [person.spaceId, space.uuid]) expect(await wrongCounters(db, id)).toEqual([]);
});

test('parts of a key change are limited by the quota', async () => {
  const person = await signUp();
  const items = Array.from({ length: 80 }, (_, fill) => ({ uuid: newId(), cipher: sampleEnvelope(fill) }));
  await call('bookmarks.createEncrypted', { body: { items } }, person);
  const { content } = (await call('bookmarks.encrypted', { query: {} }, person)).body;
  const { body: change } = await call('bookmarks.beginKeyChange', {}, person);
  const long = `mw1.${Buffer.concat([
    Buffer.from(sampleEnvelope(1).slice(4), 'base64url').subarray(0, 24),
    Buffer.alloc(28 + 256 * 8),
  ]).toString('base64url')}`;
  const part = (from: number) =>
    call(
      'bookmarks.addToKeyChange',
      {
        params: { uuid: change.uuid },
        body: {
          items: content
            .slice(from, from + 30)
            .map(({ uuid, updatedAt }) => ({ uuid, updatedAt, cipher: long })),
        },
      },
      person,
    );
  expect((await part(0)).status).toBe(200);
  expect((await part(30)).problem.code).toBe('QUOTA_EXCEEDED');
});
