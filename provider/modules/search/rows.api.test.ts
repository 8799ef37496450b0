import { expect, test } from 'vitest';
import { createFinder, sample } from '@/provider/testing/bookmarks';
import { statementsOf } from '@/provider/testing/statements';
import { createTestProvider } from '@/provider/testing/test-provider';

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
