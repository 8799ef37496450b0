import { describe, expect, test } from 'vitest';
import { createFinder, insertBookmarks, sample } from '@/provider/testing/bookmarks';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const now = new Date('2026-11-18T15:00:00Z');
const tested = await createTestProvider({ config: { selfHostedPlan: 'pro' } });
tested.clock.freeze(now);
const { find } = createFinder(tested);

const locales = ['en', 'pt-BR'] as const;

async function createLibrary(): Promise<TestAccount> {
  const person = await tested.signUp();
  const { body } = await tested.call('collections.create', { body: { name: 'Night trains' } }, person);
  const at = (day: string) => ({ createdAt: new Date(`${day}T12:00:00Z`) });
  await insertBookmarks(tested.db, person, [
    sample('Sleeper', { ...at('2025-03-04'), url: 'https://vimeo.com/1', tags: ['rail'], collections: [body.uuid] }),
    sample('Map', { ...at('2025-03-02'), url: 'https://maps.example/1', tags: ['rail'], favorite: true }),
    sample('Fare', { ...at('2024-01-01'), url: 'https://maps.example/2', tags: ['and', 'rail'] }),
  ]); // prettier-ignore
  return person;
}

const examplesOf = async (person: TestAccount, locale: string): Promise<string[]> => {
  const as = { ...person, headers: { 'accept-language': locale } };
  return (await tested.call('search.examples', {}, as)).body.questions;
};

const person = await createLibrary();

describe('examples of questions', () => {
  test('are about what is in the library, in the language of the reader', async () => {
    expect(await examplesOf(person, 'en')).toEqual([
      'videos tagged rail',
      'what did I save in march 2025',
      "what's in my Night trains collection",
      'links from maps.example that I never opened',
      'my favorites from 2025',
    ]);
    expect(await examplesOf(person, 'pt-BR')).toEqual([
      'vídeos com a etiqueta rail',
      'o que salvei em março de 2025',
      'o que tem na coleção Night trains',
      'links do site maps.example que nunca abri',
      'meus favoritos de 2025',
    ]);
  });

  test.each(locales)('find something without being relaxed: %s', async (locale) => {
    for (const q of await examplesOf(person, locale)) {
      const { bookmarks, query } = await find(person, { q, mode: 'ask' });
      expect(bookmarks.length, q).toBeGreaterThan(0);
      expect([query.closest, query.dropped], q).toEqual([false, []]);
    }
  });

  test('name this week if it has a bookmark', async () => {
    const reader = await tested.signUp();
    await insertBookmarks(tested.db, reader, [sample('x', { createdAt: new Date('2026-11-17T12:00:00Z') })]);
    expect(await examplesOf(reader, 'en')).toContain('what did I save this week');
  });

  test('do not combine conditions that no bookmark fulfils together', async () => {
    const reader = await tested.signUp();
    await insertBookmarks(tested.db, reader, [
      sample('x', { url: 'https://vimeo.com/1' }),
      sample('y', { tags: ['rail'] }),
    ]);
    expect(await examplesOf(reader, 'en')).toEqual(
      expect.arrayContaining(['videos, newest first', 'links tagged rail']),
    );
  });

  test('are none in an empty library, and none about the trash', async () => {
    const empty = await tested.signUp();
    expect(await examplesOf(empty, 'en')).toEqual([]);
    await insertBookmarks(tested.db, empty, [sample('x', { deletedAt: now, tags: ['rail'] })]);
    expect(await examplesOf(empty, 'en')).toEqual([]);
  });

  test('are part of the Pro plan', async () => {
    const free = await createTestProvider();
    const { problem } = await free.call('search.examples', {}, await free.signUp());
    expect(problem).toMatchObject({ status: 402, code: 'PLAN_REQUIRED', feature: 'ask' });
  });
});
