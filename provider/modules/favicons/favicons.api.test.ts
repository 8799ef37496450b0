import { expect, test } from 'vitest';
import { cleanUp } from '@/provider/modules/cleanup/jobs';
import { createTestProvider } from '@/provider/testing/test-provider';

const { call, signUp, db, deps, clock } = await createTestProvider();

const dayMs = 24 * 60 * 60_000;

test('icons of sites without a bookmark are purged after a week, others stay', async () => {
  const person = await signUp();
  await call('bookmarks.create', { body: { url: 'https://used.example/' } }, person);
  const trashed = await call('bookmarks.create', { body: { url: 'https://trashed.example/' } }, person);
  await call('bookmarks.delete', { params: trashed.body, query: {} }, person);
  const week = new Date(clock.now().getTime() - 8 * dayMs);
  const fetched = {
    'used.example': week,
    'trashed.example': week,
    'gone.example': week,
    'new.example': clock.now(),
  };
  for (const [host, at] of Object.entries(fetched)) {
    await db.$client.query('insert into favicons (host, fetched_at) values ($1, $2)', [host, at]);
  }
  await cleanUp(deps);
  const { rows } = await db.$client.query<{ host: string }>('select host from favicons order by host');
  expect(rows.map(({ host }) => host)).toEqual(['new.example', 'used.example']);
});
