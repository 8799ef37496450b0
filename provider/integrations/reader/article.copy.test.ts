import { describe, expect, test } from 'vitest';
import type { CopiedArticle } from '@/provider/integrations/reader/article-program';
import { fetchCopy, readFileText } from '@/provider/integrations/reader/article';

const url = 'https://news.example/2026/story';
const paragraph = `<p>${'The quick brown fox jumps over the lazy dog, and then it does so once more. '.repeat(6)}</p>`;

async function copyOf(body: string, html = '<html lang="en">'): Promise<CopiedArticle> {
  const page = `<!doctype html>${html}<head><title>Story</title></head><body><article><h1>Story</h1>${paragraph}${body}${paragraph}</article></body></html>`;
  const fetchPage = (asked: string) =>
    Promise.resolve(
      asked === url
        ? { url, contentType: 'text/html; charset=utf-8', bytes: new TextEncoder().encode(page) }
        : null,
    );
  const found = await fetchCopy({ fetchPage, config: { readerTimeoutMs: 60_000 } }, url, {
    accountId: 'ada',
  });
  if (found.status !== 'ready') throw new Error(found.status);
  return found.article;
}

describe('a picture of an article', () => {
  test.each([
    ['its source', '<img src="a.png" alt="A">', { src: 'a.png', srcset: '' }],
    [
      'a source that a script would load',
      '<img src="data:image/gif;base64,R0lG" data-src="b.png">',
      { src: 'b.png', srcset: '' },
    ],
    [
      'the sources of its widths',
      '<img src="c.png" srcset="c1.png 800w, c2.png 1600w">',
      { src: 'c.png', srcset: 'c1.png 800w, c2.png 1600w' },
    ],
    [
      'the source of a format that can be decoded',
      '<picture><source type="image/avif" srcset="d.avif"><source srcset="d.webp 1200w"><img src="d.png"></picture>',
      { src: 'd.png', srcset: 'd.webp 1200w' },
    ],
  ])('is known by %s', async (_what, body, source) => {
    const { pictures, html } = await copyOf(`<figure>${body}<figcaption>Caption</figcaption></figure>`);
    expect(pictures).toEqual([source]);
    expect(html).toMatch(/<figure><img src="copy:0" alt="A?" \/><figcaption>Caption<\/figcaption><\/figure>/);
  });

  test('cannot name the file of another copy, or carry anything but its text', async () => {
    const { html, pictures } = await copyOf(
      '<p>One <img src="copy:7" onerror="alert(1)" style="x" alt="&quot;><script>alert(1)</script>"> two.</p>',
    );
    expect(pictures).toEqual([{ src: 'copy:7', srcset: '' }]);
    expect(html).toContain('<img src="copy:0" alt="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;" />');
    expect(html).not.toMatch(/onerror|style=|<script/);
  });
});

describe('a formula', () => {
  test.each([
    [
      'KaTeX',
      '<span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">imitation</span></span>',
    ],
    [
      'MediaWiki',
      '<span class="mwe-math-element"><span class="mwe-math-mathml-inline" style="display: none;"><math><mrow><mi>x</mi></mrow></math></span><img src="m.svg" class="mwe-math-fallback-image-inline" alt="x"></span>',
    ],
    [
      'MathJax',
      '<mjx-container><mjx-math>imitation</mjx-math><mjx-assistive-mml><math><mi>x</mi></math></mjx-assistive-mml></mjx-container>',
    ],
  ])('of %s is kept as MathML alone', async (_site, body) => {
    const { html, pictures } = await copyOf(`<p>The variable ${body} is free.</p>`);
    expect(html).toMatch(/<math>.*<mi>x<\/mi>.*<\/math>/);
    expect(html).not.toMatch(/imitation|annotation/);
    expect(pictures).toEqual([]);
  });

  test('cannot contain anything that runs', async () => {
    const { html } = await copyOf(
      '<p>A <math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;"></mglyph></table></mtext><maction actiontype="statusline" xlink:href="javascript:alert(1)">b</maction><annotation-xml encoding="text/html"><script>alert(1)</script></annotation-xml></math> c.</p>',
    );
    expect(html).not.toMatch(/onerror|javascript|script|style|mglyph|maction|annotation/i);
  });
});

test('the language of an article is the one that its page declares, if it is one', async () => {
  expect((await copyOf('', '<html lang="pt-BR">')).language).toBe('pt-BR');
  expect((await copyOf('', '<html lang="&quot;><script>">')).language).toBeNull();
  expect((await copyOf('', '<html>')).language).toBeNull();
});

test('the words of a file are those of the whole page, without scripts and styles', async () => {
  const html =
    '<html lang="de"><title>Seite</title><style>a{}</style><nav>Start</nav><script>x()</script><p>Ein Satz.</p>';
  expect(await readFileText({ html, url }, { timeoutMs: 60_000 })).toEqual({
    title: 'Seite',
    text: 'Start Ein Satz.',
    wordCount: 3,
    language: 'de',
  });
});
