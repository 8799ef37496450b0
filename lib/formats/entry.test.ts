import { expect, test } from 'vitest';
import { emptyDraft } from '@/lib/formats/draft';
import { reasonsOf, withoutFutureDates, type ImportEntry } from '@/lib/formats/entry';

const now = new Date('2026-06-15T12:00:00Z');

const entry: ImportEntry = {
  ...emptyDraft(1),
  url: 'https://example.test/',
  addedAt: new Date('2027-01-01T00:00:00Z'),
  modifiedAt: new Date('2027-01-02T00:00:00Z'),
  problems: ['cut'],
};

test('an entry of the future counts as created now, with a reason in the report', () => {
  const taken = withoutFutureDates(entry, now);
  expect(taken).toMatchObject({ addedAt: null, modifiedAt: null });
  expect(reasonsOf(taken, undefined)).toEqual(['too_long', 'future_date']);
  const past = { ...entry, addedAt: now, modifiedAt: now };
  expect(withoutFutureDates(past, now)).toBe(past);
  const changed = withoutFutureDates({ ...entry, addedAt: now }, now);
  expect(changed).toMatchObject({ addedAt: now, modifiedAt: null, problems: ['cut'] });
});
