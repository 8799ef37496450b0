import { expect, test } from 'vitest';
import { parseQuery } from '@/lib/domain/query/parse';
import { suggestQuery } from '@/provider/modules/search/suggest-query';
import { prepareQuery } from '@/provider/modules/query/prepare-query';
import { wholeScope } from '@/provider/modules/search/scope';
import { insertBookmarks } from '@/provider/testing/bookmarks';
import { createTestProvider } from '@/provider/testing/test-provider';

const { db, signUp } = await createTestProvider();

test('nothing is suggested if trying it takes too long', async () => {
  const person = await signUp();
  await insertBookmarks(db, person, [{ title: 'Night trains', url: 'https://a.example/', collections: [] }]);
  const { query } = parseQuery('trains is:favorite');
  const spaces = { accountId: person.accountId, spaceIds: [person.spaceId] };
  const prepared = await prepareQuery(db, { ...spaces, query, now: new Date(), timeZone: 'UTC' });
  const scope = wholeScope(spaces, 1);
  expect(await suggestQuery(db, scope, prepared, 0)).toBe('trains');
  const slow = {
    ...prepared,
    compiler: (...given: Parameters<typeof prepared.compiler>) =>
      Object.assign(prepared.compiler(...given), { condition: () => 'pg_sleep(60) is not null' }),
  };
  expect(await suggestQuery(db, scope, slow, 0)).toBeNull();
});
