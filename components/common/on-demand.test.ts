import { expect, test } from 'vitest';
import { isLoadFailure } from '@/components/common/on-demand';

test.each([
  ['a script that could not be loaded', Object.assign(new Error('x'), { name: 'ChunkLoadError' }), true],
  ['a stylesheet that could not', Object.assign(new Error('x'), { code: 'CSS_CHUNK_LOAD_FAILED' }), true],
  ['any other error', new Error('x'), false],
])('what is a load failure: %s', (_, error, isOne) => {
  expect(isLoadFailure(error)).toBe(isOne);
});
