import { parseHTML } from 'linkedom';
import { describe, expect, test } from 'vitest';
import { createTextMap } from '@/components/features/reader/text-map';

const articleOf = (html: string): Element =>
  parseHTML(`<!doctype html><html><body><article>${html}</article></body></html>`).document.querySelector(
    'article',
  )!;

const point = (element: Element, selector: string, child = 0): Node =>
  element.querySelector(selector)!.childNodes[child]!;

describe('the text of an article', () => {
  test.each([
    ['<p>One <b>two</b>\n  three</p>', 'One two three'],
    ['<p>One</p>\n<p>two</p><ul><li>three</li><li> four </li></ul>', 'One\ntwo\nthree\nfour '],
    ['one<br>two<p>three</p>four', 'one\ntwo\nthree\nfour'],
    ['<pre>a\n  b</pre><p>c</p>', 'a\n  b\nc'],
    ['<p> </p>', ''],
    ['', ''],
    ['<table><tr><td>a</td><td>b</td></tr></table>', 'a\nb'],
  ])('%s', (html, text) => {
    expect(createTextMap(articleOf(html)).text).toBe(text);
  });
});

describe('a selection', () => {
  const article = articleOf('<h2>Trains</h2>\n<p>Most <em>lines</em> open  early.</p><p>Others late.</p>');
  const { text, passageOf } = createTextMap(article);
  const quoteOf = (range: Parameters<typeof passageOf>[0]): string | null => {
    const passage = passageOf(range);
    return passage && text.slice(passage.start, passage.end);
  };

  test('within and across elements is a passage without white space at its ends', () => {
    const startContainer = point(article, 'p');
    const endContainer = point(article, 'p', 2);
    expect(quoteOf({ startContainer, startOffset: 0, endContainer, endOffset: 6 })).toBe('Most lines open');
    expect(quoteOf({ startContainer, startOffset: 4, endContainer, endOffset: 7 })).toBe('lines open');
  });

  test('between elements, as of a triple click, ends before the next text', () => {
    const startContainer = article.querySelector('p')!;
    const endContainer = article.querySelectorAll('p')[1]!;
    expect(quoteOf({ startContainer, startOffset: 0, endContainer, endOffset: 0 })).toBe(
      'Most lines open early.',
    );
    expect(quoteOf({ startContainer: article, startOffset: 0, endContainer: article, endOffset: 1 })).toBe(
      'Trains',
    );
    const end = article.childNodes.length;
    expect(quoteOf({ startContainer: article, startOffset: 0, endContainer: article, endOffset: end })).toBe(
      text,
    );
  });

  test('of white space alone is none', () => {
    const container = point(article, 'p');
    expect(
      passageOf({ startContainer: container, startOffset: 4, endContainer: container, endOffset: 5 }),
    ).toBeNull();
  });
});
