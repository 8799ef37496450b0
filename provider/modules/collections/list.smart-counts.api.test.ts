import { describe, expect, test } from 'vitest';
import type { Input } from '@/lib/contract/index';
import { countStatements } from '@/provider/testing/statements';
import { createSmartHelpers, everywhere } from '@/provider/testing/collections';
import { createTestProvider, type Caller } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, db, clock } = tested;
const { pro, createSmart, save, fill, counts } = createSmartHelpers(tested);

describe('the count of a smart collection', () => {
  test('follows every kind of change', async () => {
    const person = await pro();
    const made = await fill(person);
    const { uuid } = await createSmart(person, '(#trains OR @Shelf) -is:favorite');
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

  test('follows visits, which change no revision', async () => {
    const person = await pro();
    const made = await fill(person);
    const { uuid } = await createSmart(person, 'visits:>=1');
    expect(await counts(person, uuid)).toEqual(everywhere(0));
    await call('bookmarks.visit', { params: { uuid: made.get('Rust book') ?? '' } }, person);
    expect(await counts(person, uuid)).toEqual(everywhere(1));
  });

  test('follows the day of the caller', async () => {
    const person = await pro();
    await fill(person);
    const { uuid } = await createSmart(person, 'created:today', 'Today');
    const outer = await createSmart(person, '@Today', 'Outer');
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

  test('is not computed again while nothing changes, and changes of other accounts have no effect', async () => {
    const person = await pro();
    await fill(person);
    const read = () => call('collections.simplified', {}, person);
    const list = () => call('bookmarks.list', { query: {} }, person);
    const [plain, plainList] = [await countStatements(db, read), await countStatements(db, list)];
    await createSmart(person, '#trains', 'One');
    await createSmart(person, 'slow created:this-year', 'Two');
    await read();
    expect(await countStatements(db, read)).toBe(plain);
    expect(await countStatements(db, list)).toBe(plainList);
    await save(person, { url: 'https://m.example/' });
    expect(await countStatements(db, read)).toBeGreaterThan(plain);
    expect(await countStatements(db, read)).toBe(plain);
  });

  test('is computed once for many concurrent reads, and is correct for all', async () => {
    const person = await pro();
    await fill(person);
    const made = await Promise.all(
      ['#trains', '#slow', 'rust'].map((query) => createSmart(person, query, query)),
    );
    await save(person, { url: 'https://p.example/', tags: 'trains,slow' });
    const answers = await Promise.all(
      Array.from({ length: 12 }, async () => (await call('collections.simplified', {}, person)).body.content),
    );
    for (const content of answers) {
      expect(made.map(({ uuid }) => content.find((one) => one.uuid === uuid)?.count)).toEqual([3, 3, 1]);
    }
  });

  test('is considered among the collections with the most bookmarks', async () => {
    const person = await pro();
    await fill(person);
    for (let index = 0; index < 12; index += 1) {
      await call('collections.create', { body: { name: `Empty ${index}` } }, person);
    }
    const { uuid } = await createSmart(person, 'trains', 'Zug');
    const { content } = (await call('collections.top', {}, person)).body;
    expect([content.length, content.map((one) => one.uuid).indexOf(uuid)]).toEqual([10, 1]);
  });
});
