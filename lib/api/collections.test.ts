import { expect, test } from 'vitest';
import { draftCollection, editCollection } from '@/lib/api/collections';

const now = '2026-11-22T00:00:00.000Z';
const shared = { ...draftCollection({ name: 'Trains', security: 1, listed: true }, now), uuid: 'trains' };

test('an edit that says nothing of sharing leaves it as it is', () => {
  expect(editCollection(shared, { name: ' Sleepers ' }, now)).toMatchObject({
    name: 'Sleepers',
    security: 1,
    listed: true,
  });
});

test('what becomes private is listed no more, nor again by being published', () => {
  const hidden = editCollection(shared, { security: 0 }, now);
  expect(hidden).toMatchObject({ security: 0, listed: false });
  expect(editCollection(hidden, { listed: true }, now).listed).toBe(false);
  expect(editCollection(hidden, { security: 1 }, now).listed).toBe(false);
  expect(editCollection(hidden, { security: 1, listed: true }, now).listed).toBe(true);
});
