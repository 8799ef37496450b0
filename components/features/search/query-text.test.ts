import { expect, test } from 'vitest';
import { bareNode, conditionText, editedQuery } from '@/components/features/search/query-text';

const text = 'trains type:video -site:youtube.com "night map" created:last-month sort:oldest limit:5';

/** Returns the text without the chip that shows a value. */
const without = (value: string): string => {
  const query = editedQuery(text);
  const chip = query.chips.find((one) => one.value === value);
  return chip ? query.withoutChip(chip) : 'no such chip';
};

test('words are separate from conditions', () => {
  const { chips, words, sort } = editedQuery(text);
  expect(chips.map(({ field, op }) => field + op)).toEqual([
    'type=',
    'site-=',
    'created=',
    'sort=',
    'limit=',
  ]);
  expect(words()).toBe('trains "night map"');
  expect(sort).toBe('oldest');
});

test('only the removed condition disappears', () => {
  expect(without('youtube.com')).toBe('trains type:video "night map" created:last-month sort:oldest limit:5');
  expect(without('oldest')).toBe(
    'trains type:video -site:youtube.com "night map" created:last-month limit:5',
  );
  expect(without('5')).toBe('trains type:video -site:youtube.com "night map" created:last-month sort:oldest');
  const query = editedQuery(text);
  expect(query.withoutWords()).toBe('type:video -site:youtube.com created:last-month sort:oldest limit:5');
  expect(query.without()).toBe('trains "night map"');
  expect(editedQuery('a @b -@"c d"').without('collection')).toBe('a');
});

test('a condition is added, found again, changed and negated', () => {
  const tag = { kind: 'tag', name: 'slow food' } as const;
  const added = editedQuery('a OR b').with(tag);
  expect(added).toBe('(a OR b) #"slow food"');
  const query = editedQuery(added);
  expect(query.placeOf(tag)).toBe(1);
  expect(editedQuery(query.withoutAt(1)).placeOf(tag)).toBe(-1);
  const chip = query.chips.at(-1);
  expect(chip && query.replaced(chip, { kind: 'type', type: 'pdf' }, true)).toBe('(a OR b) -type:pdf');
});

test('a negated condition is the condition, and its negation', () => {
  const [chip] = editedQuery('a -#b').chips;
  expect(chip?.node && bareNode(chip.node)).toEqual({ bare: { kind: 'tag', name: 'b' }, isNegated: true });
});

test('the order is added to the query and removed from it', () => {
  expect(editedQuery('a').withSort('visits')).toBe('a sort:visits');
  expect(editedQuery('a sort:visits').withSort(null)).toBe('a');
});

test('a name of two words is quoted', () => {
  expect(conditionText({ kind: 'collection', name: 'Night trains' })).toBe('@"Night trains"');
  expect(conditionText({ kind: 'is', state: 'uncollected' })).toBe('is:uncollected');
});
