import { expect, test } from 'vitest';
import { keyName } from '@/components/features/shortcuts/shortcuts-dialog';

test('keys are named by their labels', () => {
  expect(['mod', 'Shift', 'Delete', 'K', '↓'].map((key) => keyName(key, false))).toEqual([
    'Ctrl',
    'Shift',
    'Del',
    'K',
    '↓',
  ]);
  expect(['mod', 'Shift', 'Delete', 'K'].map((key) => keyName(key, true))).toEqual(['⌘', '⇧', '⌫', 'K']);
});
