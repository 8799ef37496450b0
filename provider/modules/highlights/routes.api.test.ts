import { describe, expect, test } from 'vitest';
import type { Input } from '@/lib/contract';
import { serviceLimits } from '@/lib/contract/service-limits';
import { newId } from '@/provider/db/client';
import { createEncrypter } from '@/provider/testing/bookmarks';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const testProvider = await createTestProvider({ config: { storageQuotaBytes: 6 * 1024 * 1024 } });
const { call, signUp, request, db, clock } = testProvider;
const { encryptAll } = createEncrypter(testProvider);

const save = async (person: TestAccount, title = 'Page', collections: string[] = []): Promise<string> => {
  const body = { url: `https://pages.example/${newId()}`, title, collections };
  return (await call('bookmarks.create', { body }, person)).body.uuid;
};

const annotate = async (
  person: TestAccount,
  bookmark: string,
  body: Partial<Input<'highlights.create'>['body']> = {},
) => {
  clock.advance(1_000);
  return call(
    'highlights.create',
    { params: { uuid: bookmark }, body: { quote: 'A passage', ...body } },
    person,
  );
};

const ofBookmark = async (person: TestAccount, uuid: string): Promise<string[]> =>
  (await call('highlights.ofBookmark', { params: { uuid } }, person)).body.content.map(({ quote }) => quote);

const listed = async (person: TestAccount, query: Input<'highlights.list'>['query'] = {}) =>
  (await call('highlights.list', { query }, person)).body;

const quotes = async (
  person: TestAccount,
  query: Input<'highlights.list'>['query'] = {},
): Promise<string[]> => (await listed(person, query)).content.map(({ quote }) => quote);

const bytesOf = async ({ accountId }: TestAccount): Promise<number> => {
  const { rows } = await db.$client.query<{ bytes: string }>(
    'select bytes from blob_usage where account_id = $1',
    [accountId],
  );
  return Number(rows[0]?.bytes ?? 0);
};

describe('an annotation', () => {
  test('is created once, read in the order of the text, changed and deleted', async () => {
    const person = await signUp();
    const bookmark = await save(person);
    const uuid = newId();
    const body = {
      uuid,
      start: 40,
      end: 49,
      prefix: 'before ',
      suffix: ' after',
      textHash: 'abc',
      note: 'Why',
    };
    const first = await annotate(person, bookmark, body);
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({ ...body, bookmark, quote: 'A passage', color: 'yellow' });
    expect((await annotate(person, bookmark, { ...body, quote: 'Again' })).status).toBe(200);
    await annotate(person, bookmark, { quote: 'Imported' });
    await annotate(person, bookmark, { quote: 'Earlier in the text', start: 3, end: 9 });
    expect(await ofBookmark(person, bookmark)).toEqual(['Earlier in the text', 'A passage', 'Imported']);

    const tagged = { params: { uuid }, body: { tags: ' Law , visa,LAW,' } } as const;
    expect((await call('highlights.update', tagged, person)).body).toMatchObject({ tags: 'Law,visa' });
    const change = { params: { uuid }, body: { color: 'blue', note: '' } } as const;
    expect((await call('highlights.update', change, person)).body).toMatchObject({
      color: 'blue',
      note: '',
      tags: 'Law,visa',
    });
    await call('highlights.delete', { params: { uuid } }, person);
    expect((await call('highlights.delete', { params: { uuid } }, person)).problem.code).toBe('NOT_FOUND');
    expect(await ofBookmark(person, bookmark)).toEqual(['Earlier in the text', 'Imported']);
  });

  test.each([
    ['no passage', { quote: ' ' }],
    ['a passage that is too long', { quote: 'a'.repeat(serviceLimits.highlightQuoteLength + 1) }],
    ['a passage that cannot be stored', { quote: 'a\0b' }],
    ['one offset', { start: 3 }],
    ['offsets in the wrong order', { start: 3, end: 3 }],
    ['an unknown color', { color: 'mauve' as 'red' }],
    ['a tag that is too long', { tags: 'a'.repeat(65) }],
    ['a note that is too long', { note: 'a'.repeat(serviceLimits.highlightNoteLength + 1) }],
  ])('is refused with %s', async (_name, body) => {
    const person = await signUp();
    const bookmark = await save(person);
    expect((await annotate(person, bookmark, body)).problem.code).toBe('VALIDATION_FAILED');
    expect(await bytesOf(person)).toBe(0);
  });

  test('is a change of its bookmark for those who follow changes', async () => {
    const person = await signUp();
    const bookmark = await save(person);
    let since = (await call('bookmarks.changes', {}, person)).body.next;
    const changed = async () => {
      const { body } = await call('bookmarks.changes', { query: { since } }, person);
      since = body.next;
      return body.content.map(({ type, uuid }) => [type, uuid]);
    };
    const { uuid } = (await annotate(person, bookmark)).body;
    expect(await changed()).toEqual([['changed', bookmark]]);
    await call('highlights.update', { params: { uuid }, body: { note: 'Longer' } }, person);
    expect(await changed()).toEqual([['changed', bookmark]]);
    await call('highlights.delete', { params: { uuid } }, person);
    expect(await changed()).toEqual([['changed', bookmark]]);
  });

  test('counts in the storage of the account, and is limited for each bookmark', async () => {
    const person = await signUp();
    const bookmark = await save(person);
    const { uuid } = (await annotate(person, bookmark, { quote: 'ç'.repeat(100), note: 'note', tags: 'tag' }))
      .body;
    expect(await bytesOf(person)).toBe(200 + 200 + 4 + 3);
    await call('highlights.update', { params: { uuid }, body: { note: '', tags: '' } }, person);
    expect(await bytesOf(person)).toBe(200 + 200);
    await call('highlights.delete', { params: { uuid } }, person);
    expect(await bytesOf(person)).toBe(0);

    await db.$client.query(
      `insert into highlights (account_id, id, bookmark_id, quote, color, created_at, updated_at)
       select $1, gen_random_uuid(), $2, 'q', 'red', now(), now() from generate_series(1, $3)`,
      [person.accountId, bookmark, serviceLimits.highlightsPerBookmark],
    );
    expect((await annotate(person, bookmark)).problem.code).toBe('TOO_MANY_HIGHLIGHTS');
    const huge = await save(person);
    const long = { quote: 'é'.repeat(10_000), note: '語'.repeat(10_000) };
    const answers = [];
    while (answers.at(-1) === undefined || answers.at(-1)! < 400) {
      answers.push((await annotate(person, huge, long)).status);
    }
    expect(answers.length * 50_000).toBeLessThan(serviceLimits.highlightBytesPerBookmark + 150_000);
  });
});

