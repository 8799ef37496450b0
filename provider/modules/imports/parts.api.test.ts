import { describe, expect, test } from 'vitest';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { createImporter } from '@/provider/testing/imports';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, clock, db, importsIdle } = tested;
const { importFile, list, listCollections, send, read } = createImporter(tested);

const keep = { spaces: 'keep' } as const;

const spacesOf = async (person: TestAccount) => (await call('spaces.list', {}, person)).body.content;

/** Returns the account as it works in the space of a name. */
async function within(person: TestAccount, name: string): Promise<TestAccount> {
  const space = (await spacesOf(person)).find((one) => one.name === name);
  return { ...person, spaceId: space?.uuid ?? '' };
}

const addSpace = async (person: TestAccount, name: string): Promise<TestAccount> => {
  const { uuid } = (await call('spaces.create', { body: { name } }, person)).body;
  return { ...person, spaceId: uuid };
};

const save = async (person: TestAccount, url: string, collections: string[] = []): Promise<string> => {
  clock.advance(1_017);
  return (await call('bookmarks.create', { body: { url, title: url, collections } }, person)).body.uuid;
};

const addCollection = async (person: TestAccount, name: string): Promise<string> => {
  clock.advance(1_017);
  return (await call('collections.create', { body: { name, color: 'b93a1a' } }, person)).body.uuid;
};

const exported = async (
  person: TestAccount,
  encrypted = false,
  format: 'json' | 'csv' = 'json',
): Promise<string> =>
  (await call('bookmarks.export', { query: { format, space: 'all', encrypted } }, person)).body.text();

const urlsOf = async (person: TestAccount) => (await list(person)).map(({ url }) => url);

/** An account with the same page and equal collections in two spaces, and a third space without bookmarks. */
async function library() {
  const person = await signUp({ plan: 'pro' });
  const work = await addSpace(person, 'Work');
  await addSpace(person, 'Empty');
  const [docs, plans] = [await addCollection(person, 'Docs'), await addCollection(work, 'Plans')];
  const own = await addCollection(work, 'Docs');
  await save(person, 'https://shared.example/', [docs]);
  await save(work, 'https://shared.example/', [own, plans]);
  await save(person, 'https://loose.example/');
  await save(work, 'https://work.example/', [plans]);
  await call('collections.create', { body: { name: 'Smart', smart: { query: 'is:favorite' } } }, work);
  return { person, work };
}

interface Exported {
  spaces: string[];
  collections: { name: string; space: string; isDefault: boolean; path: string[] | null }[];
  bookmarks: { space: string }[];
}

/**
 * Returns an export without what differs between accounts: ids, the dates of default collections, the order of the
 * collections in the file, and the folder that a collection made by hand becomes.
 */
function comparable(text: string) {
  const { spaces, collections, bookmarks } = JSON.parse(
    text.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '#'),
  ) as Exported;
  const described = collections.map((one) => ({
    ...one,
    path: one.path ?? (one.isDefault ? null : [one.name]),
    ...(one.isDefault && { createdAt: '', updatedAt: '' }),
  }));
  const places = described.map((one) => JSON.stringify([one.space, one.name, one])).sort();
  return { spaces, places, bookmarks };
}

const file = (...bookmarks: readonly { url: string; space?: string }[]): string =>
  JSON.stringify({ version: 2, bookmarks: bookmarks.map((one) => ({ title: one.url, ...one })) });

const threeSpaces = file(
  { url: 'https://a.example/', space: 'Personal' },
  { url: 'https://b.example/', space: 'Work' },
  { url: 'https://c.example/', space: 'Play' },
);

const importCount = async ({ accountId }: TestAccount) => {
  const { rows } = await db.$client.query<{ imports: number; rows: number }>(
    `select (select count(*)::integer from imports where account_id = $1) as imports,
       (select count(*)::integer from import_rows where account_id = $1) as rows`,
    [accountId],
  );
  return rows[0];
};

