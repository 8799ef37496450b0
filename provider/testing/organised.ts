import { insertBookmarks } from '@/provider/testing/sample-bookmarks';
import type { TestAccount, TestProvider } from '@/provider/testing/test-provider';

/** A small library with something of everything that can be put in order. */
export interface Organised {
  /** By title: `a` to `d` in Red, `b` in Blue too, `e` in the default collection, `old` in the trash. */
  ids: Record<'a' | 'b' | 'c' | 'd' | 'e' | 'old', string>;
  red: string;
  blue: string;
  home: string;
  /** Another space of the account with its default collection and one more. */
  other: { spaceId: string; home: string; green: string };
}

export async function createOrganised(
  { call, db }: Pick<TestProvider, 'call' | 'db'>,
  person: TestAccount,
): Promise<Organised> {
  const collection = async (name: string, as: TestAccount): Promise<string> =>
    (await call('collections.create', { body: { name } }, as)).body.uuid;
  const homeOf = async (as: TestAccount): Promise<string> => {
    const { content } = (await call('collections.simplified', {}, as)).body;
    return content[0]?.uuid ?? '';
  };
  const spaceId = (await call('spaces.create', { body: { name: 'Other' } }, person)).body.uuid;
  const there = { ...person, spaceId };
  const [red, blue, home] = [
    await collection('Red', person),
    await collection('Blue', person),
    await homeOf(person),
  ];
  const tagged = { description: 'A guide to Wide open things', tags: ['News', 'wide open'] };
  const samples = [
    { title: 'a', url: 'https://a.example/wide', collections: [red], ...tagged },
    { title: 'b', url: 'https://b.example/', collections: [red, blue], favorite: true, tags: ['news'] },
    { title: 'c', url: 'https://c.example/', collections: [red], visits: 3 },
    { title: 'd', url: 'https://d.example/', collections: [red], highlighted: true },
    { title: 'e', url: 'https://e.example/', collections: [home], tags: ['Über'] },
    { title: 'old', url: 'https://old.example/', collections: [blue], deletedAt: new Date(), tags: ['news'] },
  ];
  const [a = '', b = '', c = '', d = '', e = '', old = ''] = await insertBookmarks(db, person, samples);
  const other = { spaceId, home: await homeOf(there), green: await collection('Green', there) };
  return { ids: { a, b, c, d, e, old }, red, blue, home, other };
}
