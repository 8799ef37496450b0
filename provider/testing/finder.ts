import type { Input, Output } from '@/lib/contract';
import { newId } from '@/provider/services/new-id';
import { insertBookmarks, type SampleBookmark } from '@/provider/testing/sample-bookmarks';
import type { TestAccount, TestProvider } from '@/provider/testing/test-provider';

export type FindQuery = NonNullable<Input<'search.find'>['query']>;

/** A bookmark to be found, each with an address of its own. */
export const sample = (title: string, more: Partial<SampleBookmark> = {}): SampleBookmark => ({
  title,
  url: `https://site.example/${newId().slice(-12)}`,
  collections: [],
  ...more,
});

/** Searches through the calls of a test's provider. */
export function createFinder({ call, signUp, db }: Pick<TestProvider, 'call' | 'signUp' | 'db'>) {
  const find = async (
    person: { token: string; spaceId?: string },
    query: FindQuery,
  ): Promise<Output<'search.find'>> => (await call('search.find', { query }, person)).body;

  return {
    find,
    titles: async (person: TestAccount, query: FindQuery) =>
      (await find(person, query)).bookmarks.map(({ title }) => title),
    /** A new account with these bookmarks. */
    library: async (...samples: SampleBookmark[]): Promise<TestAccount> => {
      const person = await signUp();
      await insertBookmarks(db, person, samples);
      return person;
    },
  };
}
