import { expect, test } from 'vitest';
import { indexVersion } from '@/lib/domain/search-vector';
import { indexHighlights, reindex, reindexBatch } from '@/provider/modules/bookmarks/reindex';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { createFinder, sample } from '@/provider/testing/bookmarks';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { db, deps, call } = tested;
const { titles, library } = createFinder(tested);

/** Resets bookmarks to an older index version: words, without types and hosts, and other rules for URLs. */
const age = ({ spaceId }: TestAccount) =>
  db.$client.query(
    `update bookmarks set index_version = 0, type = null, path = '/old', url_key = null, search = (
       select string_agg(quote_literal(lexeme), ' ')::tsvector from unnest(tsvector_to_array(search)) lexeme
       where left(lexeme, 1) not in ('%', '/'))
     where space_id = $1 and not encrypted`,
    [spaceId],
  );

const stateOf = async ({ spaceId }: TestAccount) => {
  const { rows } = await db.$client.query<{ version: number; type: string | null; path: string | null }>(
    `select index_version as version, type, path, url_key as key, updated_at::text as updated from bookmarks
     where space_id = $1 order by id`,
    [spaceId],
  );
  return rows;
};

const wordsOf = async ({ spaceId }: TestAccount): Promise<unknown[]> => {
  const { rows } = await db.$client.query<Record<string, unknown>>(
    'select word, uses from space_words where space_id = $1 order by word',
    [spaceId],
  );
  return rows;
};

test('rows of an older index version are reindexed in several batches, and nothing else changes', async () => {
  const count = reindexBatch + 20;
  const person = await library(
    ...Array.from({ length: count }, (_, index) =>
      sample(`Clip ${index}`, { url: `https://www.youtube.com/watch?v=${index}&q=%D1%8E` }),
    ),
  );
  const other = await library(sample('Paper', { url: 'https://arxiv.org/pdf/1234.5678' }));
  const [before, words] = [await stateOf(person), await wordsOf(person)];
  await age(person);
  await age(other);
  expect(await titles(person, { q: 'type:video' })).toEqual([]);
  await reindex(deps);
  expect((await titles(person, { q: 'type:video site:youtube.com', size: 200 })).length).toBe(200);
  expect(await titles(other, { q: 'type:pdf' })).toEqual(['Paper']);
  expect(await stateOf(person)).toEqual(before);
  expect(before[0]).toMatchObject({ version: indexVersion, type: 'video', path: '/watch?v=0&q=ю' });
  expect(await wordsOf(person)).toEqual(words);
});

test('an encrypted bookmark does not change', async () => {
  const person = await library(sample('Hidden'));
  const { rows } = await db.$client.query<{ id: string }>('select id from bookmarks where space_id = $1', [
    person.spaceId,
  ]);
  const body = { encrypted: true, cipher: sampleEnvelope() };
  await call('bookmarks.update', { params: { uuid: rows[0]?.id ?? '' }, body }, person);
  await db.$client.query('update bookmarks set index_version = 0 where space_id = $1', [person.spaceId]);
  await reindex(deps);
  expect(await stateOf(person)).toMatchObject([{ version: 0, type: null }]);
});

test('annotations without words are indexed in several batches', async () => {
  const person = await library(sample('Saved'));
  const count = reindexBatch + 20;
  await db.$client.query(
    `insert into highlights (account_id, id, bookmark_id, quote, note, color, created_at, updated_at)
     select b.account_id, gen_random_uuid(), b.id, 'Passage ' || n, 'Nóta', 'red', now(), now()
     from bookmarks b, generate_series(1, $2::integer) n where b.space_id = $1`,
    [person.spaceId, count],
  );
  expect(await titles(person, { q: 'passage nota' })).toEqual([]);
  await indexHighlights(deps);
  expect(await titles(person, { q: `${count} nota` })).toEqual(['Saved']);
  const { rows } = await db.$client.query('select from highlights where search is null');
  expect(rows).toHaveLength(0);
});
