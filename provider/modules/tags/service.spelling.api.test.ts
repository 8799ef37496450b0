import { expect, test } from 'vitest';
import { createImporter, file, link } from '@/provider/testing/imports';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp, db } = tested;
const { importFile } = createImporter(tested);

type Person = Pick<TestAccount, 'token'> & { spaceId?: string };

const create = async (person: Person, name: string, tags: string) =>
  (await call('bookmarks.create', { body: { url: `https://a.example/${name}`, title: name, tags } }, person))
    .body;

const bulk = (person: Person, body: Parameters<typeof call<'bookmarks.bulk'>>[1]['body']) =>
  call('bookmarks.bulk', { body }, person);

interface SpaceTags {
  /** Tags of the bookmarks outside the trash, by title. */
  tags: Record<string, string>;
  /** The listed tags with their counts. */
  listed: string[];
}

const tagsOf = async (person: Person): Promise<SpaceTags> => {
  const { content } = (await call('bookmarks.list', {}, person)).body;
  const listed = (await call('tags.list', {}, person)).body.content;
  return {
    tags: Object.fromEntries(content.map(({ title, tags }) => [title ?? '', tags])),
    listed: listed.map(({ name, count }) => `${name} ${count}`),
  };
};

test('a new bookmark takes over the spelling of the tags of its space, in its own order', async () => {
  const person = await signUp();
  await create(person, 'one', 'Travel,Caf\u00e9');
  expect((await create(person, 'two', 'new,CAFE\u0301,travel')).tags).toBe('new,Café,Travel');
  expect(await tagsOf(person)).toEqual({
    tags: { one: 'Travel,Café', two: 'new,Café,Travel' },
    listed: ['Café 2', 'Travel 2', 'new 1'],
  });
});

test('so does a changed bookmark, one of many, and one that is merged', async () => {
  const person = await signUp();
  await create(person, 'one', 'Travel');
  const two = await create(person, 'two', '');
  const changed = await call(
    'bookmarks.update',
    { params: { uuid: two.uuid }, body: { tags: 'other,TRAVEL' } },
    person,
  );
  expect(changed.body.tags).toBe('other,Travel');
  const three = await create(person, 'three', 'x');
  await bulk(person, { action: 'tag', uuids: [three.uuid], tags: 'travel' });
  const same = await call(
    'bookmarks.create',
    { body: { url: 'https://a.example/three', title: 'four', force: true } },
    person,
  );
  const merged = await call(
    'bookmarks.merge',
    { body: { keep: three.uuid, uuids: [same.body.uuid], tags: 'X,OTHER' } },
    person,
  );
  expect(merged.body.bookmark.tags).toBe('x,other');
  expect(await tagsOf(person)).toMatchObject({
    tags: { one: 'Travel', two: 'other,Travel', three: 'x,other' },
  });
});

test('a bookmark from the trash or another space takes over the spelling of its new place', async () => {
  const person = await signUp();
  const { uuid } = await create(person, 'one', 'Travel');
  await call('bookmarks.delete', { params: { uuid } }, person);
  await create(person, 'two', 'travel');
  await call('bookmarks.restore', { params: { uuid } }, person);
  const space = (await call('spaces.create', { body: { name: 'Work' } }, person)).body.uuid;
  await create({ ...person, spaceId: space }, 'there', 'TRAVEL');
  expect(await tagsOf(person)).toEqual({ tags: { one: 'travel', two: 'travel' }, listed: ['travel 2'] });
  await bulk(person, { action: 'move', uuids: [uuid], space });
  expect(await tagsOf({ ...person, spaceId: space })).toEqual({
    tags: { one: 'TRAVEL', there: 'TRAVEL' },
    listed: ['TRAVEL 2'],
  });
});

test('an import takes over the spelling of the space, and uses one for new tags', async () => {
  const person = await signUp();
  await create(person, 'one', 'Travel');
  await create(person, 'known', 'Known');
  const report = await importFile(
    person,
    file(
      link('https://b.example/1', 'two', 'TAGS="travel,Fresh"'),
      link('https://b.example/2', 'three', 'TAGS="fresh,TRAVEL,x"'),
      link('https://a.example/known', 'known', 'TAGS="KNOWN,FRESH"'),
    ),
  );
  expect(report.status).toBe('done');
  const { listed, tags } = await tagsOf(person);
  const fresh = tags['two']?.split(',')[1] ?? '';
  expect(fresh.toLowerCase()).toBe('fresh');
  expect(tags).toEqual({
    one: 'Travel',
    two: `Travel,${fresh}`,
    three: `${fresh},Travel,x`,
    known: `Known,${fresh}`,
  });
  expect(listed.toSorted()).toEqual(['Known 1', 'Travel 3', `${fresh} 3`, 'x 1'].toSorted());
});

test('another spelling of a tag reaches all of its bookmarks, and is undone', async () => {
  const person = await signUp();
  await create(person, 'one', 'Travel');
  await create(person, 'two', 'x,travel');
  const renamed = await call('tags.rename', { params: { name: 'travel' }, body: { name: 'TRAVEL' } }, person);
  expect(await tagsOf(person)).toMatchObject({ tags: { one: 'TRAVEL', two: 'x,TRAVEL' } });
  await call('bookmarks.undo', { params: { uuid: renamed.body.undo ?? '' } }, person);
  expect(await tagsOf(person)).toMatchObject({
    tags: { one: 'Travel', two: 'x,Travel' },
    listed: ['Travel 2', 'x 1'],
  });
});

test('no statement can leave two spellings in a space', async () => {
  const person = await signUp();
  const { uuid } = await create(person, 'one', 'Travel');
  await db.$client.query(`update bookmarks set tags = '{x,travel}' where id = $1`, [uuid]);
  expect(await tagsOf(person)).toMatchObject({ tags: { one: 'x,Travel' } });
});
