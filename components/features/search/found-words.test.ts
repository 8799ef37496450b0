import { expect, test } from 'vitest';
import { foundWords } from '@/components/features/search/hit-line';

test('what was typed is marked, and the words that it was taken for where it is not in them', () => {
  const words = [
    { text: 'train', found: ['train', 'trains', 'training'] },
    { text: 'pyhton', found: ['python'] },
    { text: 'python', found: ['python'] },
  ];
  expect(foundWords(words)).toEqual(['train', 'pyhton', 'python']);
  expect(foundWords(undefined)).toEqual([]);
});
