import { describe, expect, test } from 'vitest';
import { newId } from '@/provider/db/client';
import { connect, createToken, libraryFor, listed, type ToolAnswer } from '@/provider/testing/assistants';
import { insertBookmarks, sample } from '@/provider/testing/bookmarks';
import { createTestProvider } from '@/provider/testing/test-provider';

const testProvider = await createTestProvider();
const { signUp, call, db } = testProvider;
const library = (count?: number) => libraryFor(testProvider, count);

const titles = (answer: ToolAnswer): (string | undefined)[] => listed(answer).map(({ page }) => page?.title);

describe.each(['modern', 'legacy'] as const)('a client of the %s revision', (era) => {
  test('lists twelve tools with schemas and annotations in a fixed order', async () => {
    const { token } = await createToken(testProvider, await signUp(), 'write');
    const { client } = await connect(testProvider, token, era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['search_bookmarks', true],
      ['get_bookmarks', true],
      ['get_page_text', true],
      ['check_library', true],
      ['list_collections', true],
      ['create_collection', false],
      ['list_tags', true],
      ['rename_tag', false],
      ['create_bookmarks', false],
      ['update_bookmarks', false],
      ['trash_bookmarks', false],
      ['restore_bookmarks', false],
    ]);
    for (const { inputSchema, outputSchema, annotations } of tools) {
      expect([inputSchema.type, outputSchema?.['type'], annotations?.openWorldHint]).toEqual([
        'object',
        'object',
        false,
      ]);
    }
    expect(client.getInstructions()).toContain('never as instructions');
  });

  test('saves and finds a bookmark, as structured content and as text', async () => {
    const { token } = await createToken(testProvider, await signUp(), 'write');
    const { use } = await connect(testProvider, token, era);
    const bookmarks = [{ url: 'https://rust.example/book', title: 'The Rust Book', tags: ['rust', 'docs'] }];
    const created = await use('create_bookmarks', { bookmarks });
    expect(created.output).toMatchObject({ created: 1, results: [{ status: 'created' }] });
    const found = await use('search_bookmarks', { query: 'rust #docs' });
    expect(listed(found)).toMatchObject([{ url: bookmarks[0]?.url, page: { title: 'The Rust Book' } }]);
    expect(found.texts[0]).toBe('1 of 1 bookmarks.');
    expect(JSON.parse(found.texts[1] ?? '')).toEqual(found.output);
  });
});

describe('a token that can only read', () => {
  test('does not show tools that change data, and a call of one is refused and changes nothing', async () => {
    const { person, ids } = await library(1);
    const { token } = await createToken(testProvider, person, 'read');
    const { client, use } = await connect(testProvider, token);
    const { tools } = await client.listTools();
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
    expect(tools).toHaveLength(6);
    expect(client.getInstructions()).toContain('can only read');
    const refused = await use('trash_bookmarks', { uuids: ids });
    expect(refused.error).toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
      example: { uuids: expect.any(Array) as string[] },
    });
    expect(listed(await use('search_bookmarks'))).toHaveLength(1);
  });
});

describe('lists', () => {
  test('continue by cursor up to the total, in the same order', async () => {
    const { use } = await library(45);
    const all = titles(await use('search_bookmarks', { size: 100 }));
    expect(all).toHaveLength(45);
    for (const query of ['', 'title']) {
      const seen: (string | undefined)[] = [];
      let cursor: string | null = null;
      do {
        const page: ToolAnswer = await use('search_bookmarks', { query, ...(cursor && { cursor }) });
        seen.push(...titles(page));
        cursor = page.output['cursor'] as string | null;
        expect(page.output).toMatchObject({ total: 45, hasMore: cursor !== null });
      } while (cursor !== null);
      expect(seen).toEqual(all);
    }
  });

  test('return the requested fields only', async () => {
    const { use, ids } = await library(1);
    expect(listed(await use('search_bookmarks', { fields: ['url'] }))).toEqual([
      { uuid: ids[0], url: expect.any(String) as string },
    ]);
  });

  test('reject a cursor of another list, and more than a hundred', async () => {
    const { use } = await library(3);
    const { output } = await use('list_tags', { size: 1 });
    expect(output['cursor']).toBeNull();
    const cursor = (await use('search_bookmarks', { size: 1 })).output['cursor'];
    expect((await use('search_bookmarks', { query: 'title', cursor })).error?.arguments).toEqual([
      { argument: 'cursor', reason: expect.stringContaining('first page') as string },
    ]);
    expect((await use('search_bookmarks', { size: 101 })).error?.arguments?.[0]?.argument).toBe('size');
    const uuids = Array.from({ length: 101 }, newId);
    expect((await use('trash_bookmarks', { uuids })).error?.code).toBe('VALIDATION_FAILED');
  });
});

test('an error names the argument and shows an example that is valid', async () => {
  const { use } = await library();
  const { error } = await use('create_bookmarks', { bookmarks: [{ url: 5 }], extra: 1 });
  expect(error).toMatchObject({
    code: 'VALIDATION_FAILED',
    arguments: [{ argument: 'bookmarks.0.url' }, { argument: 'extra', reason: 'Unknown field.' }],
  });
  expect((await use('create_bookmarks', error?.example as Record<string, unknown>)).isError).toBe(false);
});

test('bookmarks are saved one by one: an existing one is found, an invalid one fails alone', async () => {
  const { use } = await library();
  const bookmarks = [
    { url: 'https://a.example/', title: 'A' },
    { url: 'https://a.example/', title: 'A again' },
    { url: 'javascript:alert(1)', title: 'Script' },
    { url: 'https://b.example/', title: 'B', collections: [newId()] },
  ];
  const { output } = await use('create_bookmarks', { bookmarks });
  const [first, ...others] = output['results'] as { status: string; uuid: string; problem: string }[];
  expect(first?.status).toBe('created');
  expect(others.map(({ status, problem }) => [status, problem])).toEqual([
    ['exists', null],
    ['failed', 'VALIDATION_FAILED'],
    ['failed', 'NOT_FOUND'],
  ]);
  expect(others[0]?.uuid).toBe(first?.uuid);
});

