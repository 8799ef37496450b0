import type { Input, Output } from '@/lib/contract';
import type { Caller, TestAccount, TestProvider } from '@/provider/testing/test-provider';

export type Details = Output<'collections.details'>;

/** The same count in each of the lists. */
export const everywhere = (count: number): number[] => [count, count, count, count, count];

/** Makes smart collections, and what they gather, through the calls of a test's provider. */
export function createGatherer({ call, signUp }: Pick<TestProvider, 'call' | 'signUp'>) {
  const pro = (): Promise<TestAccount> => signUp({ plan: 'pro' });

  async function gather(person: Caller, query: string, name = 'Gathered') {
    const { body } = await call('collections.create', { body: { name, smart: { query } } }, person);
    return body;
  }

  const save = async (person: Caller, body: Input<'bookmarks.create'>['body']) =>
    (await call('bookmarks.create', { body }, person)).body.uuid;

  /** A few bookmarks: videos on two hosts, tags, a favorite. */
  async function fill(person: Caller): Promise<Map<string, string>> {
    const made = new Map<string, string>();
    const rows = [
      { title: 'Night trains of Europe', url: 'https://youtube.com/watch?v=1', tags: 'trains' },
      { title: 'Day trains', url: 'https://rail.example/day', tags: 'trains,slow' },
      { title: 'Ação em Lisboa', url: 'https://lisboa.example/', favorite: true },
      { title: 'Rust book', url: 'https://doc.rust-lang.org/book', tags: 'rust' },
      { title: 'Slow travel', url: 'https://travel.example/slow', tags: 'slow' },
    ];
    for (const row of rows) made.set(row.title, await save(person, row));
    return made;
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

  /** The count as each list of collections tells it. */
  async function counts(person: Caller, uuid: string): Promise<(number | undefined)[]> {
    const simplified = (await call('collections.simplified', {}, person)).body.content;
    const listed = (await call('collections.list', { query: {} }, person)).body.content;
    const top = (await call('collections.top', {}, person)).body.content;
    const { collection } = await details(person, uuid);
    const { body: found } = await call('search.find', { query: { q: collection.name } }, person);
    const lists = [simplified, listed, top, [collection], found.collections];
    return lists.map((list) => list.find((one) => one.uuid === uuid)?.count);
  }

  return { pro, gather, save, fill, details, titles, counts };
}
