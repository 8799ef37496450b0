import { expect, test } from 'vitest';
import type { SqlParameters } from '@/provider/db/client';
import { prepareSearch } from '@/provider/modules/search/prepare-search';
import { suggestQuery } from '@/provider/modules/search/suggest-query';
import { insertBookmarks } from '@/provider/testing/bookmarks';
import { createTestProvider } from '@/provider/testing/test-provider';

const { db, deps, signUp } = await createTestProvider();

test('nothing is suggested if trying it takes too long', async () => {
  const person = await signUp();
  await insertBookmarks(db, person, [{ title: 'Night trains', url: 'https://a.example/', collections: [] }]);
  const actor = { ...person, plan: 'free', isAdmin: false } as never;
  const reader = { locale: 'en', timeZone: 'UTC' } as const;
  const request = { q: 'trayyns', mode: 'keyword', space: 'all' } as const;
  const search = await prepareSearch(deps, actor, reader, request);
  expect(await suggestQuery(db, search, 0)).toBe('trains');
  const { prepared } = search;
  const compiler = (parameters: SqlParameters) =>
    Object.assign(prepared.compiler(parameters), { condition: () => 'pg_sleep(60) is not null' });
  expect(await suggestQuery(db, { ...search, prepared: { ...prepared, compiler } }, 0)).toBeNull();
});
