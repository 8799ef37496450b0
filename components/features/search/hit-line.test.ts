import { expect, test } from 'vitest';
import { foundWords } from '@/components/features/search/hit-line';

test('typed words are marked, and matched words that do not contain them', () => {
  const words = [
    { text: 'train', found: ['train', 'trains', 'training'] },
    { text: 'pyhton', found: ['python'] },
    { text: 'python', found: ['python'] },
  ];
  expect(foundWords(words)).toEqual(['train', 'pyhton', 'python']);
  expect(foundWords(undefined)).toEqual([]);
});
