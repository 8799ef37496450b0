import { expect, test } from 'vitest';
import type { Input, Output } from '@/lib/contract/index';
import { serviceLimits } from '@/lib/contract/service-limits';
import { createEncrypter } from '@/provider/testing/bookmarks';
import { createImporter } from '@/provider/testing/imports';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, clock } = tested;
const { importFile } = createImporter(tested);
const { encryptAll } = createEncrypter(tested);

type Sample = Omit<Input<'highlights.create'>['body'], 'uuid'>;

const save = async (person: TestAccount, url: string): Promise<string> =>
  (await call('bookmarks.create', { body: { url, title: url } }, person)).body.uuid;

async function annotate(person: TestAccount, uuid: string, body: Sample): Promise<string> {
  clock.advance(1_234);
  return (await call('highlights.create', { params: { uuid }, body }, person)).body.uuid;
}

const exported = async (person: TestAccount): Promise<string> =>
  (await call('bookmarks.export', { query: { format: 'json' } }, person)).body.text();

type Listed = Output<'highlights.list'>['content'][number];

const listed = async (person: TestAccount): Promise<Omit<Listed, 'uuid' | 'bookmark'>[]> => {
  const { body } = await call('highlights.list', { query: { sortOrder: 'ASC', size: 100 } }, person);
  return body.content.map(({ uuid: _uuid, bookmark: _bookmark, ...rest }) => rest);
};

const whole: Sample = {
  ...{
    quote: ' A “passage”\nof two lines',
    prefix: ' before ',
    suffix: ' after',
    start: 12,
    end: 37,
    textHash: 'ab12',
  },
  ...{ color: 'blue', note: 'Why?\n\n- because', tags: 'Ação,two words' },
};

// Guarantee: a library that is exported and imported has the same annotations.
test('annotations come back as they were from an export', async () => {
  const person = await signUp();
  const [first, second] = [
    await save(person, 'https://a.example/'),
    await save(person, 'https://b.example/'),
  ];
  const changed = await annotate(person, first, whole);
  await annotate(person, first, { ...whole, start: 100, end: 125 });
  await annotate(person, second, { quote: 'Only the words', color: 'red' });
  clock.advance(5_000);
  await call('highlights.update', { params: { uuid: changed }, body: { color: 'green' } }, person);
  const other = await signUp();
  const report = await importFile(other, await exported(person));
  expect(report).toMatchObject({ status: 'done', invalid: 0 });
  expect(await listed(other)).toEqual(await listed(person));

  await importFile(other, await exported(person));
  expect(await listed(other)).toHaveLength(3);
  await importFile(person, await exported(person));
  expect(await listed(person)).toHaveLength(3);
});

test('undoing the import removes them, except those that were changed since', async () => {
  const person = await signUp();
  const uuid = await save(person, 'https://a.example/');
  await annotate(person, uuid, whole);
  await annotate(person, uuid, { quote: 'Second' });
  const other = await signUp();
  const mine = await save(other, 'https://a.example/');
  const { uuid: id } = await importFile(other, await exported(person));
  const { content } = (await call('highlights.ofBookmark', { params: { uuid: mine } }, other)).body;
  const kept = content.find(({ quote }) => quote === 'Second')?.uuid ?? '';
  await call('highlights.update', { params: { uuid: kept }, body: { note: 'Mine now' } }, other);
  await call('bookmarks.undoImport', { params: { uuid: id } }, other);
  expect((await listed(other)).map(({ quote }) => quote)).toEqual(['Second']);
});

test('what cannot be an annotation is left out, and the bookmark is imported', async () => {
  const person = await signUp();
  const later = new Date(clock.now().getTime() + 86_400_000).toISOString();
  const annotations = [
    ...[null, 'text', {}, { quote: '' }, { quote: 'a', color: 'mauve' }, { quote: 'b', start: 'x' }],
    { quote: 'Cut', tags: 'x'.repeat(200), prefix: 'p'.repeat(1_000), start: 9, end: 3, createdAt: later },
    { quote: 'q'.repeat(serviceLimits.highlightQuoteLength + 9), note: 'Long' },
  ];
  const bookmarks = [
    { url: 'https://a.example/', title: 'A', annotations },
    { url: 'https://b.example/', annotations: 7 },
  ];
  const report = await importFile(person, JSON.stringify({ version: 2, bookmarks }));
  expect(report).toMatchObject({ status: 'done', invalid: 0, created: 2 });
  const found = await listed(person);
  expect(found).toMatchObject([
    { quote: 'Cut', color: 'yellow', tags: 'x'.repeat(64), start: null, end: null, textHash: null },
    { quote: 'q'.repeat(serviceLimits.highlightQuoteLength), note: 'Long' },
  ]);
  expect(found[0]?.prefix).toHaveLength(serviceLimits.highlightContextLength);
  expect(Date.parse(found[0]?.createdAt ?? '')).toBeLessThanOrEqual(clock.now().getTime());
});

test('a file has no annotations of bookmarks in the trash, or encrypted ones', async () => {
  const person = await signUp();
  const [gone, secret] = [await save(person, 'https://a.example/'), await save(person, 'https://b.example/')];
  for (const uuid of [gone, secret]) await annotate(person, uuid, { quote: 'Nobody reads this' });
  await call('bookmarks.delete', { params: { uuid: gone } }, person);
  await call('bookmarks.reencrypt', { body: { items: await encryptAll([secret], 'key') } }, person);
  expect(await exported(person)).not.toMatch(/annotations|Nobody/);
});
