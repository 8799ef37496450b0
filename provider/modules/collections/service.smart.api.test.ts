import { describe, expect, test } from 'vitest';
import type { Input } from '@/lib/contract/index';
import { createSmartHelpers, everywhere, type Details } from '@/provider/testing/collections';
import { createTestProvider } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, db } = tested;
const { pro, createSmart, save, fill, details, titles, counts } = createSmartHelpers(tested);

describe('creating a smart collection', () => {
  test('normalizes the query and returns it everywhere', async () => {
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
    'a query without a condition is rejected: %j',
    async (query) => {
      const person = await pro();
      const { problem } = await call('collections.create', { body: { name: 'x', smart: { query } } }, person);
      expect(problem).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' });
    },
  );

  test('requires the Pro plan; existing ones can still be read, renamed and recolored without it', async () => {
    const person = await pro();
    await fill(person);
    const { uuid } = await createSmart(person, '#trains');
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

  test('a collection with bookmarks cannot become smart, and a smart one accepts another query', async () => {
    const person = await pro();
    await fill(person);
    const plain = (await call('collections.create', { body: { name: 'Plain' } }, person)).body;
    const { uuid } = await createSmart(person, '#trains');
    const body = { smart: { query: '#slow' } };
    const refused = await call('collections.update', { params: { uuid: plain.uuid }, body }, person);
    expect(refused.problem).toMatchObject({ status: 409, code: 'SMART_COLLECTION' });
    const changed = await call('collections.update', { params: { uuid }, body }, person);
    expect(changed.body).toMatchObject({ smart: { query: '#slow' }, count: 2 });
    expect(await titles(person, uuid)).toEqual(['Day trains', 'Slow travel']);
  });
});

describe('its matches', () => {
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
    const { uuid } = await createSmart(person, query);
    expect(await titles(person, uuid)).toEqual(expected);
    const { content } = (await call('bookmarks.list', { query: { collection: uuid } }, person)).body;
    expect(content.map(({ title }) => title).sort()).toEqual([...expected].sort());
    expect(await counts(person, uuid)).toEqual(everywhere(expected.length));
  });

  test.each(['created_at', 'title', 'last_accessed', 'order'] as const)(
    'are returned by cursor in the order of %s, each once',
    async (sortField) => {
      const person = await pro();
      for (let index = 0; index < 11; index += 1) {
        const tags = index % 3 === 0 ? 'other' : 'wanted';
        await save(person, { url: `https://x.example/${index}`, title: `T${index % 4}`, tags });
      }
      const { uuid } = await createSmart(person, '#wanted');
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

  test('can be narrowed by the other filters of a list, and by a search in it', async () => {
    const person = await pro();
    await fill(person);
    const { uuid } = await createSmart(person, '#slow OR is:favorite');
    const query = { collection: uuid, favorite: 'true' } as const;
    const { content, pagination } = (await call('bookmarks.list', { query }, person)).body;
    expect([content.map(({ title }) => title), pagination.total]).toEqual([['Ação em Lisboa'], 1]);
    const search = { q: 'trains', collection: uuid };
    const { bookmarks } = (await call('search.find', { query: search }, person)).body;
    expect(bookmarks.map(({ title }) => title)).toEqual(['Day trains']);
  });

  test('do not include the texts of pages, nor does a search for their count', async () => {
    const person = await pro();
    const made = await fill(person);
    await db.$client.query(
      `insert into page_contents (account_id, bookmark_id, space_id, status, title, byline, excerpt, html, text, word_count, fetched_at, search)
       values ($3, $1, $2, 'ready', '', '', '', '', 'lighthouse', 1, now(), array_to_tsvector(array['lighthouse']))`,
      [made.get('Rust book'), person.spaceId, person.accountId],
    );
    const find = async (texts?: 'false') => {
      const query = { q: 'lighthouse', ...(texts && { texts }) };
      return (await call('search.find', { query }, person)).body.pagination.total;
    };
    const { uuid } = await createSmart(person, 'lighthouse');
    expect([await find(), await find('false'), await titles(person, uuid)]).toEqual([1, 0, []]);
    const within = { q: 'rust', collection: uuid };
    expect((await call('search.find', { query: within }, person)).body.pagination.total).toBe(0);
  });

  test('are exactly what bulk changes and exports of it affect', async () => {
    const person = await pro();
    await fill(person);
    const { uuid } = await createSmart(person, '#trains');
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

  test('one that references another smart one has the same matches, without infinite recursion', async () => {
    const person = await pro();
    await fill(person);
    const one = await createSmart(person, '#trains', 'One');
    const two = await createSmart(person, '@One OR #rust', 'Two');
    const body = { smart: { query: '@Two OR @One OR #slow' } };
    await call('collections.update', { params: { uuid: one.uuid }, body }, person);
    const all = ['Day trains', 'Rust book', 'Slow travel'];
    expect([await titles(person, one.uuid), await titles(person, two.uuid)]).toEqual([all, all]);
    expect(await counts(person, two.uuid)).toEqual(everywhere(3));
  });

  test('a cursor of its list is invalid for other lists', async () => {
    const [mine, theirs] = [await pro(), await pro()];
    const { uuid } = await createSmart(mine, '#trains');
    const answers = [
      await call('bookmarks.list', { query: { collection: uuid } }, theirs),
      await call('collections.details', { params: { uuid } }, theirs),
      await call('collections.update', { params: { uuid }, body: { smart: { query: 'x' } } }, theirs),
      await call('bookmarks.bulk', { body: { action: 'delete', query: { collection: uuid } } }, theirs),
    ];
    expect(answers.map(({ problem }) => problem.code)).toEqual(answers.map(() => 'NOT_FOUND'));
  });
});
