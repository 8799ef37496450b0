import type { Input, Output } from '@/lib/contract/index';
import { insertBookmarks } from '@/provider/testing/bookmarks';
import type { Caller, TestAccount, TestProvider } from '@/provider/testing/test-provider';

/** A small library that covers everything that can be organized. */
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
    { title: 'b', url: 'https://b.example/', collections: [red, blue], favorite: true, tags: ['News'] },
    { title: 'c', url: 'https://c.example/', collections: [red], visits: 3 },
    { title: 'd', url: 'https://d.example/', collections: [red], highlighted: true },
    { title: 'e', url: 'https://e.example/', collections: [home], tags: ['Über'] },
    { title: 'old', url: 'https://old.example/', collections: [blue], deletedAt: new Date(), tags: ['News'] },
  ];
  const [a = '', b = '', c = '', d = '', e = '', old = ''] = await insertBookmarks(db, person, samples);
  const other = { spaceId, home: await homeOf(there), green: await collection('Green', there) };
  return { ids: { a, b, c, d, e, old }, red, blue, home, other };
}

export type Details = Output<'collections.details'>;

/** Returns the expected result of `counts`: the same count in each list. */
export const everywhere = (count: number): number[] => [count, count, count, count, count];

/** Creates helpers for smart collections and their matches that use the API of a test provider. */
export function createSmartHelpers({ call, signUp }: Pick<TestProvider, 'call' | 'signUp'>) {
  const pro = (): Promise<TestAccount> => signUp({ plan: 'pro' });

  async function createSmart(person: Caller, query: string, name = 'Smart') {
    const { body } = await call('collections.create', { body: { name, smart: { query } } }, person);
    return body;
  }

  const save = async (person: Caller, body: Input<'bookmarks.create'>['body']) =>
    (await call('bookmarks.create', { body }, person)).body.uuid;

  /** Saves a few bookmarks: videos on two hosts, tags, a favorite. */
  async function fill(person: Caller): Promise<Map<string, string>> {
    const idsByTitle = new Map<string, string>();
    const rows = [
      { title: 'Night trains of Europe', url: 'https://youtube.com/watch?v=1', tags: 'trains' },
      { title: 'Day trains', url: 'https://rail.example/day', tags: 'trains,slow' },
      { title: 'Ação em Lisboa', url: 'https://lisboa.example/', favorite: true },
      { title: 'Rust book', url: 'https://doc.rust-lang.org/book', tags: 'rust' },
      { title: 'Slow travel', url: 'https://travel.example/slow', tags: 'slow' },
    ];
    for (const row of rows) idsByTitle.set(row.title, await save(person, row));
    return idsByTitle;
  }

  const details = async (
    person: Caller,
    uuid: string,
    query: Input<'collections.details'>['query'] = {},
  ): Promise<Details> => (await call('collections.details', { params: { uuid }, query }, person)).body;

  const titles = async (person: Caller, uuid: string): Promise<(string | null)[]> =>
    (await details(person, uuid, { sortField: 'title', sortOrder: 'ASC' })).bookmarks.map(
      ({ title }) => title,
    );

  /** Returns the count of a collection in each list of collections. */
  async function counts(person: Caller, uuid: string): Promise<(number | undefined)[]> {
    const simplified = (await call('collections.simplified', {}, person)).body.content;
    const listed = (await call('collections.list', { query: {} }, person)).body.content;
    const top = (await call('collections.top', {}, person)).body.content;
    const { collection } = await details(person, uuid);
    const { body: found } = await call('search.find', { query: { q: collection.name } }, person);
    const lists = [simplified, listed, top, [collection], found.collections];
    return lists.map((list) => list.find((one) => one.uuid === uuid)?.count);
  }

  return { pro, createSmart, save, fill, details, titles, counts };
}
