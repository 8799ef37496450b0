import { expect, test } from 'vitest';
import { isolate } from '@/lib/utils/isolate';

test.each([
  ['سفر', '\u2068سفر\u2069'],
  ['מסע 2', '\u2068מסע 2\u2069'],
  ['Travel سفر', '\u2068Travel سفر\u2069'],
  ['Travel (2026)', 'Travel (2026)'],
  ['旅行', '旅行'],
])('%s inside a sentence', (name, isolated) => {
  expect(isolate(name)).toBe(isolated);
});
