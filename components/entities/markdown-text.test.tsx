import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MarkdownText } from '@/components/entities/markdown-text';

/** The HTML of a text, without the container and the looks of the elements. */
const drawn = (text: string): string =>
  renderToStaticMarkup(<MarkdownText text={text} />)
    .replaceAll(/ (?:class|dir)="[^"]*"/g, '')
    .replaceAll(/^<div>|<\/div>$/g, '');

const link = (href: string, text: string): string =>
  `<a href="${href}" target="_blank" rel="noopener noreferrer nofollow">${text}</a>`;

test.each([
  ['text keeps its line breaks', 'one\ntwo\n\nthree', '<p>one\ntwo</p><p>three</p>'],
  ['headings', '# A\n### B ##', '<h4>A</h4><h6>B</h6>'],
  [
    'emphasis',
    '**a** *b* __c__ _d_ ~~e~~',
    '<p><strong>a</strong> <em>b</em> <strong>c</strong> <em>d</em> <del>e</del></p>',
  ],
  ['emphasis in emphasis', '**a _b_**', '<p><strong>a <em>b</em></strong></p>'],
  ['no emphasis in names and products', 'a_b_c 2*3*4 * 5', '<p>a_b_c 2<em>3</em>4 * 5</p>'],
  ['escaped marks', String.raw`\*a\* 1\.`, '<p>*a* 1.</p>'],
  ['code', '`a*b*` ``c`d``', '<p><code>a*b*</code> <code>c`d</code></p>'],
  ['a block of code', '```js\n<b>*x*</b>\n\ny\n```\nz', '<pre>&lt;b&gt;*x*&lt;/b&gt;\n\ny</pre><p>z</p>'],
  ['a block of code without an end', '~~~\nx', '<pre>x</pre>'],
  [
    'a quote',
    '> a\n> > b\n\nc',
    '<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote><p>c</p>',
  ],
  [
    'a list',
    '- a\n  b\n- c\n  1. d\n\ne',
    '<ul><li><p>a\nb</p></li><li><p>c</p><ol start="1"><li><p>d</p></li></ol></li></ul><p>e</p>',
  ],
  ['a numbered list', '3. a\n4. b', '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>'],
  ['a rule', 'a\n\n---\nb', '<p>a</p><hr/><p>b</p>'],
  ['a link', '[a *b*](https://x.example/(c) "t")', `<p>${link('https://x.example/(c)', 'a <em>b</em>')}</p>`],
  [
    'an address',
    'See https://x.example/a_b_c.',
    `<p>See ${link('https://x.example/a_b_c', 'https://x.example/a_b_c')}.</p>`,
  ],
  ['a mail address', '[a](mailto:a@x.example)', `<p>${link('mailto:a@x.example', 'a')}</p>`],
])('%s', (_, text, html) => {
  expect(drawn(text)).toBe(html);
});

// Guarantee: a text may come from a file of others, and nothing in it runs, loads or leads to a script.
test.each([
  ['<img src=x onerror=alert(1)>', '<p>&lt;img src=x onerror=alert(1)&gt;</p>'],
  ['[a](javascript:alert(1))', '<p>[a](javascript:alert(1))</p>'],
  ['[a](data:text/html,x)', '<p>[a](data:text/html,x)</p>'],
  [
    '![a](https://x.example/a.png)',
    `<p>![a](${link('https://x.example/a.png', 'https://x.example/a.png')})</p>`,
  ],
])('%s is shown as text', (text, html) => {
  expect(drawn(text)).toBe(html);
});

test.each([
  '*',
  '_a_',
  '**a ',
  '`',
  '`a',
  '[',
  '[a](',
  '> ',
  '- ',
  '1. ',
  '~~a',
  '#',
  'https://',
  'a.',
  '\\',
  '   ',
])('64 kB of %j are shown', (part) => {
  const text = part.repeat(65_536 / part.length);
  expect(renderToStaticMarkup(<MarkdownText text={text} />).length).toBeGreaterThan(10);
});