test('the storage quota refuses an annotation that does not fit', async () => {
  const person = await signUp();
  await db.$client.query('insert into blob_usage (account_id, bytes) values ($1, $2)', [
    person.accountId,
    6 * 1024 * 1024 - 800,
  ]);
  const bookmark = await save(person, 'P');
  expect((await annotate(person, bookmark, { quote: 'q'.repeat(900) })).problem.code).toBe('QUOTA_EXCEEDED');
});

describe('the list of annotations', () => {
  test('has those of the space, with their pages, by date, color, tag, collection and words', async () => {
    const person = await signUp();
    const collection = (await call('collections.create', { body: { name: 'Trains' } }, person)).body.uuid;
    const [first, second] = [
      await save(person, 'Night trains', [collection]),
      await save(person, 'Sourdough'),
    ];
    await annotate(person, first, { quote: 'Ninety days is the rule', color: 'blue', tags: 'Ação,law' });
    await annotate(person, second, { quote: 'Fold it four times', note: 'Não esquecer', color: 'red' });
    await annotate(person, first, { quote: 'Gone by noon' });
    const trashed = await save(person);
    await annotate(person, trashed);
    await call('bookmarks.delete', { params: { uuid: trashed } }, person);
    const space = (await call('spaces.create', { body: { name: 'Other' } }, person)).body.uuid;

    const { content } = await listed(person);
    expect(content[0]).toMatchObject({
      bookmark: first,
      page: { title: 'Night trains', domain: 'pages.example' },
    });
    expect(await quotes(person)).toEqual(['Gone by noon', 'Fold it four times', 'Ninety days is the rule']);
    expect(await quotes(person, { sortOrder: 'ASC', color: 'blue' })).toEqual(['Ninety days is the rule']);
    expect(await quotes(person, { tag: 'AÇÃO'.normalize('NFD') })).toEqual(['Ninety days is the rule']);
    expect(await quotes(person, { tag: 'la' })).toEqual([]);
    expect(await quotes(person, { query: 'acao' })).toEqual(['Ninety days is the rule']);
    expect(await quotes(person, { collection })).toEqual(['Gone by noon', 'Ninety days is the rule']);
    expect(await quotes(person, { query: 'nao FOLD' })).toEqual(['Fold it four times']);
    expect(await quotes(person, { query: 'trains noon' })).toEqual(['Gone by noon']);
    expect(await quotes({ ...person, spaceId: space })).toEqual([]);
    const missing = await call('highlights.list', { query: { collection: newId() } }, person);
    expect(missing.problem.code).toBe('NOT_FOUND');
  });

  test('continues by cursor with all of equal times, and accepts no other cursor', async () => {
    const person = await signUp();
    const bookmark = await save(person);
    await db.$client.query(
      `insert into highlights (account_id, id, bookmark_id, quote, color, created_at, updated_at)
       select $1, gen_random_uuid(), $2, 'q' || n, 'red', now(), now() from generate_series(1, 7) n`,
      [person.accountId, bookmark],
    );
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { content, pagination } = await listed(person, {
        size: 3,
        ...(cursor !== undefined && { cursor }),
      });
      expect(pagination.total).toBe(7);
      seen.push(...content.map(({ quote }) => quote));
      cursor = pagination.next ?? undefined;
    } while (cursor !== undefined);
    expect(new Set(seen)).toEqual(new Set(['q1', 'q2', 'q3', 'q4', 'q5', 'q6', 'q7']));
    const { next } = (await listed(person, { size: 3 })).pagination;
    const other = await call('highlights.list', { query: { color: 'red', cursor: next ?? '' } }, person);
    expect(other.problem.code).toBe('VALIDATION_FAILED');
  });
});

