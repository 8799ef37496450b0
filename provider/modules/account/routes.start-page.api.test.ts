import { expect, test } from 'vitest';
import { countStatements } from '@/provider/testing/statements';
import { createTestProvider } from '@/provider/testing/test-provider';

const { call, signUp, db } = await createTestProvider();

// Guarantee: the work of a page load does not grow unnoticed. These are the calls of app/(app)/layout.tsx, which run at
// the same time, and then that of the page, which needs the sort order of the account.
test('the start page takes six statements', async () => {
  const person = await signUp();
  for (let index = 0; index < 60; index += 1)
    await call('bookmarks.create', { body: { title: `${index}`, url: `https://${index}.example/` } }, person);
  const load = async () => {
    await Promise.all([
      call('account.get', {}, person),
      call('spaces.list', {}, person),
      call('collections.simplified', {}, person),
    ]);
    const { body } = await call('bookmarks.list', { query: { size: 50 } }, person);
    expect(body.content).toHaveLength(50);
  };
  await load();
  expect(await countStatements(db, load)).toBe(6);
});
