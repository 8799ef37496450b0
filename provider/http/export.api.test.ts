import { expect, test } from 'vitest';
import { createTestProvider } from '@/provider/testing/test-provider';

const { call, signUp } = await createTestProvider();

async function library() {
  const person = await signUp();
  const { uuid } = (await call('collections.create', { body: { name: 'A & "B"' } }, person)).body;
  const body = {
    url: 'https://a.example/?x=1&y=2',
    title: '<b>=1+1</b>',
    tags: 'one,two',
    collections: [uuid],
  };
  await call('bookmarks.create', { body }, person);
  await call('bookmarks.create', { body: { url: 'https://b.example/', title: 'Plain' } }, person);
  return person;
}

test('the HTML file has a folder for the collection, and text is escaped', async () => {
  const answer = await call('bookmarks.export', { query: { format: 'html' } }, await library());
  const text = await answer.body.text();
  expect(text).toContain('A &amp; ');
  expect(text).toContain('HREF="https://a.example/?x=1&amp;y=2"');
  expect(text).toContain('&lt;b&gt;=1+1');
  expect(text).toContain('HREF="https://b.example/"');
});

test('the JSON file is whole, also of an empty library', async () => {
  const parse = async (person: Awaited<ReturnType<typeof signUp>>) =>
    JSON.parse(await (await call('bookmarks.export', { query: { format: 'json' } }, person)).body.text()) as {
      bookmarks: unknown[];
    };
  expect((await parse(await library())).bookmarks).toHaveLength(2);
  expect((await parse(await signUp())).bookmarks).toEqual([]);
});

test('the CSV file has a line for each bookmark', async () => {
  const answer = await call('bookmarks.export', { query: { format: 'csv' } }, await library());
  expect((await answer.body.text()).trim().split('\r\n')).toHaveLength(3);
});
