import { parseHTML } from 'linkedom';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { readerNodes, type ReaderHeading } from '@/components/entities/reader-nodes';

const drawn = (html: string): string => {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  return renderToStaticMarkup(<>{readerNodes(document.body.childNodes as Iterable<Node>)}</>);
};

test('text, lists, quotes and links are rendered unchanged', () => {
  const html = '<p>One <em>two</em><br/></p><ul><li>three</li></ul><blockquote>four</blockquote>';
  expect(drawn(html)).toBe(html);
  expect(drawn('<a href="https://a.example/">x</a>')).toBe(
    '<a href="https://a.example/" target="_blank" rel="noopener noreferrer nofollow">x</a>',
  );
});

// Guarantee: even if the cleaning on the service failed, nothing of a page runs, loads or imitates the app.
test.each([
  ['<script>alert(1)</script>', ''],
  ['<style>*{display:none}</style>', ''],
  ['<svg><script>alert(1)</script></svg>', ''],
  ['<iframe src="https://a.example/"></iframe>', ''],
  ['<img src="x" onerror="alert(1)">', ''],
  ['<p onclick="alert(1)" class="fixed" id="content" style="position:fixed">x</p>', '<p>x</p>'],
  ['<form action="/v1/account/delete"><button>x</button></form>', '<span><span>x</span></span>'],
  ['<a href="javascript:alert(1)">x</a>', '<span>x</span>'],
  ['<a href="JaVaScRiPt:alert(1)">x</a>', '<span>x</span>'],
  ['<a href="data:text/html,x">x</a>', '<span>x</span>'],
  ['<a href="/settings">x</a>', '<span>x</span>'],
  ['<p lang="en" dir="rtl">x</p><p lang="&quot; x" dir="up">y</p>', '<p lang="en" dir="rtl">x</p><p>y</p>'],
])('%s', (html, expected) => {
  expect(drawn(html)).toBe(expected);
});

test('headings continue those of the panel without skipping a level', () => {
  expect(drawn('<h1>a</h1><h4>b</h4><h6>c</h6><h2>d</h2>')).toBe('<h3>a</h3><h4>b</h4><h5>c</h5><h3>d</h3>');
  expect(drawn('<h6>a</h6>')).toBe('<h3>a</h3>');
});

test('spans of cells are numbers within bounds', () => {
  expect(drawn('<table><tr><td colspan="9999" rowspan="-1">x</td></tr></table>')).toContain(
    '<td colSpan="100" rowSpan="1">',
  );
});

test('deeply nested content is reduced to its text', () => {
  const html = `${'<b>'.repeat(500)}deep${'</b>'.repeat(500)}`;
  const result = drawn(html);
  expect(result).toContain('deep');
  expect(result.match(/<b>/g)?.length).toBeLessThanOrEqual(80);
});

test('below the title of a screen, headings begin one level higher, and are listed with their ids', () => {
  const { document } = parseHTML(
    '<!doctype html><html><body><h2>A <i>b</i></h2><h3>c</h3><h2> </h2></body></html>',
  );
  const headings: ReaderHeading[] = [];
  const nodes = readerNodes(document.body.childNodes as Iterable<Node>, { above: 1, headings });
  expect(renderToStaticMarkup(<>{nodes}</>)).toBe(
    '<h2 id="part-1" tabindex="-1">A <i>b</i></h2><h3 id="part-2" tabindex="-1">c</h3><h2> </h2>',
  );
  expect(headings).toEqual([
    { id: 'part-1', level: 2, title: 'A b' },
    { id: 'part-2', level: 3, title: 'c' },
  ]);
});

// Guarantee: a text loads nothing but the pictures that were stored with it.
test.each([
  ['/v1/bookmarks/a/copies/b/pictures/c', true],
  ['/v1/bookmarks/a/copies/../../../account/avatar/x', false],
  ['/v1/account/avatar/x', false],
  ['https://tracker.example/v1/bookmarks/a/copies/b', false],
  ['data:image/png;base64,AAAA', false],
])('the picture %s is drawn: %s', (src, isDrawn) => {
  const { document } = parseHTML(
    `<!doctype html><html><body><img src="${src}" alt="A" width="9" onload="x"></body></html>`,
  );
  const nodes = readerNodes(document.body.childNodes as Iterable<Node>, {
    pictures: '/v1/bookmarks/a/copies/',
  });
  expect(renderToStaticMarkup(<>{nodes}</>)).toBe(
    isDrawn ? `<img src="${src}" alt="A" width="9" loading="lazy" decoding="async"/>` : '',
  );
});
