import { describe, expect, test } from 'vitest';
import { createTestProvider } from '@/provider/testing/test-provider';

const asked: string[] = [];
const { call, signUp } = await createTestProvider({
  fetchPage: (url) => {
    asked.push(url);
    return Promise.resolve(null);
  },
});
const person = await signUp();

describe('the metadata of a page', () => {
  test('is empty if the page cannot be fetched, with the url as it will be saved', async () => {
    const { body } = await call('bookmarks.metadata', { body: { url: 'www.nowhere.example/a' } }, person);
    expect(body).toEqual({
      url: 'https://www.nowhere.example/a',
      title: '',
      description: '',
      domain: 'nowhere.example',
      favicon: '/v1/preview/favicon?url=https%3A%2F%2Fwww.nowhere.example',
      image: null,
      existing: null,
    });
  });

  test('includes the bookmark of the space for the same page, and that of no other account', async () => {
    const url = 'https://known.example/a?x=1';
    const made = (await call('bookmarks.create', { body: { url, title: 'Known' } }, person)).body;
    const again = { url: 'http://www.known.example/a/?x=1&utm_campaign=y' };
    expect((await call('bookmarks.metadata', { body: again }, person)).body.existing).toEqual(made);
    expect((await call('bookmarks.metadata', { body: again }, await signUp())).body.existing).toBeNull();
    await call('bookmarks.delete', { params: { uuid: made.uuid } }, person);
    expect((await call('bookmarks.metadata', { body: again }, person)).body.existing).toBeNull();
  });

  test('is read from the page', async () => {
    const html = '<title>Night &amp; trains</title><meta name="description" content="Sleepers">';
    const { call: callReader, signUp: signUpReader } = await createTestProvider({
      fetchPage: (url) =>
        Promise.resolve({ url, contentType: 'text/html; charset=utf-8', bytes: Buffer.from(html) }),
    });
    const reader = await signUpReader();
    const { body } = await callReader(
      'bookmarks.metadata',
      { body: { url: 'https://read.example/' } },
      reader,
    );
    expect(body).toMatchObject({ title: 'Night & trains', description: 'Sleepers' });
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://x.example/'])(
    'is not asked of %j',
    async (url) => {
      const before = asked.length;
      const { problem } = await call('bookmarks.metadata', { body: { url } }, person);
      expect(problem).toMatchObject({ status: 422, errors: [{ path: 'url' }] });
      expect(asked.length).toBe(before);
    },
  );
});