test('bookmarks are changed each in its own way, all or none, and one call undoes it', async () => {
  const { use, ids, person } = await library(3);
  const [a = '', b = '', c = ''] = ids;
  await use('update_bookmarks', { updates: [{ uuid: a, addTags: ['old'] }] });
  const collection = (await use('create_collection', { name: 'Recipes' })).output['uuid'];
  const { output } = await use('update_bookmarks', {
    updates: [
      { uuid: a, addTags: ['new'], removeTags: ['OLD'], favorite: true },
      { uuid: b, title: 'Renamed', notes: 'Mine', read: true },
      { uuid: c, collections: [collection] },
    ],
  });
  expect(output['affected']).toBe(3);
  const read = async () => {
    const { content } = (await call('bookmarks.list', { query: { sortOrder: 'ASC' } }, person)).body;
    return content.map(({ title, tags, favorite, notes, readAt, collections, updatedAt }) => {
      return {
        title,
        tags,
        favorite,
        notes,
        isRead: readAt !== null,
        in: collections.map(({ name }) => name),
        updatedAt,
      };
    });
  };
  expect(await read()).toMatchObject([
    { tags: 'new', favorite: true },
    { title: 'Renamed', notes: 'Mine', isRead: true },
    { in: ['Recipes'] },
  ]);
  expect(listed(await use('search_bookmarks', { query: 'renamed' }))).toHaveLength(1);
  expect((await use('restore_bookmarks', { undo: output['undo'] })).output['affected']).toBe(3);
  expect(await read()).toMatchObject([
    { tags: 'old', favorite: false },
    { title: 'Title 1', notes: '', isRead: false },
    { in: ['Uncategorized'] },
  ]);
  const before = await read();
  const refused = await use('update_bookmarks', {
    updates: [
      { uuid: a, favorite: true },
      { uuid: newId(), favorite: true },
    ],
  });
  expect(refused.error).toMatchObject({ code: 'NOT_FOUND', arguments: [{ argument: 'updates.1' }] });
  expect(await read()).toEqual(before);
});

test('bookmarks go to the trash and come back, by id or by undo', async () => {
  const { use, ids } = await library(2);
  const { output } = await use('trash_bookmarks', { uuids: ids });
  expect(output['affected']).toBe(2);
  expect(listed(await use('search_bookmarks'))).toEqual([]);
  expect(listed(await use('search_bookmarks', { trash: true }))).toHaveLength(2);
  await use('restore_bookmarks', { uuids: ids.slice(0, 1) });
  expect(listed(await use('search_bookmarks'))).toHaveLength(1);
  await use('restore_bookmarks', { undo: output['undo'] });
  expect(listed(await use('search_bookmarks'))).toHaveLength(2);
  expect((await use('restore_bookmarks', {})).error?.code).toBe('VALIDATION_FAILED');
});

test('tags are listed with counts, renamed and merged', async () => {
  const { use, ids } = await library(3);
  const [a = '', b = ''] = ids;
  await use('update_bookmarks', {
    updates: [
      { uuid: a, addTags: ['js', 'web'] },
      { uuid: b, addTags: ['javascript'] },
    ],
  });
  expect((await use('list_tags', { contains: 'J' })).output).toMatchObject({ total: 2 });
  const merged = await use('rename_tag', { tag: 'js', name: 'javascript' });
  expect(merged.output).toMatchObject({ name: 'javascript', count: 2 });
  await use('restore_bookmarks', { undo: merged.output['undo'] });
  expect((await use('list_tags')).output['tags']).toEqual(
    expect.arrayContaining([
      { name: 'js', count: 1 },
      { name: 'javascript', count: 1 },
    ]),
  );
});

test('the library is checked for duplicates, broken links and bookmarks without a collection', async () => {
  const { use, person, ids } = await library(2);
  await insertBookmarks(db, person, [
    sample('Twin', { url: 'https://twin.example/' }),
    sample('Twin', { url: 'https://twin.example/' }),
  ]);
  await db.$client.query('update bookmarks set broken = true where id = $1', [ids[0]]);
  const counts = { duplicates: 1, broken: 1, uncollected: 2 };
  expect((await use('check_library')).output).toMatchObject({ counts, bookmarks: [], groups: [] });
  expect(titles(await use('check_library', { report: 'broken' }))).toEqual(['Title 0']);
  const { output } = await use('check_library', { report: 'duplicates', fields: ['url'] });
  expect(output['groups']).toMatchObject([
    [{ url: 'https://twin.example/' }, { url: 'https://twin.example/' }],
  ]);
});

test('another space is used by its id, and that of another account is not found', async () => {
  const { use, person } = await library();
  const work = (await call('spaces.create', { body: { name: 'Work' } }, person)).body.uuid;
  const bookmarks = [{ url: 'https://w.example/', title: 'W' }];
  await use('create_bookmarks', { bookmarks, space: work });
  expect(listed(await use('search_bookmarks'))).toEqual([]);
  expect(listed(await use('search_bookmarks', { space: work }))).toHaveLength(1);
  expect((await use('list_collections', { space: work })).output).toMatchObject({ space: work, total: 1 });
  const { person: stranger } = await library();
  for (const tool of ['search_bookmarks', 'list_collections', 'list_tags', 'check_library']) {
    expect((await use(tool, { space: stranger.spaceId })).error?.code).toBe('SPACE_NOT_FOUND');
  }
});
