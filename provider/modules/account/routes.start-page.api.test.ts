import { expect, test } from 'vitest';
import { countStatements } from '@/provider/testing/statements';
import { createTestProvider } from '@/provider/testing/test-provider';

const { call, signUp, db } = await createTestProvider();

// Guarantee: the work of a page load does not grow unnoticed. These are the calls of app/(app)/layout.tsx and of the page,
// which run at the same time and share one authentication.
test('the start page takes five statements, of which only the first is waited for by the others', async () => {
  const person = await signUp();
  for (let index = 0; index < 60; index += 1)
    await call('bookmarks.create', { body: { title: `${index}`, url: `https://${index}.example/` } }, person);
  const load = async () => {
    const [{ body }] = await Promise.all([
      call('bookmarks.list', { query: { size: 50 } }, person),
      call('account.get', {}, person),
      call('spaces.list', {}, person),
      call('collections.simplified', {}, person),
    ]);
    expect(body.content).toHaveLength(50);
  };
  await load();
  expect(await countStatements(db, load)).toBe(5);
});
