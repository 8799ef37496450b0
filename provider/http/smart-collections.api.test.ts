import { describe, expect, test } from 'vitest';
import type { Input, Output } from '@/lib/contract/index';
import { countStatements } from '@/provider/testing/count-statements';
import { createTestProvider, type Caller, type TestAccount } from '@/provider/testing/test-provider';

const { call, signUp, db, clock } = await createTestProvider();

const pro = (): Promise<TestAccount> => signUp({ plan: 'pro' });

const names = new Map<string, string>();
async function gather(person: Caller, query: string, name = 'Gathered') {
  const { body } = await call('collections.create', { body: { name, smart: { query } } }, person);
  names.set(body.uuid, name);
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

type Details = Output<'collections.details'>;
const details = async (
  person: Caller,
  uuid: string,
  query: Input<'collections.details'>['query'] = {},
): Promise<Details> => (await call('collections.details', { params: { uuid }, query }, person)).body;

const titles = async (person: Caller, uuid: string): Promise<(string | null)[]> =>
  (await details(person, uuid, { sortField: 'title', sortOrder: 'ASC' })).bookmarks.map(({ title }) => title);

/** The count as each list of collections tells it. */
async function counts(person: Caller, uuid: string): Promise<(number | undefined)[]> {
  const lists = [
    (await call('collections.simplified', {}, person)).body.content,
    (await call('collections.list', { query: {} }, person)).body.content,
    (await call('collections.top', {}, person)).body.content,
    [(await details(person, uuid)).collection],
    (await call('search.find', { query: { q: names.get(uuid) ?? 'Gathered' } }, person)).body.collections,
  ];
  return lists.map((list) => list.find((one) => one.uuid === uuid)?.count);
}

const everywhere = (count: number): number[] => [count, count, count, count, count];

describe('making a smart collection', () => {
  test('keeps the query in its one spelling and says so everywhere', async () => {
    const person = await pro();
    await fill(person);
    const query = '  TAG:trains   -site:www.Rail.example ';
    const { status, body } = await call(
      'collections.create',
      { body: { name: 'Trains', smart: { query } } },
      person,
    );
    expect([status, body.smart, body.count]).toEqual([201, { query: '#trains -site:rail.example' }, 1]);
    const { content } = (await call('collections.simplified', {}, person)).body;
    expect(content.map(({ name, smart }) => [name, smart])).toEqual([
      ['Uncategorized', false],
      ['Trains', true],
    ]);
  });

  test.each(['   ', 'sort:newest', 'limit:5'])(
    'a query that asks for nothing is refused: %j',
    async (query) => {
      const person = await pro();
      const { problem } = await call('collections.create', { body: { name: 'x', smart: { query } } }, person);
      expect(problem).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' });
    },
  );

  test('is for the Pro plan; what is there can still be read, named and colored after it', async () => {
    const person = await pro();
    await fill(person);
    const { uuid } = await gather(person, '#trains');
    await db.$client.query(`update accounts set plan = 'free' where id = $1`, [person.accountId]);
    const change = (body: Input<'collections.update'>['body']) =>
      call('collections.update', { params: { uuid }, body }, person);
    const created = await call('collections.create', { body: { name: 'x', smart: { query: 'a' } } }, person);
    const changed = await change({ smart: { query: '#slow' } });
    for (const { problem } of [created, changed]) {
      expect(problem).toMatchObject({ status: 402, code: 'PLAN_REQUIRED', feature: 'smart' });
    }
    const renamed = await change({ name: 'Still mine', color: '112233', smart: { query: 'tag:trains' } });
    expect(renamed.body).toMatchObject({ name: 'Still mine', color: '112233', count: 2 });
    expect(await titles(person, uuid)).toEqual(['Day trains', 'Night trains of Europe']);
  });

  test('a collection that holds bookmarks stays one, and a smart one takes another query', async () => {
    const person = await pro();
    await fill(person);
    const plain = (await call('collections.create', { body: { name: 'Plain' } }, person)).body;
    const { uuid } = await gather(person, '#trains');
    const body = { smart: { query: '#slow' } };
    const refused = await call('collections.update', { params: { uuid: plain.uuid }, body }, person);
    expect(refused.problem).toMatchObject({ status: 409, code: 'SMART_COLLECTION' });
    const changed = await call('collections.update', { params: { uuid }, body }, person);
    expect(changed.body).toMatchObject({ smart: { query: '#slow' }, count: 2 });
    expect(await titles(person, uuid)).toEqual(['Day trains', 'Slow travel']);
  });
});

describe('what it gathers', () => {
  test.each([
    ['trains', ['Day trains', 'Night trains of Europe']],
    ['acao', ['Ação em Lisboa']],
    ['#slow OR is:favorite', ['Ação em Lisboa', 'Day trains', 'Slow travel']],
    ['-#trains -#rust', ['Ação em Lisboa', 'Slow travel']],
    ['site:rust-lang.org', ['Rust book']],
    ['type:video', ['Night trains of Europe']],
    ['trains limit:1 sort:oldest', ['Day trains', 'Night trains of Europe']],
    ['"!"', []],
  ])('%s', async (query, expected) => {
    const person = await pro();
    await fill(person);
    const { uuid } = await gather(person, query);
    expect(await titles(person, uuid)).toEqual(expected);
    const { content } = (await call('bookmarks.list', { query: { collection: uuid } }, person)).body;
    expect(content.map(({ title }) => title).sort()).toEqual([...expected].sort());
    expect(await counts(person, uuid)).toEqual(everywhere(expected.length));
  });

  test.each(['created_at', 'title', 'last_accessed', 'order'] as const)(
    'comes by cursor in the order of %s, each once',
    async (sortField) => {
      const person = await pro();
      for (let index = 0; index < 11; index += 1) {
        const tags = index % 3 === 0 ? 'other' : 'wanted';
        await save(person, { url: `https://x.example/${index}`, title: `T${index % 4}`, tags });
      }
      const { uuid } = await gather(person, '#wanted');
      const whole = (await details(person, uuid, { sortField, sortOrder: 'ASC', size: 100 })).bookmarks;
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Details = await details(person, uuid, {
          ...{ sortField, sortOrder: 'ASC', size: 3 },
          ...(cursor === null ? {} : { cursor }),
        });
        expect(page.pagination.total).toBe(7);
        seen.push(...page.bookmarks.map((one) => one.uuid));
        cursor = page.pagination.next;
      } while (cursor !== null);
      expect(seen).toEqual(whole.map((one) => one.uuid));
      expect(seen).toHaveLength(7);
    },
  );

  test('is narrowed by the other filters of a list, and by a search in it', async () => {
    const person = await pro();
    await fill(person);
    const { uuid } = await gather(person, '#slow OR is:favorite');
    const query = { collection: uuid, favorite: 'true' } as const;
    const { content, pagination } = (await call('bookmarks.list', { query }, person)).body;
    expect([content.map(({ title }) => title), pagination.total]).toEqual([['Ação em Lisboa'], 1]);
    const search = { q: 'trains', collection: uuid };
    const { bookmarks } = (await call('search.find', { query: search }, person)).body;
    expect(bookmarks.map(({ title }) => title)).toEqual(['Day trains']);
  });

  test('does not look at the texts of pages, nor does a search that counts for it', async () => {
    const person = await pro();
    const made = await fill(person);
    await db.$client.query(
      `insert into page_contents (bookmark_id, space_id, status, title, byline, excerpt, html, text, word_count, fetched_at, search)
       values ($1, $2, 'ready', '', '', '', '', 'lighthouse', 1, now(), array_to_tsvector(array['lighthouse']))`,
      [made.get('Rust book'), person.spaceId],
    );
    const find = async (texts?: 'false') => {
      const query = { q: 'lighthouse', ...(texts && { texts }) };
      return (await call('search.find', { query }, person)).body.pagination.total;
    };
    const { uuid } = await gather(person, 'lighthouse');
    expect([await find(), await find('false'), await titles(person, uuid)]).toEqual([1, 0, []]);
    const within = { q: 'rust', collection: uuid };
    expect((await call('search.find', { query: within }, person)).body.pagination.total).toBe(0);
  });

  test('bulk changes and exports that name it reach exactly these', async () => {
    const person = await pro();
    await fill(person);
    const { uuid } = await gather(person, '#trains');
    const query = { collection: uuid };
    const tagged = await call('bookmarks.bulk', { body: { action: 'tag', tags: 'seen', query } }, person);
    expect(tagged.body.affected).toBe(2);
    const file = await (
      await call('bookmarks.exportChosen', { body: { format: 'csv', query } }, person)
    ).body.text();
    expect(file.match(/^(?:Night trains of Europe|Day trains),/gm)).toHaveLength(2);
    expect(file).not.toMatch(/Rust book|Lisboa|Slow travel/);
    const trashed = await call('bookmarks.bulk', { body: { action: 'delete', query } }, person);
    expect([trashed.body.affected, await counts(person, uuid)]).toEqual([2, everywhere(0)]);
  });

  test('one that names another smart one gathers what that one does, and never goes round', async () => {
    const person = await pro();
    await fill(person);
    const one = await gather(person, '#trains', 'One');
    const two = await gather(person, '@One OR #rust', 'Two');
    const body = { smart: { query: '@Two OR @One OR #slow' } };
    await call('collections.update', { params: { uuid: one.uuid }, body }, person);
    const all = ['Day trains', 'Rust book', 'Slow travel'];
    expect([await titles(person, one.uuid), await titles(person, two.uuid)]).toEqual([all, all]);
    expect(await counts(person, two.uuid)).toEqual(everywhere(3));
  });

  test('a list of it is another’s only for another', async () => {
    const [mine, theirs] = [await pro(), await pro()];
    const { uuid } = await gather(mine, '#trains');
    const answers = [
      await call('bookmarks.list', { query: { collection: uuid } }, theirs),
      await call('collections.details', { params: { uuid } }, theirs),
      await call('collections.update', { params: { uuid }, body: { smart: { query: 'x' } } }, theirs),
      await call('bookmarks.bulk', { body: { action: 'delete', query: { collection: uuid } } }, theirs),
    ];
    expect(answers.map(({ problem }) => problem.code)).toEqual(answers.map(() => 'NOT_FOUND'));
  });
});

