import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createTestProvider } from '@/provider/testing/test-provider';

const { call, signUp } = await createTestProvider();

describe('the account', () => {
  test('is returned with its defaults', async () => {
    const person = await signUp();
    const { body } = await call('account.get', {}, person);
    expect(body).toEqual({
      uuid: person.accountId,
      email: person.email,
      firstName: 'Ada',
      lastName: 'Lovelace',
      avatar: null,
      plan: 'free',
      space: person.spaceId,
      emailVerified: false,
      isAdmin: false,
      hasPassword: true,
      oauth: [],
      preferences: {
        theme: 'system',
        language: null,
        defaultSpace: person.spaceId,
        bookmarkSort: 'created_at-DESC',
        collectionSort: 'created_at-DESC',
        rowTags: false,
        views: {},
      },
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
    });
  });

  test('changes the given fields and keeps the others', async () => {
    const person = await signUp();
    const { body } = await call('account.update', { body: { firstName: ' Augusta ' } }, person);
    expect(body).toMatchObject({ firstName: 'Augusta', lastName: 'Lovelace' });
    const older = await call('account.update', { body: { lastname: 'King' } as object }, person);
    expect(older.body).toMatchObject({ firstName: 'Augusta', lastName: 'King' });
    expect((await call('account.update', { body: {} }, person)).body).toEqual(older.body);
  });

  test('has the plan that a self-hosted installation sets for all accounts', async () => {
    const generous = await createTestProvider({ config: { selfHostedPlan: 'pro' } });
    const person = await generous.signUp();
    expect((await generous.call('account.get', {}, person)).body.plan).toBe('pro');
  });
});

describe('the current space', () => {
  test('can be another one of the account, and calls without a header then use it', async () => {
    const person = await signUp();
    const created = (await call('spaces.create', { body: { name: 'Work' } }, person)).body;
    const { body } = await call('account.update', { body: { space: created.uuid } }, person);
    expect(body.space).toBe(created.uuid);
    const { token } = person;
    const { content } = (await call('spaces.list', {}, { token })).body;
    expect(content.map(({ name, isCurrent }) => [name, isCurrent])).toEqual([
      ['Personal', false],
      ['Work', true],
    ]);
  });

  test('is never that of another account', async () => {
    const [person, stranger] = [await signUp(), await signUp()];
    for (const space of [stranger.spaceId, '0198c2a4-7a10-7c3e-8f00-1234567890ab']) {
      const named = await call('account.update', { body: { space, firstName: 'Eve' } }, person);
      expect(named.problem.code).toBe('SPACE_NOT_FOUND');
      const preferred = await call(
        'account.updatePreferences',
        { body: { defaultSpace: space, theme: 'dark' } },
        person,
      );
      expect(preferred.problem.code).toBe('SPACE_NOT_FOUND');
    }
    // Nothing is partially applied.
    const { body } = await call('account.get', {}, person);
    expect(body).toMatchObject({ firstName: 'Ada', space: person.spaceId, preferences: { theme: 'system' } });
  });
});

describe('preferences', () => {
  test('change individually, also concurrently', async () => {
    const person = await signUp();
    await Promise.all([
      call('account.updatePreferences', { body: { theme: 'dark' } }, person),
      call('account.updatePreferences', { body: { language: 'pt-BR' } }, person),
      call('account.updatePreferences', { body: { bookmarkSort: 'title-ASC' } }, person),
      call('account.updatePreferences', { body: { collectionSort: 'name-ASC' } }, person),
      call('account.updatePreferences', { body: { rowTags: true } }, person),
    ]);
    expect((await call('account.get', {}, person)).body.preferences).toEqual({
      theme: 'dark',
      language: 'pt-BR',
      defaultSpace: person.spaceId,
      bookmarkSort: 'title-ASC',
      collectionSort: 'name-ASC',
      rowTags: true,
      views: {},
    });
  });

  test('keep the view of each place, the last 200', async () => {
    const person = await signUp();
    const cards = { layout: 'cards', shows: { cards: ['cover', 'date'] } } as const;
    const choose = async (views: Record<string, object>) =>
      (await call('account.updatePreferences', { body: { views } as object }, person)).body.preferences.views;
    const moodboard = { layout: 'moodboard', shows: {} };
    await Promise.all([choose({ [person.spaceId]: cards }), choose({ search: moodboard })]);
    expect(await choose({})).toEqual({ [person.spaceId]: cards, search: moodboard });
    const places = Array.from({ length: 198 }, () => randomUUID());
    for (const place of [places.slice(0, 100), places.slice(100)]) {
      await choose(Object.fromEntries(place.map((uuid) => [uuid, moodboard])));
    }
    expect(Object.keys(await choose({}))).toHaveLength(200);
    const latest = randomUUID();
    const kept = await choose({ [latest]: cards });
    expect(Object.keys(kept)).toHaveLength(200);
    expect([person.spaceId, 'search'].filter((place) => place in kept)).toHaveLength(1);
    expect(kept).toMatchObject({ [latest]: cards, [places[0] ?? '']: moodboard });
  });

  test('include the default space, which the list of spaces then shows', async () => {
    const person = await signUp();
    const { uuid } = (await call('spaces.create', { body: { name: 'Work' } }, person)).body;
    const { body } = await call('account.updatePreferences', { body: { defaultSpace: uuid } }, person);
    expect(body.preferences.defaultSpace).toBe(uuid);
    const { content } = (await call('spaces.list', {}, person)).body;
    expect(content.map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['Work', true],
      ['Personal', false],
    ]);
  });

  test.each([
    { theme: 'blue' },
    { language: 'fr' },
    { bookmarkSort: 'password-ASC' },
    { theme: null },
    { unknown: 1 },
    { views: { elsewhere: { layout: 'cards', shows: {} } } },
    { views: { search: { layout: 'table', shows: {} } } },
    { views: { search: { layout: 'cards', shows: { cards: ['password'] } } } },
  ])('%j is refused', async (body) => {
    const answer = await call('account.updatePreferences', { body: body as object }, await signUp());
    expect(answer.status).toBe(422);
  });
});
