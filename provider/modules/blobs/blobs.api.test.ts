import { describe, expect, test } from 'vitest';
import { BlobTooLarge } from '@/provider/integrations/blobs/blob-store';
import { inTransaction } from '@/provider/db/transaction';
import { addReferences, deleteReferences, findBlob, storeBlob } from '@/provider/modules/blobs/blobs';
import { purgeBlobs } from '@/provider/modules/blobs/jobs';
import { attachText, storeText, textOf } from '@/provider/testing/blobs';
import { envelope } from '@/provider/testing/envelopes';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const quota = 100_000;
const { call, signUp, db, deps, clock } = await createTestProvider({ config: { storageQuotaBytes: quota } });

const signal = new AbortController().signal;
const name = 'cover-320';
let pages = 0;

async function createBookmark(person: TestAccount) {
  const body = { url: `https://blobs.example/${(pages += 1)}`, title: 'Page' };
  const { uuid } = (await call('bookmarks.create', { body }, person)).body;
  return { accountId: person.accountId, bookmarkId: uuid, name };
}

async function usageOf({ accountId }: TestAccount): Promise<number> {
  const { rows } = await db.$client.query<{ bytes: string }>(
    'select coalesce(sum(bytes), 0) as bytes from blob_usage where account_id = $1',
    [accountId],
  );
  return Number(rows[0]?.bytes);
}

/** Returns the number of rows that mention a blob. */
async function rowsOf(hash: string): Promise<number> {
  const { rows } = await db.$client.query<{ count: number }>(
    `select ((select count(*) from blobs where hash = $1) + (select count(*) from blob_references where hash = $1)
      + (select count(*) from blob_releases where hash = $1))::integer as count`,
    [hash],
  );
  return rows[0]?.count ?? 0;
}

const dayMs = 24 * 60 * 60_000;

/** Runs the job a day later. */
async function purgeTomorrow(): Promise<void> {
  const later = { ...deps, clock: () => new Date(clock.now().getTime() + dayMs + 60_000) };
  await purgeBlobs(later, signal);
}

test('a stored file is found by its use, and stays as long as it is used', async () => {
  const person = await signUp();
  const use = await createBookmark(person);
  const blob = await attachText(deps, use, 'kept');
  await purgeTomorrow();
  expect(await findBlob(db, use)).toEqual({ hash: blob.hash, size: 4, contentType: 'text/plain' });
  expect(await textOf(deps, blob.hash)).toBe('kept');
  expect(await findBlob(db, { ...use, name: 'another' })).toBeNull();
  expect(await findBlob(db, { ...use, accountId: (await signUp()).accountId })).toBeNull();
});

test('a file that is never used is deleted a day later', async () => {
  const blob = await storeText(deps, 'never used');
  await purgeBlobs(deps, signal);
  expect(await textOf(deps, blob.hash)).toBe('never used');
  await purgeTomorrow();
  expect(await textOf(deps, blob.hash)).toBeNull();
  expect(await rowsOf(blob.hash)).toBe(0);
});

test('a file that is too large leaves no row', async () => {
  const before = await db.$client.query('select from blobs');
  const options = { contentType: 'text/plain', maxBytes: 3 };
  await expect(storeBlob(deps, [Buffer.from('four')], options)).rejects.toThrow(BlobTooLarge);
  expect((await db.$client.query('select from blobs')).rowCount).toBe(before.rowCount);
});

test('equal files of two accounts are one object, which the last one deletes', async () => {
  const [one, other] = [await signUp(), await signUp()];
  const [first, second] = [await createBookmark(one), await createBookmark(other)];
  const { hash } = await attachText(deps, first, 'shared');
  expect((await attachText(deps, second, 'shared')).hash).toBe(hash);
  await call('bookmarks.delete', { params: { uuid: first.bookmarkId }, query: { permanent: 'true' } }, one);
  await purgeTomorrow();
  expect(await textOf(deps, hash)).toBe('shared');
  await call('account.delete', { body: { email: other.email } }, other);
  await purgeTomorrow();
  expect(await textOf(deps, hash)).toBeNull();
  expect(await rowsOf(hash)).toBe(0);
});