describe('an export of all spaces', () => {
  test('imported into a new account is the same export', async () => {
    const { person } = await library();
    const text = await exported(person);
    const other = await signUp({ plan: 'pro' });
    const report = await importFile(other, text, keep);
    expect(report).toMatchObject({ status: 'done', read: 4, created: 4, duplicates: 0, collections: 4 });
    expect(comparable(await exported(other))).toEqual(comparable(text));
    const counts = (await spacesOf(other)).map(({ name, counts: { bookmarks } }) => [name, bookmarks]);
    expect(counts.sort()).toEqual([['Empty', 0], ['Personal', 2], ['Work', 2]]); // prettier-ignore
  });

  test('names its spaces, and goes into one space unless they are kept', async () => {
    const { person } = await library();
    const other = await signUp({ plan: 'pro' });
    const report = await importFile(other, await exported(person));
    expect(report).toMatchObject({ created: 4, fileSpaces: ['Personal', 'Empty', 'Work'], spaces: [] });
    expect(await spacesOf(other)).toHaveLength(1);
  });

  test('is previewed per space, and the preview creates none', async () => {
    const { person } = await library();
    const text = await exported(person);
    const other = await signUp({ plan: 'pro' });
    await save(other, 'https://loose.example/');
    const spaces = [
      { name: 'Empty', isNew: true, created: 0, duplicates: 0, repeated: 0 },
      { name: 'Personal', isNew: false, created: 1, duplicates: 1, repeated: 0 },
      { name: 'Work', isNew: true, created: 2, duplicates: 0, repeated: 0 },
    ];
    const expected = { read: 4, created: 3, duplicates: 1, collections: 4, spaces };
    expect(await importFile(other, text, { ...keep, dryRun: true })).toMatchObject(expected);
    expect(await spacesOf(other)).toHaveLength(1);
    expect(await list(other)).toHaveLength(1);
    expect(await importFile(other, text, keep)).toMatchObject(expected);
  });

  test('finds everything again in the account that has it', async () => {
    const { person } = await library();
    const before = await exported(person);
    const report = await importFile(person, before, keep);
    expect(report).toMatchObject({ created: 0, duplicates: 4, collections: 0 });
    expect(report.spaces.map(({ isNew }) => isNew)).toEqual([false, false, false]);
    expect(await exported(person)).toBe(before);
  });

  test('as a table has the same choice', async () => {
    const { person } = await library();
    const text = await exported(person, false, 'csv');
    const report = await importFile(await signUp({ plan: 'pro' }), text);
    expect(report).toMatchObject({ created: 3, repeated: 1, fileSpaces: ['Personal', 'Work'], spaces: [] });
    const other = await signUp({ plan: 'pro' });
    expect((await importFile(other, text, keep)).spaces).toMatchObject([
      { name: 'Personal', isNew: false, created: 2, repeated: 0 },
      { name: 'Work', isNew: true, created: 2, repeated: 0 },
    ]);
    // A title that repeats its URL is not kept.
    const withoutTitle = (row: string) => row.slice(row.indexOf(','));
    const rowsOf = (table: string) => table.split('\n').map(withoutTitle).sort();
    expect(rowsOf(await exported(other, false, 'csv'))).toEqual(rowsOf(text));
    const names = (await listCollections(await within(other, 'Work'))).map(({ name }) => name);
    expect(names.sort()).toEqual(['Docs', 'Plans', 'Uncategorized']);
  });

  test('restores encrypted bookmarks into their spaces', async () => {
    const { person, work } = await library();
    const body = { encrypted: true as const, cipher: sampleEnvelope() };
    const { uuid } = (await call('bookmarks.create', { body }, work)).body;
    const text = await exported(person, true);
    await call('bookmarks.delete', { params: { uuid } }, work);
    await call('bookmarks.delete', { params: { uuid }, query: { permanent: true } }, work);
    expect(await importFile(person, text, keep)).toMatchObject({ created: 1, duplicates: 4 });
    expect((await list(work)).find((one) => one.uuid === uuid)).toMatchObject({ cipher: body.cipher });
  });

  test('names the first space in the language of the exporter, which is the same one', async () => {
    const person = await signUp();
    const report = await importFile(person, file({ url: 'https://a.example/', space: 'Pessoal' }), keep);
    expect(report.spaces).toEqual([
      { name: 'Pessoal', isNew: false, created: 1, duplicates: 0, repeated: 0 },
    ]);
    expect(await urlsOf(person)).toEqual(['https://a.example/']);
  });
});

