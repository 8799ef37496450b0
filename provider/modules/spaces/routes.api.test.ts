import { describe, expect, test } from 'vitest';
import { createTestProvider, type TestAccount, type TestProvider } from '@/provider/testing/test-provider';
import { newId } from '@/provider/db/client';

const { call, signUp, db } = await createTestProvider();

describe('the spaces of an account', () => {
  test('start with the default one, which is current and has one collection', async () => {
    const person = await signUp();
    const { body } = await call('spaces.list', {}, person);
    expect(body).toEqual({
      content: [
        {
          uuid: person.spaceId,
          name: 'Personal',
          description: '',
          isDefault: true,
          isCurrent: true,
          counts: { bookmarks: 0, collections: 1, favorites: 0, later: 0, trash: 0 },
          createdAt: expect.any(String) as unknown,
          lastActivityAt: expect.any(String) as unknown,
        },
      ],
      pagination: { page: 1, size: 1, total: 1, pages: 1, next: null },
    });
  });

  test('name the space of the request as the current one', async () => {
    const person = await signUp();
    const { uuid } = (await call('spaces.create', { body: { name: 'Work' } }, person)).body;
    for (const spaceId of [uuid, person.spaceId]) {
      const lists = await Promise.all([
        call('spaces.list', {}, { ...person, spaceId }),
        call('spaces.top', {}, { ...person, spaceId }),
      ]);
      for (const { body } of lists)
        expect(body.content.filter(({ isCurrent }) => isCurrent).map((space) => space.uuid)).toEqual([
          spaceId,
        ]);
    }
  });

  test('never include those of another account', async () => {
    const [person, stranger] = [await signUp(), await signUp()];
    const { content } = (await call('spaces.list', {}, person)).body;
    expect(content.map(({ uuid }) => uuid)).not.toContain(stranger.spaceId);
  });
});