test('a query and a smart collection find the annotated bookmarks at once', async () => {
  const person = await signUp({ plan: 'pro' });
  const [annotated] = [await save(person, 'With'), await save(person, 'Without')];
  const smart = { query: 'is:annotated' };
  const { uuid } = (await call('collections.create', { body: { name: 'Annotated', smart } }, person)).body;
  const found = async (q: string) =>
    (await call('search.find', { query: { q } }, person)).body.bookmarks.map(({ title }) => title);
  const counted = async () => {
    const { content } = (await call('collections.simplified', {}, person)).body;
    return content.find((one) => one.uuid === uuid)?.count;
  };
  expect([await found('is:annotated'), await counted()]).toEqual([[], 0]);
  await annotate(person, annotated);
  expect([await found('is:annotated'), await counted()]).toEqual([['With'], 1]);
  expect(await found('-is:annotated')).toEqual(['Without']);
});

// Guarantee: nothing readable of an encrypted or deleted bookmark remains on the server.
describe('annotations are erased', () => {
  const stored = async (bookmark: string): Promise<number | null> =>
    (await db.$client.query('select from highlights where bookmark_id = $1', [bookmark])).rowCount;

  test('when their bookmark is encrypted, which accepts no others', async () => {
    const person = await signUp();
    const { body } = await call(
      'bookmarks.create',
      { body: { url: 'https://secret.example/', title: 'Secret' } },
      person,
    );
    await annotate(person, body.uuid);
    const items = await encryptAll([body.uuid], 'key');
    await call('bookmarks.reencrypt', { body: { items } }, person);
    expect(await stored(body.uuid)).toBe(0);
    expect((await annotate(person, body.uuid)).problem.code).toBe('NOT_FOUND');
    expect(await ofBookmark(person, body.uuid)).toEqual([]);
    expect(await bytesOf(person)).toBe(0);
  });

  test('with their bookmark, and not before', async () => {
    const person = await signUp();
    const bookmark = await save(person);
    await annotate(person, bookmark);
    await call('bookmarks.delete', { params: { uuid: bookmark } }, person);
    expect(await stored(bookmark)).toBe(1);
    await call('bookmarks.delete', { params: { uuid: bookmark }, query: { permanent: true } }, person);
    expect(await stored(bookmark)).toBe(0);
    expect(await bytesOf(person)).toBe(0);
  });
});

describe('the file of annotations', () => {
  const download = async (person: TestAccount, format: string): Promise<Response> =>
    request(`/v1/highlights/export?format=${format}`, {
      headers: { authorization: `Bearer ${person.token}` },
    });

  test('is Markdown by page, the CSV of Readwise, or JSON', async () => {
    const person = await signUp();
    const bookmark = await save(person, 'A *page* [1]');
    await annotate(person, bookmark, {
      quote: 'Second\n# not a heading',
      start: 9,
      end: 20,
      note: 'My **note**',
      tags: 'two words,c++',
    });
    await annotate(person, bookmark, { quote: '=1+1', start: 1, end: 5 });
    await annotate(person, await save(person, 'Other'), { quote: 'Third' });

    const markdown = await download(person, 'markdown');
    expect(markdown.headers.get('content-disposition')).toMatch(
      /attachment; filename="markwell-[\w-]+\.annotations\.md"/,
    );
    const text = await markdown.text();
    expect(text).toMatch(
      /^# A \\\*page\\\* \\\[1\\\]\n\n<https:[^\n]+>\n\n> =1\+1\n\n> Second\n> \\# not a heading\n\nMy \*\*note\*\*\n\n#two-words #c\+\+\n\n# Other\n\n<[^\n]+>\n\n> Third\n\n$/,
    );

    const [head, first, ...others] = (await (await download(person, 'csv')).text()).split('\r\n');
    expect(head).toBe('Highlight,Title,Author,URL,Note,Location,Date');
    expect(first).toMatch(/^'=1\+1,A \*page\* \[1\],,https:\/\/[^,]+,,1,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

    expect(others.join('\n')).toContain(',.two_words .c_ My **note**,9,');

    const json = (await (await download(person, 'json')).json()) as { annotations: { quote: string }[] };
    expect(json.annotations.map(({ quote }) => quote)).toEqual(['=1+1', 'Second\n# not a heading', 'Third']);
    expect(await (await download(await signUp(), 'json')).json()).toEqual({ version: 1, annotations: [] });
  });
});
