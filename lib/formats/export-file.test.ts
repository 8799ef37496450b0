import { expect, it } from 'vitest';
import { csvLine } from '@/lib/formats/export-file';

it('quotes what needs quotes, and doubles the quotes inside', () => {
  expect(csvLine(['plain', 'a,b', 'say "x"', 'two\nlines', ''])).toBe(
    'plain,"a,b","say ""x""","two\nlines",\r\n',
  );
});

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '⁼', '₊', '−'];
const skipped = [
  ...[
    '',
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\v',
    '\f',
    '\0',
    '\u001b',
    '\u0085',
    '\u00a0',
    '\u00ad',
    '\u2003',
    '\u3000',
  ],
  ...[
    '\u2028',
    '\u200b',
    '\u200d',
    '\u200f',
    '\u202e',
    '\u2060',
    '\u2800',
    '\ufeff',
    '\u115f',
    ' \ufeff\u00a0\n',
  ],
];
const formulas = skipped.flatMap((before) => signs.map((sign) => `${before}${sign}1+1`));

it.each([...formulas, '\tx', '\rx', '\nx', "'=1"])('prevents a spreadsheet from evaluating %j', (cell) => {
  const line = csvLine([cell]);
  expect(line).toMatch(/^"?'/);
  // The rest is the same text.
  expect(line.replace(/^("?)'/, '$1')).toBe(/^"/.test(line) ? `"${cell}"\r\n` : `${cell}\r\n`);
});

it.each(['1-1', 'a=b', '  a@b', '–dash', '—', '#x', "'x", '½', '\u00a0a', '喫茶＝店'])(
  'leaves %j as it is',
  (cell) => {
    expect(csvLine([cell])).toBe(`${cell}\r\n`);
  },
);
