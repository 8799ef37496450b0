import { expect, test } from 'vitest';
import { startKeyDraft } from '@/components/entities/key-field/key-draft';
import { AnyKeyDraft, keyFieldProps, KeyInput } from '@/components/entities/key-field/key-input';

const draft = { ...startKeyDraft([], false), passphrase: 'seven herons on the weir' };
const field = { value: draft, onChange: () => undefined, ref: () => undefined };
const problemsOf = (error: object | undefined) => keyFieldProps({ field, fieldState: { error } }).problems;

test('each problem of a key is an issue of its part', () => {
  const issues = KeyInput.safeParse(draft).error?.issues ?? [];
  expect(issues.map(({ path, message }) => [...path, message])).toEqual([
    ['confirmation', 'different'],
    ['isUnderstood', 'notUnderstood'],
  ]);
  expect(AnyKeyDraft.safeParse(draft).success).toBe(true);
});

test('problems of a key are shown at its parts, and a refused key at the key itself', () => {
  expect(problemsOf(undefined)).toEqual({});
  expect(problemsOf({ confirmation: { type: 'custom', message: 'different' } })).toEqual({
    confirmation: 'different',
  });
  expect(problemsOf({ type: 'refused', message: 'wrong' })).toEqual({ passphrase: 'wrong' });
});
