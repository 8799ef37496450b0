import { expect, test } from 'vitest';
import { draftCollection, editCollection } from '@/lib/api/collection-editing';

const now = '2026-11-22T00:00:00.000Z';
const shared = { ...draftCollection({ name: 'Trains', security: 1, listed: true }, now), uuid: 'trains' };

test('an edit without sharing fields keeps the sharing', () => {
  expect(editCollection(shared, { name: ' Sleepers ' }, now)).toMatchObject({
    name: 'Sleepers',
    security: 1,
    listed: true,
  });
});

test('a collection that becomes private is not listed, even after it is published again', () => {
  const hidden = editCollection(shared, { security: 0 }, now);
  expect(hidden).toMatchObject({ security: 0, listed: false });
  expect(editCollection(hidden, { listed: true }, now).listed).toBe(false);
  expect(editCollection(hidden, { security: 1 }, now).listed).toBe(false);
  expect(editCollection(hidden, { security: 1, listed: true }, now).listed).toBe(true);
});