describe('creating a space', () => {
  test('creates its own default collection', async () => {
    const person = await signUp();
    const { status, body } = await call(
      'spaces.create',
      { body: { name: ' Work ', description: 'Jobs' } },
      person,
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'Work', description: 'Jobs', isDefault: false, isCurrent: false });
    expect(body.counts.collections).toBe(1);
    expect((await call('spaces.list', {}, person)).body.content[1]).toEqual(body);
    const { rows } = await db.$client.query('select name, is_default from collections where space_id = $1', [
      body.uuid,
    ]);
    expect(rows).toEqual([{ name: 'Uncategorized', is_default: true }]);
  });

  test('beyond the second requires the larger plan', async () => {
    const person = await signUp();
    await call('spaces.create', { body: { name: 'Work' } }, person);
    const third = await call('spaces.create', { body: { name: 'More' } }, person);
    expect(third.status).toBe(402);
    expect(third.problem).toMatchObject({ code: 'PLAN_REQUIRED', feature: 'spaces' });
    const pro = await signUp({ plan: 'pro' });
    for (const name of ['a', 'b', 'c'])
      expect((await call('spaces.create', { body: { name } }, pro)).status).toBe(201);
  });

  test('beyond the plan names the setting to an administrator, unless Pro is sold', async () => {
    const refusalOf = async (own: TestProvider, as: TestAccount): Promise<string> => {
      await own.call('spaces.create', { body: { name: 'Second' } }, as);
      return (await own.call('spaces.create', { body: { name: 'Third' } }, as)).problem.message;
    };
    const own = await createTestProvider({ config: { billing: false } });
    expect(await refusalOf(own, await own.signUp({ admin: true }))).toBe(
      'This is a Pro feature. To give every account of this installation Pro, set SELF_HOSTED_PLAN=pro.',
    );
    expect(await refusalOf(own, await own.signUp())).toBe('This is a Pro feature.');
    const selling = await createTestProvider({ config: { billing: true } });
    expect(await refusalOf(selling, await selling.signUp({ admin: true }))).toBe('This is a Pro feature.');
  });

  test('fifty times concurrently with room for one creates one', async () => {
    const person = await signUp();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        call('spaces.create', { body: { name: `Space ${index}` } }, person),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(49);
    expect((await call('spaces.list', {}, person)).body.content).toHaveLength(2);
  });

  test('with the same uuid again is the same creation, also at the limit and concurrently', async () => {
    const person = await signUp();
    const body = { uuid: newId(), name: 'Work' };
    const answers = await Promise.all([1, 2, 3].map(() => call('spaces.create', { body }, person)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    const again = await call('spaces.create', { body: { ...body, name: 'Other words' } }, person);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(answers[0]?.body);
  });

  test('with a uuid of another account is a conflict that reveals nothing', async () => {
    const [person, stranger] = [await signUp(), await signUp()];
    const answer = await call(
      'spaces.create',
      { body: { uuid: stranger.spaceId, name: 'Mine now' } },
      person,
    );
    expect(answer.problem).toEqual({
      status: 409,
      code: 'CONFLICT',
      message: 'This ID is already taken.',
    });
    expect((await call('spaces.list', {}, stranger)).body.content[0]?.name).toBe('Personal');
    expect((await call('spaces.list', {}, person)).body.content).toHaveLength(1);
  });

  test.each([
    '__proto__',
    'constructor',
    'null',
    '0',
    '..',
    'a/b',
    '%2e%2e',
    '../../x',
    '<b>x</b>',
    "' or 1=1",
    '🏳️‍🌈',
  ])('called %s keeps its name as it is', async (name) => {
    const person = await signUp();
    expect((await call('spaces.create', { body: { name } }, person)).body.name).toBe(name);
  });
});

describe('changing a space', () => {
  test('changes the given fields and keeps the others', async () => {
    const person = await signUp();
    const params = { uuid: person.spaceId };
    const renamed = await call('spaces.update', { params, body: { name: ' Home ' } }, person);
    expect(renamed.body).toMatchObject({ name: 'Home', description: '', isCurrent: true });
    const described = await call('spaces.update', { params, body: { description: 'Mine' } }, person);
    expect(described.body).toMatchObject({ name: 'Home', description: 'Mine' });
    expect((await call('spaces.update', { params, body: {} }, person)).body).toEqual(described.body);
  });

  test('of another account is not found, and changes nothing', async () => {
    const [person, stranger] = [await signUp(), await signUp()];
    const params = { uuid: stranger.spaceId };
    expect((await call('spaces.update', { params, body: { name: 'Taken' } }, person)).status).toBe(404);
    expect((await call('spaces.setDefault', { params }, person)).status).toBe(404);
    expect((await call('spaces.list', {}, stranger)).body.content[0]).toMatchObject({
      name: 'Personal',
      isDefault: true,
    });
    expect((await call('spaces.list', {}, person)).body.content[0]).toMatchObject({ isDefault: true });
  });

  test('to the default one leaves exactly one default, also under concurrency', async () => {
    const person = await signUp({ plan: 'pro' });
    const made = await Promise.all(
      ['a', 'b', 'c'].map((name) => call('spaces.create', { body: { name } }, person)),
    );
    const uuids = made.map(({ body }) => body.uuid);
    const answers = await Promise.all(
      [...uuids, ...uuids].map((uuid) => call('spaces.setDefault', { params: { uuid } }, person)),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const { content } = (await call('spaces.list', {}, person)).body;
    expect(content.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    expect(content[0]?.isDefault).toBe(true);
  });
});

describe('the Space-Id header', () => {
  test('chooses the space of a call', async () => {
    const person = await signUp();
    const { uuid } = (await call('spaces.create', { body: { name: 'Work' } }, person)).body;
    expect((await call('account.get', {}, { ...person, spaceId: uuid.toUpperCase() })).status).toBe(200);
  });

  test.each([
    '',
    'abc',
    '{uuid}',
    '0',
    `${newId()} `.repeat(2),
    '00000000-0000-0000-0000-000000000000',
    'x'.repeat(10_000),
  ])('%j names no space', async (spaceId) => {
    const answer = await call('spaces.list', {}, { ...(await signUp()), spaceId });
    expect(answer.problem).toEqual({
      status: 404,
      code: 'SPACE_NOT_FOUND',
      message: 'This space doesn’t exist.',
    });
  });

  test('responds alike to a space of another account and a missing one', async () => {
    const [person, stranger] = [await signUp(), await signUp()];
    const foreign = await call('spaces.list', {}, { ...person, spaceId: stranger.spaceId });
    const missing = await call('spaces.list', {}, { ...person, spaceId: newId() });
    expect(foreign.problem).toEqual(missing.problem);
    expect(foreign.status).toBe(404);
  });
});

test('the default space is named in the language of the request until it is renamed', async () => {
  const person = await signUp();
  const namesIn = async (language: string) => {
    const as = { ...person, headers: { 'accept-language': language } };
    return (await call('spaces.list', {}, as)).body.content.map(({ name }) => name);
  };
  await call('spaces.create', { body: { name: 'Personal' } }, person);
  expect([await namesIn('en'), await namesIn('pt-BR')]).toEqual([
    ['Personal', 'Personal'],
    ['Pessoal', 'Personal'],
  ]);
  const { content } = (await call('spaces.list', {}, person)).body;
  const uuid = content[0]?.uuid ?? '';
  // Saved by a form that shows the translated name.
  await call('spaces.update', { params: { uuid }, body: { name: 'Pessoal' } }, person);
  expect([await namesIn('en'), await namesIn('pt-BR')]).toEqual([
    ['Personal', 'Personal'],
    ['Pessoal', 'Personal'],
  ]);
  await call('spaces.update', { params: { uuid }, body: { name: 'Home' } }, person);
  expect(await namesIn('pt-BR')).toEqual(['Home', 'Personal']);
});
