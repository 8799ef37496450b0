import { expect, test } from 'vitest';
import { purgeBlobs } from '@/provider/modules/blobs/jobs';
import { attachText, storeText, textOf } from '@/provider/testing/blobs';
import { createOutsider, untilBlocked } from '@/provider/testing/database';
import { createTestProvider } from '@/provider/testing/test-provider';

const { call, signUp, db, deps, databaseUrl } = await createTestProvider();

const signal = new AbortController().signal;
const dayMs = 24 * 60 * 60_000;
const tomorrow = { ...deps, clock: () => new Date(deps.clock().getTime() + dayMs + 60_000) };

async function createUse() {
  const person = await signUp();
  const body = { url: 'https://purge.example/', title: 'Page' };
  const { uuid } = (await call('bookmarks.create', { body }, person)).body;
  return { accountId: person.accountId, bookmarkId: uuid, name: 'cover-320' };
}

/** Pauses before the object is deleted, and resolves when it is reached. */
function pausedStore() {
  const reached = Promise.withResolvers<undefined>();
  const resume = Promise.withResolvers<undefined>();
  const blobs = {
    ...deps.blobs,
    delete: async (hash: string) => {
      reached.resolve(undefined);
      await resume.promise;
      await deps.blobs.delete(hash);
    },
  };
  return { blobs, reached: reached.promise, resume: () => resume.resolve(undefined) };
}

// Guarantee: no upload is lost to a deletion of the same content.
test('the same file that is stored while it is being deleted remains', async () => {
  const { hash } = await storeText(deps, 'stored again');
  const use = await createUse();
  const { blobs, reached, resume } = pausedStore();
  const purge = purgeBlobs({ ...tomorrow, blobs }, signal);
  await reached;
  const attached = attachText(tomorrow, use, 'stored again');
  await untilBlocked(await createOutsider(databaseUrl));
  resume();
  await Promise.all([purge, attached]);
  await purgeBlobs(deps, signal);
  expect(await textOf(deps, hash)).toBe('stored again');
  const { rows } = await db.$client.query('select hash from blob_references where bookmark_id = $1', [
    use.bookmarkId,
  ]);
  expect(rows).toEqual([{ hash }]);
});

test('a file whose upload is not referenced yet is not deleted with an earlier use', async () => {
  const first = await storeText(deps, 'twice');
  await db.$client.query('update blob_releases set due_at = now() where hash = $1', [first.hash]);
  await storeText(deps, 'twice');
  await purgeBlobs(deps, signal);
  expect(await textOf(deps, first.hash)).toBe('twice');
  await purgeBlobs(tomorrow, signal);
  expect(await textOf(deps, first.hash)).toBeNull();
});

test('an object that cannot be deleted is tried again, and others are deleted', async () => {
  const [stuck, other] = [await storeText(deps, 'stuck'), await storeText(deps, 'other')];
  const refusing = {
    ...deps.blobs,
    delete: (hash: string) =>
      hash === stuck.hash ? Promise.reject(new Error('unavailable')) : deps.blobs.delete(hash),
  };
  await expect(purgeBlobs({ ...tomorrow, blobs: refusing }, signal)).rejects.toThrow('could not be deleted');
  expect(await textOf(deps, stuck.hash)).toBe('stuck');
  expect(await textOf(deps, other.hash)).toBeNull();
  const later = { ...tomorrow, clock: () => new Date(tomorrow.clock().getTime() + 3_700_000) };
  await purgeBlobs(later, signal);
  expect(await textOf(deps, stuck.hash)).toBeNull();
  expect((await db.$client.query('select from blobs where hash = $1', [stuck.hash])).rowCount).toBe(0);
});

test('two processes purge at once, each object once', async () => {
  const stored = await Promise.all(
    Array.from({ length: 12 }, (_, index) => storeText(deps, `many ${index}`)),
  );
  const deleted: string[] = [];
  const counting = {
    ...deps.blobs,
    delete: (hash: string) => {
      deleted.push(hash);
      return deps.blobs.delete(hash);
    },
  };
  await Promise.all([1, 2].map(() => purgeBlobs({ ...tomorrow, blobs: counting }, signal)));
  expect(deleted.sort()).toEqual(stored.map(({ hash }) => hash).sort());
});
