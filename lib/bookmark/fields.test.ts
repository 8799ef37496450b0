import { expect, test } from 'vitest';
import { entryName, fieldNames, fields, fieldsWith, noFields } from '@/lib/bookmark/fields';

test('fields are found by their properties, in the order of the table', () => {
  expect(fieldsWith({ secret: true })).toEqual(['title', 'url', 'description', 'tags', 'notes']);
  expect(fieldsWith({ type: 'flag' })).toEqual(['favorite', 'highlighted', 'later']);
  expect(fieldsWith({ merge: 'sum' })).toEqual(['visits']);
});

test('an entry has all fields, with the names of a bookmark file', () => {
  expect(noFields).toEqual({
    ...{
      title: '',
      url: '',
      description: '',
      notes: '',
      tags: [],
      favorite: false,
      highlighted: false,
      visits: 0,
    },
    ...{ addedAt: null, modifiedAt: null, visitedAt: null, later: false, readAt: null },
  });
});

test.each(['csv', 'attribute', 'entry'] as const)(
  'no two fields have the same name in a file (%s)',
  (key) => {
    const names = fieldNames.flatMap((name) =>
      key === 'entry' ? entryName(name) : ((fields[name] as Partial<Record<typeof key, string>>)[key] ?? []),
    );
    expect(new Set(names).size).toBe(names.length);
  },
);
