import { expect, it } from 'vitest';
import { csvLine } from '@/lib/domain/export-file';

it('quotes what needs quotes, and doubles the quotes inside', () => {
  expect(csvLine(['plain', 'a,b', 'say "x"', 'two\nlines', ''])).toBe(
    'plain,"a,b","say ""x""","two\nlines",\r\n',
  );
});

it.each([['=1+1'], ['+1'], ['-1'], ['@x'], ['\tx'], ['\rx']])(
  'prevents a spreadsheet from evaluating %j',
  (cell) => {
    expect(csvLine([cell])).toMatch(/^"?'/);
  },
);
