import { expect, test } from 'vitest';
import { serviceLimits } from '@/lib/contract/service-limits';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const { call, signUp, request, db, clock } = await createTestProvider();

const page = 'https://pages.example/';

const save = async (person: TestAccount): Promise<string> => {
  clock.advance(1_000);
  return (await call('bookmarks.create', { body: { url: page, title: 'Page', force: true } }, person)).body
    .uuid;
};

const annotate = (person: TestAccount, uuid: string, quote: string, start: number | null = null) =>
  call(
    'highlights.create',
    { params: { uuid }, body: { quote, tags: 'tag', ...(start !== null && { start, end: start + 9 }) } },
    person,
  );

const quotesOf = async (person: TestAccount, uuid: string): Promise<string[]> =>
  (await call('highlights.ofBookmark', { params: { uuid } }, person)).body.content
    .map(({ quote }) => quote)
    .sort();

async function upload(person: TestAccount, uuid: string, text: string): Promise<void> {
  clock.advance(1_000);
  const body = new FormData();
  body.set('file', new Blob([`<p>${text}`], { type: 'text/html' }));
  await call('bookmarks.uploadCopy', { params: { uuid }, body }, person);
}

/** Returns the words of the files of the copies of a bookmark, the current one first. */
async function copiesOf(person: TestAccount, uuid: string): Promise<string[]> {
  const { content } = (await call('bookmarks.copies', { params: { uuid } }, person)).body;
  const headers = { authorization: `Bearer ${person.token}` };
  const texts = [];
  for (const copy of content) {
    const response = await request(`/v1/bookmarks/${uuid}/copies/${copy.uuid}/file`, { headers });
    texts.push((await response.text()).slice(3));
  }
  return texts;
}

const bytesOf = async ({ accountId }: TestAccount): Promise<unknown> =>
  (await db.$client.query('select bytes from blob_usage where account_id = $1', [accountId])).rows[0];

const merge = async (person: TestAccount, keep: string, gone: readonly string[]) =>
  (await call('bookmarks.merge', { body: { keep, uuids: [keep, ...gone] } }, person)).body.undo ?? '';

test('annotations and copies move to the remaining bookmark, and back by undoing it', async () => {
  const person = await signUp();
  const [kept, first, second] = [await save(person), await save(person), await save(person)];
  await annotate(person, kept, 'Same', 3);
  await annotate(person, first, 'Same');
  await annotate(person, first, 'Same', 40);
  await annotate(person, first, 'First');
  await annotate(person, second, 'First');
  await annotate(person, second, 'Second');
  await upload(person, kept, 'same');
  await upload(person, first, 'same');
  await upload(person, first, 'older');
  await upload(person, second, 'newer');
  const before = await bytesOf(person);

  const undo = await merge(person, kept, [first, second]);
  expect(await quotesOf(person, kept)).toEqual(['First', 'Same', 'Same', 'Second']);
  expect(await copiesOf(person, kept)).toEqual(['newer', 'older', 'same']);
  expect(await quotesOf(person, first)).toEqual(['Same']);
  expect(await copiesOf(person, first)).toEqual(['same']);
  expect(await bytesOf(person)).toEqual(before);

  await annotate(person, kept, 'Since');
  await call('bookmarks.undo', { params: { uuid: undo } }, person);
  expect(await quotesOf(person, kept)).toEqual(['Same', 'Since']);
  expect(await quotesOf(person, first)).toEqual(['First', 'Same', 'Same']);
  expect(await quotesOf(person, second)).toEqual(['First', 'Second']);
  expect(await copiesOf(person, kept)).toEqual(['same']);
  expect(await copiesOf(person, first)).toEqual(['older', 'same']);
  expect(await copiesOf(person, second)).toEqual(['newer']);
});

test('a merge of all duplicates moves them too, each to its own page', async () => {
  const person = await signUp();
  const [kept, gone] = [await save(person), await save(person)];
  await annotate(person, gone, 'Moved');
  await upload(person, gone, 'moved');
  await call('bookmarks.mergeDuplicates', { body: { keep: 'oldest' } }, person);
  expect([await quotesOf(person, kept), await copiesOf(person, kept)]).toEqual([['Moved'], ['moved']]);
});

test('what exceeds the limits of a bookmark stays with the merged one', async () => {
  const person = await signUp();
  const [kept, gone] = [await save(person), await save(person)];
  const fill = (uuid: string, word: string, count: number) =>
    db.$client.query(
      `insert into highlights (account_id, id, bookmark_id, quote, color, created_at, updated_at)
       select $1, gen_random_uuid(), $2, $3 || n, 'red', now() + n * interval '1 second', now()
       from generate_series(1, $4) n`,
      [person.accountId, uuid, word, count],
    );
  await fill(kept, 'kept', serviceLimits.highlightsPerBookmark - 2);
  await fill(gone, 'gone', 5);
  for (let version = 1; version <= 12; version += 1) {
    await upload(person, kept, `kept ${version}`);
    await upload(person, gone, `gone ${version}`);
  }
  await merge(person, kept, [gone]);
  expect((await quotesOf(person, kept)).filter((quote) => quote.startsWith('gone'))).toEqual([
    'gone1',
    'gone2',
  ]);
  expect(await quotesOf(person, gone)).toEqual(['gone3', 'gone4', 'gone5']);
  const copies = await copiesOf(person, kept);
  expect(copies).toHaveLength(20);
  expect(copies[0]).toBe('gone 12');
  expect(await copiesOf(person, gone)).toEqual(['gone 4', 'gone 3', 'gone 2', 'gone 1']);
});
