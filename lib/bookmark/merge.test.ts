import { describe, expect, test } from 'vitest';
import { sampleBookmark } from '@/lib/api/testing/samples';
import { fieldNames, fields, noFields } from '@/lib/bookmark/fields';
import {
  changedIn,
  combineRepeats,
  createdFields,
  editedFields,
  entryOf,
  factsOf,
  isSameFacts,
  mergeEdit,
  type RepeatedEntry,
} from '@/lib/bookmark/merge';
import { limits } from '@/lib/contract/limits';

const entry = (values: Partial<RepeatedEntry>): RepeatedEntry => ({ ...noFields, extra: null, ...values });
const [early, late] = [new Date('2020-01-01'), new Date('2024-01-01')];

describe('two entries for the same page are combined', () => {
  test.each<[string, Partial<RepeatedEntry>, Partial<RepeatedEntry>, Partial<RepeatedEntry>]>([
    ['the first title', { title: 'A' }, { title: 'Longer' }, { title: 'A' }],
    ['the second title after a blank one', { title: ' \u200b' }, { title: 'B' }, { title: 'B' }],
    ['the longer description', { description: 'ab' }, { description: 'abc' }, { description: 'abc' }],
    ['the first of equally long ones', { description: 'ab' }, { description: 'cd' }, { description: 'ab' }],
    [
      'the better URL',
      { url: 'http://a.example' },
      { url: 'https://a.example' },
      { url: 'https://a.example' },
    ],
    ['all tags', { tags: ['One', 'two'] }, { tags: ['TWO', 'three'] }, { tags: ['One', 'two', 'three'] }],
    ['a mark of either', { favorite: true }, { highlighted: true }, { favorite: true, highlighted: true }],
    ['the earlier creation', { addedAt: late }, { addedAt: early }, { addedAt: early }],
    ['the only creation', { addedAt: null }, { addedAt: late }, { addedAt: late }],
    [
      'the later change and visit',
      { modifiedAt: early, visitedAt: late },
      { modifiedAt: late, visitedAt: early },
      { modifiedAt: late, visitedAt: late },
    ],
    ['the larger number of visits', { visits: 2 }, { visits: 7 }, { visits: 7 }],
    [
      'the attributes of both',
      { extra: { id: '1' } },
      { extra: { id: '2', feedurl: 'x' } },
      { extra: { id: '1', feedurl: 'x' } },
    ],
  ])('%s', (_, first, second, expected) => {
    expect(combineRepeats(entry(first), entry(second))).toEqual(entry(expected));
  });

  test('with as many tags as a bookmark can have', () => {
    const tags = (prefix: string) => Array.from({ length: 80 }, (_, index) => `${prefix}${index}`);
    const { tags: all } = combineRepeats(entry({ tags: tags('a') }), entry({ tags: tags('b') }));
    expect(all).toHaveLength(limits.tagsPerBookmark);
    expect(all[0]).toBe('a0');
  });
});

test('a bookmark is an entry with all of its fields', () => {
  const bookmark = sampleBookmark('a', { tags: 'x,y', visits: 3, later: true, description: null });
  expect(entryOf(bookmark)).toEqual({
    ...{ title: 'a', url: bookmark.url, description: '', notes: '', tags: ['x', 'y'] },
    ...{ favorite: false, highlighted: false, visits: 3, extra: null, later: true, readAt: null },
    addedAt: new Date(bookmark.createdAt),
    modifiedAt: new Date(bookmark.updatedAt),
    visitedAt: null,
  });
});

test('every field that an edit changes is compared', () => {
  const edited = fieldNames.filter((name) => 'edit' in fields[name]);
  const body = Object.fromEntries(
    [...edited, 'collections', 'cipher', 'updatedAt'].map((name) => [name, '']),
  );
  expect(editedFields(body).sort()).toEqual([...edited, 'collections', 'cipher', 'trashed'].sort());
  expect(createdFields.toSorted()).toEqual([...edited, 'collections', 'encrypted', 'cipher', 'hint'].sort());
});

test('tags are the same regardless of the spaces between them, and collections in any order', () => {
  const [one, two] = ['1', '2'].map((uuid) => ({
    uuid,
    name: '',
    color: '',
    icon: null,
    security: 0 as const,
  }));
  const names = ['tags', 'collections', 'description'];
  const of = (changes: Parameters<typeof sampleBookmark>[1]) => factsOf(sampleBookmark('a', changes), names);
  const a = of({ tags: 'x, y', collections: [one, two].flatMap((ref) => ref ?? []), description: null });
  const b = of({ tags: 'x,y', collections: [two, one].flatMap((ref) => ref ?? []), description: '' });
  expect(isSameFacts(a, b)).toBe(true);
  expect(isSameFacts(a, { ...b, tags: 'x' })).toBe(false);
});

test('only the values that differ are changed', () => {
  expect(changedIn({ title: 'A', url: 'u' }, { title: 'B', url: 'u' })).toEqual({ title: 'B' });
});

describe('an edit of a version that was changed elsewhere', () => {
  const before = { title: 'A', description: '', tags: 'x,y', collections: '1,2', trashed: false };
  const merge = (body: object, now: object) =>
    mergeEdit(
      { ...body },
      { before, after: { ...before, ...body, collections: '1,3' } },
      { ...before, ...now },
    );

  test('has no conflict if both made the same change', () => {
    expect(merge({ title: 'B' }, { title: 'B' })).toEqual({ body: { title: 'B' }, isConflict: false });
  });

  test('conflicts if both changed a text', () => {
    expect(merge({ title: 'B' }, { title: 'C' })).toEqual({ body: { title: 'B' }, isConflict: true });
  });

  test('has the tags and collections that either added, without those that either removed', () => {
    const merged = merge(
      { tags: 'y,mine', collections: ['1', '3'] },
      { tags: 'x,y,theirs', collections: '2,4' },
    );
    expect(merged).toEqual({ body: { tags: 'y,mine,theirs', collections: ['3', '4'] }, isConflict: false });
  });
});
