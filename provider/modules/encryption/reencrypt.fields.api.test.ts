import { expect, test } from 'vitest';
import { fields } from '@/lib/bookmark/fields';
import { newId } from '@/provider/db/client';
import { unencryptedNames } from '@/provider/modules/bookmarks/columns';
import { envelope } from '@/provider/testing/envelopes';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const { call, signUp } = await createTestProvider();

const values = { flag: true, count: 7, time: '2019-03-01T10:00:00.123Z' };
const all = Object.fromEntries(unencryptedNames.map((name) => [name, values[fields[name].type]]));

const createWith = async (person: TestAccount, given: object): Promise<string> => {
  const uuid = newId();
  const items = [{ uuid, cipher: envelope('key'), ...given }];
  await call('bookmarks.createEncrypted', { body: { items } }, person);
  return uuid;
};

const read = async (person: TestAccount, uuid: string) => {
  const { content } = (await call('bookmarks.list', {}, person)).body;
  const found = content.find((one) => one.uuid === uuid);
  if (!found) throw new Error('not listed');
  return found;
};

const reencryptWith = async (person: TestAccount, uuid: string, given: object): Promise<void> => {
  const { updatedAt } = await read(person, uuid);
  const items = [{ uuid, cipher: envelope('other key'), updatedAt, ...given }];
  const { status } = await call('bookmarks.reencrypt', { body: { items } }, person);
  expect(status).toBe(200);
};

test.each(unencryptedNames)(
  '%s is stored with a new envelope, and alone with a replacing one',
  async (name) => {
    const person = await signUp();
    const created = await createWith(person, { [name]: all[name] });
    expect(await read(person, created)).toMatchObject({ [name]: all[name] });
    const plain = await createWith(person, {});
    const { cipher: _, updatedAt: __, ...before } = await read(person, plain);
    await reencryptWith(person, plain, { [name]: all[name] });
    expect(await read(person, plain)).toMatchObject({ ...before, [name]: all[name] });
  },
);

test('fields that are not sent stay, and a time that is sent as null is cleared', async () => {
  const person = await signUp();
  const uuid = await createWith(person, all);
  await reencryptWith(person, uuid, {});
  expect(await read(person, uuid)).toMatchObject(all);
  await reencryptWith(person, uuid, {
    lastAccessedAt: null,
    readAt: null,
    createdAt: '0000-01-01T00:00:00Z',
  });
  expect(await read(person, uuid)).toMatchObject({ ...all, lastAccessedAt: null, readAt: null });
});
