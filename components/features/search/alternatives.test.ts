import { expect, test } from 'vitest';
import { addressIn, alternatives } from '@/components/features/search/alternatives';

const chip = (field: string) => ({
  field: field.replace('-', ''),
  op: field.startsWith('-') ? '-=' : '=',
  value: 'x',
  label: 'x',
});
const resultOf = (fields: string[] = [], suggestion: string | null = null) => ({
  query: {
    text: '',
    chips: fields.map(chip),
    words: [],
    parsed: true,
    closest: false,
    dropped: [],
    droppedWords: [],
    estimated: false,
  },
  suggestion,
});
const without = (field?: string) => (field === undefined ? 'trains' : `trains without ${field}`);
const base = { text: 'trains', isUnderstood: false, plan: 'pro', without } as const;
const kinds = (options: Parameters<typeof alternatives>[0]) => alternatives(options).map(({ kind }) => kind);

test('the plan that understands plain words is offered if it is not the plan of the account', () => {
  expect(kinds({ ...base, result: resultOf() })).toEqual([]);
  expect(kinds({ ...base, plan: 'free', result: resultOf() })).toEqual(['upgrade']);
});

test('understood conditions can be searched as words, and exclusions dropped, which the search itself never does', () => {
  expect(kinds({ ...base, isUnderstood: true, result: resultOf(['-type']) })).toEqual([
    'conditions',
    'words',
  ]);
  expect(kinds({ ...base, isUnderstood: true, result: resultOf(['type']) })).toEqual(['words']);
  expect(kinds({ ...base, result: resultOf(['type', '-site']) })).toEqual(['conditions']);
});

test('a likely typo and leaving the collection come first', () => {
  expect(alternatives({ ...base, result: resultOf(['collection'], 'trans') })).toEqual([
    { kind: 'suggestion', text: 'trans' },
    { kind: 'everywhere', text: 'trains without collection' },
  ]);
  expect(kinds({ ...base, isNarrowed: true, result: resultOf() })).toEqual(['everywhere']);
});

test('an address can be added, and conditions without words leave nothing to search for', () => {
  const result = resultOf(['-site']);
  expect(kinds({ ...base, text: 'trains.example', without: () => '', result })).toEqual(['add']);
});

test.each([
  ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
  [' example.com ', 'https://example.com'],
  ['döner.berlin/karte', 'https://döner.berlin/karte'],
  ['http://localhost:3000/', 'http://localhost:3000/'],
  ['3.14', null],
  ['site:example.com', null],
  ['example.com trains', null],
  ['trains', null],
  ['@example.com', null],
  ['me@example.com', null],
  ['javascript:alert(1)', null],
  ['-example.com', null],
  ['', null],
])('%j is the address %j', (text, url) => {
  expect(addressIn(text)).toBe(url);
});