test('a file that is replaced is deleted a day later', async () => {
  const use = await createBookmark(await signUp());
  const before = await attachText(deps, use, 'before');
  const after = await storeText(deps, 'after');
  await inTransaction(db, async (tx) => {
    await deleteReferences(tx, use, [name]);
    await addReferences(tx, [{ use, blob: after }], clock.now());
  });
  await purgeBlobs(deps, signal);
  expect(await textOf(deps, before.hash)).toBe('before');
  await purgeTomorrow();
  expect(await textOf(deps, before.hash)).toBeNull();
  expect(await textOf(deps, after.hash)).toBe('after');
});

test('a file that was deleted meanwhile cannot be used', async () => {
  const use = await createBookmark(await signUp());
  const blob = await storeText(deps, 'too late');
  await purgeTomorrow();
  const add = inTransaction(db, (tx) => addReferences(tx, [{ use, blob }], clock.now()));
  await expect(add).rejects.toThrow();
  expect(await findBlob(db, use)).toBeNull();
});

describe('a bookmark that becomes encrypted', () => {
  const encrypt = {
    one: (uuid: string, person: TestAccount) =>
      call(
        'bookmarks.update',
        { params: { uuid }, body: { encrypted: true, cipher: envelope('key') } },
        person,
      ),
    many: async (uuid: string, person: TestAccount) => {
      const { updatedAt } = (await call('bookmarks.details', { params: { uuid } }, person)).body;
      const items = [{ uuid, updatedAt, cipher: envelope('key') }];
      return call('bookmarks.reencrypt', { body: { items } }, person);
    },
  };

  test.each(['one', 'many'] as const)('loses its file at once, with %s', async (kind) => {
    const person = await signUp();
    const use = await createBookmark(person);
    const { hash } = await attachText(deps, use, `secret ${kind}`);
    expect((await encrypt[kind](use.bookmarkId, person)).status).toBe(200);
    expect(await findBlob(db, use)).toBeNull();
    expect(await usageOf(person)).toBe(0);
    await purgeBlobs(deps, signal);
    expect(await textOf(deps, hash)).toBeNull();
    expect(await rowsOf(hash)).toBe(0);
  });

  test('loses the files of its copies in the trash too', async () => {
    const person = await signUp();
    const use = await createBookmark(person);
    const { url } = (await call('bookmarks.details', { params: { uuid: use.bookmarkId } }, person)).body;
    const body = { url: url ?? '', title: 'Copy', force: true };
    const copy = (await call('bookmarks.create', { body }, person)).body.uuid;
    const { hash } = await attachText(deps, { ...use, bookmarkId: copy }, 'secret copy');
    await call('bookmarks.delete', { params: { uuid: copy }, query: {} }, person);
    await encrypt.one(use.bookmarkId, person);
    await purgeBlobs(deps, signal);
    expect(await textOf(deps, hash)).toBeNull();
  });
});

describe('the storage of an account', () => {
  test('counts files, until they are no longer used', async () => {
    const person = await signUp();
    const use = await createBookmark(person);
    await attachText(deps, use, 'x'.repeat(1_000));
    await attachText(deps, { ...use, name: 'cover-640' }, 'x'.repeat(1_000));
    expect(await usageOf(person)).toBe(2_000);
    await inTransaction(db, (tx) => deleteReferences(tx, use, [name]));
    expect(await usageOf(person)).toBe(1_000);
    await call(
      'bookmarks.delete',
      { params: { uuid: use.bookmarkId }, query: { permanent: 'true' } },
      person,
    );
    expect(await usageOf(person)).toBe(0);
  });

  test('has room for neither files nor bookmarks when files have filled it', async () => {
    const person = await signUp();
    const use = await createBookmark(person);
    await attachText(deps, use, 'x'.repeat(quota - 5_000));
    const more = attachText(deps, { ...use, name: 'cover-640' }, 'x'.repeat(6_000));
    await expect(more).rejects.toMatchObject({ cause: { code: 'MW001' } });
    const body = { url: 'https://blobs.example/full', description: 'x'.repeat(6_000) };
    expect((await call('bookmarks.create', { body }, person)).problem.code).toBe('QUOTA_EXCEEDED');
    await call(
      'bookmarks.delete',
      { params: { uuid: use.bookmarkId }, query: { permanent: 'true' } },
      person,
    );
    expect((await call('bookmarks.create', { body }, person)).status).toBe(201);
  });
});