describe('spaces of a file', () => {
  test('beyond the plan are refused with the reason, and nothing of the file stays', async () => {
    const person = await signUp();
    for (const dryRun of [true, false]) {
      const { status, problem } = await send(person, threeSpaces, { ...keep, dryRun });
      expect([status, problem]).toMatchObject([402, { code: 'PLAN_REQUIRED', feature: 'spaces' }]);
    }
    expect(await spacesOf(person)).toHaveLength(1);
    expect(await importCount(person)).toEqual({ imports: 0, rows: 0 });
  });

  test('leave no rows if the rest of the file is damaged', async () => {
    const person = await signUp({ plan: 'pro' });
    const many = Array.from({ length: 6_000 }, (_, index) => ({
      url: `https://${index}.example/`,
      space: `Space ${index % 3}`,
    }));
    const { status } = await send(person, file(...many).slice(0, -9), keep);
    expect(status).toBe(422);
    expect(await importCount(person)).toEqual({ imports: 0, rows: 0 });
  });

  test('cannot go into one collection', async () => {
    const person = await signUp();
    const collection = await addCollection(person, 'One');
    expect((await send(person, threeSpaces, { ...keep, collection })).status).toBe(422);
  });
});

describe('undo of an import into several spaces', () => {
  test('removes its bookmarks, collections and spaces', async () => {
    const { person } = await library();
    const other = await signUp({ plan: 'pro' });
    await save(other, 'https://own.example/');
    const before = await exported(other);
    const { uuid } = await importFile(other, await exported(person), keep);
    await call('bookmarks.undoImport', { params: { uuid } }, other);
    expect(await spacesOf(other)).toHaveLength(1);
    expect(await exported(other)).toBe(before);
    expect((await read(other, uuid)).status).toBe('undone');
  });

  test('keeps a space that something was added to since', async () => {
    const person = await signUp({ plan: 'pro' });
    const { uuid } = await importFile(person, threeSpaces, keep);
    const work = await within(person, 'Work');
    await save(work, 'https://later.example/');
    await call('bookmarks.undoImport', { params: { uuid } }, person);
    expect((await spacesOf(person)).map(({ name }) => name).sort()).toEqual(['Personal', 'Work']);
    expect(await urlsOf(work)).toEqual(['https://later.example/']);
  });

  test('happens by itself if one of the spaces cannot be imported', async () => {
    const person = await signUp({ plan: 'pro' });
    await db.$client.query(`
      create function refuse_play() returns trigger language plpgsql as $$
        begin raise exception 'refused' using errcode = '22000'; end $$;
      create trigger refuse_play before insert on bookmarks for each row
        when (new.url = 'https://b.example/') execute function refuse_play()`);
    const { uuid } = (await send(person, threeSpaces, keep)).body;
    await importsIdle();
    await db.$client.query('drop function refuse_play cascade');
    expect(await read(person, uuid)).toMatchObject({ status: 'failed', created: 0 });
    expect(await urlsOf(person)).toEqual([]);
    expect(await spacesOf(person)).toHaveLength(1);
    expect((await listCollections(person)).map(({ isDefault }) => isDefault)).toEqual([true]);
    expect((await importCount(person))?.rows).toBe(0);
  });
});
