import { expect, test } from 'vitest';
import {
  keyChoice,
  keyHint,
  keyProblems,
  startKeyDraft,
  withCounts,
  type KeyDraft,
} from '@/components/entities/key-field/key-draft';

const unlocked = [{ key: 'k'.repeat(32), hint: 'the weir', count: 2 }];
const draft = (changes: Partial<KeyDraft>): KeyDraft => ({ ...startKeyDraft([], false), ...changes });
const whole = draft({
  passphrase: 'seven herons on the weir',
  confirmation: 'seven herons on the weir',
  isUnderstood: true,
});

test('it starts with an unlocked key, else one in use, else a new one', () => {
  expect(startKeyDraft(unlocked, true).source).toBe(unlocked[0]?.key);
  expect(startKeyDraft([], true).source).toBe('typed');
  expect(startKeyDraft([], false).source).toBe('new');
});

test('the count of a key is that of the service, once it has bookmarks there', () => {
  const made = { key: 'm'.repeat(32), hint: null, count: 0 };
  expect(withCounts([made, ...unlocked], [{ key: made.key, count: 3 }])).toEqual([
    { ...made, count: 3 },
    ...unlocked,
  ]);
  expect(withCounts([made])).toEqual([made]);
});

test.each<[string, Partial<KeyDraft>, ReturnType<typeof keyProblems>]>([
  ['nothing', {}, {}],
  ['a key', { passphrase: '', confirmation: '' }, { passphrase: 'empty' }],
  ['a longer key, in characters and not in units', { passphrase: '🐦'.repeat(11) }, { passphrase: 'short' }],
  ['the same twice', { confirmation: 'seven herons on the weir ' }, { confirmation: 'different' }],
  ['another hint', { hint: 'SEVEN HERONS on the weir' }, { hint: 'givesAway' }],
  ['that it is understood', { isUnderstood: false }, { isUnderstood: 'notUnderstood' }],
])('a new key requires %s', (_, changes, problems) => {
  expect(keyProblems({ ...whole, ...changes })).toEqual(problems);
});

test('a key in use may have any length, but must not be empty', () => {
  expect(keyProblems(draft({ source: 'typed', passphrase: 'x' }))).toEqual({});
  expect(keyProblems(draft({ source: 'typed' }))).toEqual({ passphrase: 'empty' });
  expect(keyProblems(draft({ source: unlocked[0]?.key ?? '' }))).toEqual({});
});

test('the choice creates a key only if requested, and never trims it', () => {
  expect(keyChoice({ ...whole, passphrase: ' x ', hint: ' h ' })).toEqual({
    passphrase: ' x ',
    create: true,
    hint: 'h',
  });
  expect(keyChoice(draft({ source: 'typed', passphrase: ' x ' }))).toEqual({
    passphrase: ' x ',
    create: false,
  });
  expect(keyChoice(draft({ source: 'abc' }))).toEqual({ key: 'abc' });
});

test('encrypted data has the hint of its key', () => {
  expect(keyHint({ ...whole, hint: ' birds ' }, unlocked)).toBe('birds');
  expect(keyHint(draft({ source: unlocked[0]?.key ?? '', hint: 'left over' }), unlocked)).toBe('the weir');
  expect(keyHint(whole, unlocked)).toBeUndefined();
});