describe('its count', () => {
  test('follows every kind of change', async () => {
    const person = await pro();
    const made = await fill(person);
    const { uuid } = await gather(person, '(#trains OR @Shelf) -is:favorite');
    const night = made.get('Night trains of Europe') ?? '';
    const rust = made.get('Rust book') ?? '';
    const edit = (id: string, body: Input<'bookmarks.update'>['body']) =>
      call('bookmarks.update', { params: { uuid: id }, body }, person);
    const steps: [string, () => Promise<{ status: number }>, number][] = [
      ['at first', () => Promise.resolve({ status: 200 }), 2],
      [
        'a bookmark is saved',
        () => call('bookmarks.create', { body: { url: 'https://n.example/', tags: 'trains' } }, person),
        3,
      ],
      [
        'one becomes a favorite',
        () => call('bookmarks.favorite', { params: { uuid: night }, body: { favorite: true } }, person),
        2,
      ],
      [
        'no longer',
        () => call('bookmarks.favorite', { params: { uuid: night }, body: { favorite: false } }, person),
        3,
      ],
      ['one goes to the trash', () => call('bookmarks.delete', { params: { uuid: night } }, person), 2],
      ['and comes back', () => call('bookmarks.restore', { params: { uuid: night } }, person), 3],
      ['its tags change', () => edit(night, { tags: 'rails' }), 2],
      [
        'the tag is renamed',
        () => call('tags.rename', { params: { name: 'rails' }, body: { name: 'trains' } }, person),
        3,
      ],
    ];
    for (const [what, run, expected] of steps) {
      const { status } = await run();
      expect([what, status < 300, await counts(person, uuid)]).toEqual([what, true, everywhere(expected)]);
    }
    const shelf = (await call('collections.create', { body: { name: 'Bench' } }, person)).body.uuid;
    await edit(rust, { collections: [shelf] });
    expect(await counts(person, uuid)).toEqual(everywhere(3));
    await call('collections.update', { params: { uuid: shelf }, body: { name: 'Shelf' } }, person);
    expect(await counts(person, uuid)).toEqual(everywhere(4));
    await edit(rust, { collections: [] });
    expect(await counts(person, uuid)).toEqual(everywhere(3));
    const { undo } = (
      await call('bookmarks.bulk', { body: { action: 'copy', collection: shelf, uuids: [rust] } }, person)
    ).body;
    expect(await counts(person, uuid)).toEqual(everywhere(4));
    await call('bookmarks.undo', { params: { uuid: undo ?? '' } }, person);
    expect(await counts(person, uuid)).toEqual(everywhere(3));
    await call('bookmarks.delete', { params: { uuid: night }, query: { permanent: true } }, person);
    expect(await counts(person, uuid)).toEqual(everywhere(2));
  });

  test('follows visits, which change nothing else', async () => {
    const person = await pro();
    const made = await fill(person);
    const { uuid } = await gather(person, 'visits:>=1');
    expect(await counts(person, uuid)).toEqual(everywhere(0));
    await call('bookmarks.visit', { params: { uuid: made.get('Rust book') ?? '' } }, person);
    expect(await counts(person, uuid)).toEqual(everywhere(1));
  });

  test('follows the day of the reader', async () => {
    const person = await pro();
    await fill(person);
    const { uuid } = await gather(person, 'created:today', 'Today');
    const outer = await gather(person, '@Today', 'Outer');
    const body = { email: person.email, password: person.password };
    const at = async (timeZone: string): Promise<Caller> => ({
      token: (await call('auth.login', { body })).body.tokens.access.token,
      headers: { 'time-zone': timeZone },
    });
    expect(await counts(await at('UTC'), uuid)).toEqual(everywhere(5));
    expect(await counts(await at('UTC'), outer.uuid)).toEqual(everywhere(5));
    clock.advance(25 * 60 * 60_000);
    for (const one of [uuid, outer.uuid]) {
      expect(await counts(await at('UTC'), one)).toEqual(everywhere(0));
      expect(await counts(await at('Pacific/Kiritimati'), one)).toEqual(everywhere(0));
    }
  });

  test('is read, and not made anew, while nothing changes; and nobody else pays for it', async () => {
    const person = await pro();
    await fill(person);
    const read = () => call('collections.simplified', {}, person);
    const list = () => call('bookmarks.list', { query: {} }, person);
    const [plain, plainList] = [await countStatements(db, read), await countStatements(db, list)];
    await gather(person, '#trains', 'One');
    await gather(person, 'slow created:this-year', 'Two');
    await read();
    expect(await countStatements(db, read)).toBe(plain);
    expect(await countStatements(db, list)).toBe(plainList);
    await save(person, { url: 'https://m.example/' });
    expect(await countStatements(db, read)).toBeGreaterThan(plain);
    expect(await countStatements(db, read)).toBe(plain);
  });

  test('is made once by many who read at the same moment, and is right for all', async () => {
    const person = await pro();
    await fill(person);
    const made = await Promise.all(['#trains', '#slow', 'rust'].map((query) => gather(person, query, query)));
    await save(person, { url: 'https://p.example/', tags: 'trains,slow' });
    const answers = await Promise.all(
      Array.from({ length: 12 }, async () => (await call('collections.simplified', {}, person)).body.content),
    );
    for (const content of answers) {
      expect(made.map(({ uuid }) => content.find((one) => one.uuid === uuid)?.count)).toEqual([3, 3, 1]);
    }
  });

  test('puts it among the fullest', async () => {
    const person = await pro();
    await fill(person);
    for (let index = 0; index < 12; index += 1) {
      await call('collections.create', { body: { name: `Empty ${index}` } }, person);
    }
    const { uuid } = await gather(person, 'trains', 'Zug');
    const { content } = (await call('collections.top', {}, person)).body;
    expect([content.length, content.map((one) => one.uuid).indexOf(uuid)]).toEqual([10, 1]);
  });
});
