import { expect, test } from 'vitest';
import { createFinder, sample } from '@/provider/testing/bookmarks';
import { statementsOf } from '@/provider/testing/statements';
import { createTestProvider } from '@/provider/testing/test-provider';
import { SqlParameters } from '@/provider/db/client';
import { inTransaction } from '@/provider/db/transaction';
import { firstRows, orderings } from '@/provider/modules/search/rows';

const tested = await createTestProvider({ config: { selfHostedPlan: 'pro' } });
const { call, db } = tested;
const { library } = createFinder(tested);

const person = await library(sample('Zeppelins'), sample('Roof garden'));

test.each([
  ['search.find', 'keyword', 'garden'],
  ['search.find', 'keyword', 'garden -rose sort:newest'],
  ['search.find', 'ask', 'how can I land a zeppelin in the garden'],
  ['search.facets', 'keyword', 'garden'],
  ['search.facets', 'ask', 'how can I land a zeppelin in the garden'],
] as const)('each search statement has 8 seconds: %s by %s: %s', async (operation, mode, q) => {
  const sent = await statementsOf(db, () => call(operation, { query: { q, mode } }, person));
  const searches = sent.filter(({ text, settings }) => text.includes('@@ ') || settings.length > 0);
  expect(searches).not.toEqual([]);
  for (const { settings } of searches) expect(settings).toContain('set local statement_timeout = 8000');
});

test('rows that are few are all read and then sorted, even if the planner would read them in order', async () => {
  const scope = { ...person, spaceIds: [person.spaceId], collectionId: null, size: 2 };
  const areSorted = async (areFew: boolean): Promise<boolean> => {
    const parameters = new SqlParameters();
    const condition = `b.search @@ (select ${parameters.add("'tgarden'")}::tsquery)`;
    const rows = { condition, ordering: orderings.newest, place: null, limit: 5, areFew };
    const text = `explain select b.id from (${firstRows(scope, rows, parameters)}) b`;
    const plan = await inTransaction(db, (tx) => tx.$client.query(text, parameters.values), [
      'set local enable_seqscan = off',
      'set local enable_sort = off',
    ]);
    return JSON.stringify(plan.rows).includes('Sort Key');
  };
  expect([await areSorted(false), await areSorted(true)]).toEqual([false, true]);
});
