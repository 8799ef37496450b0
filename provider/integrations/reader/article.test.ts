import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { fetchArticle, readArticle } from '@/provider/integrations/reader/article';

const url = 'https://news.example/2026/story';
const sentence = 'The quick brown fox jumps over the lazy dog, and then it does so once more. ';
const words = 16;
const paragraph = `<p>${sentence.repeat(6)}</p>`;

const page = (body: string, head = ''): string =>
  `<!doctype html><html><head><title>Story</title>${head}</head><body><nav><a href="/">Home</a></nav>
   <article><h1>Story</h1>${paragraph}${body}${paragraph}</article><footer>© us</footer></body></html>`;

const read = async (body: string, head?: string) => {
  const article = await readArticle({ html: page(body, head), url });
  if (!article) throw new Error('no article');
  return article;
};

describe('the article of a page', () => {
  test('is its text without the surrounding page', async () => {
    const article = await read(
      '<h2>Part two</h2><p>One &amp; two.<br>Three.</p><ul><li>first</li><li>second</li></ul>',
      '<meta name="author" content="Ada  Lovelace"><meta name="description" content="About a fox.">',
    );
    expect(article).toMatchObject({ title: 'Story', byline: 'Ada Lovelace', excerpt: 'About a fox.' });
    expect(article.html).toContain('<h2>Part two</h2>');
    expect(article.html).not.toContain('Home');
    expect(article.text).toContain('\nPart two\nOne & two.\nThree.\nfirst\nsecond\n');
    expect(article.wordCount).toBe(12 * words + 'Part two One two Three first second'.split(' ').length);
  });

  test('is null if there is nothing to read', async () => {
    for (const html of ['', '<html>', 'You need to enable JavaScript to run this app.\0']) {
      expect(await readArticle({ html, url })).toBeNull();
    }
  });

  test('is found in a page without html and body tags', async () => {
    expect((await readArticle({ html: `<title>x</title>${paragraph.repeat(4)}`, url }))?.wordCount).toBe(
      24 * words,
    );
  });

  test('counts words in languages that do not separate them', async () => {
    const html = page(`<p>${'吾輩は猫である。名前はまだ無い。'.repeat(20)}</p>`);
    expect((await readArticle({ html, url }))?.wordCount).toBeGreaterThan(12 * words + 250);
  });
});

describe('the time for a page', () => {
  const { signal } = new AbortController();

  test.each([
    ['an interactive request', { accountId: 'ada' }, 15_000],
    ['background work', { signal }, 60_000],
  ])('is 2 seconds after the start of the process for %s', async (_who, purpose, startMs) => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => timers.mockRestore());
    const bytes = new TextEncoder().encode('<p>Too short.</p>');
    const fetchPage = (asked: string) =>
      Promise.resolve(asked === url ? { url, bytes, contentType: 'text/html' } : null);
    expect(await fetchArticle({ fetchPage, config: {} }, url, purpose)).toEqual({ status: 'empty' });
    expect(timers.mock.calls.map(([, ms]) => ms)).toEqual(expect.arrayContaining([startMs, 2_000]));
  });

  test.each([
    ['an interactive request', null],
    ['background work', signal],
  ])('ends the reading of a longer page without an article for %s', async (_who, background) => {
    const html = page(paragraph.repeat(1_000));
    const readIn = (timeoutMs: number) =>
      readArticle({ html, url }, { startMs: 60_000, background }, { timeoutMs });
    expect(await readIn(60_000)).not.toBeNull();
    expect(await readIn(1)).toBeNull();
  });
});

describe('links', () => {
  test('have the same target as in the page, open in a new window, and reveal nothing about the user', async () => {
    const targets = {
      '/other': 'https://news.example/other',
      other: 'https://news.example/2026/other',
      '//cdn.example/x': 'https://cdn.example/x',
      '#part': `${url}#part`,
      'http://plain.example/': 'http://plain.example/',
      'mailto:ada@news.example': 'mailto:ada@news.example',
    };
    const links = Object.keys(targets).map(
      (href) => `<p>${sentence}<a href="${href}" ping="/spy" onclick="x()">there</a></p>`,
    );
    const { html } = await read(links.join(''));
    for (const target of Object.values(targets)) {
      expect(html).toContain(
        `<a href="${target}" rel="noopener noreferrer nofollow" target="_blank">there</a>`,
      );
    }
  });

  test('resolve against the base URL of the page, unless that is not a web address', async () => {
    const link = `<p>${sentence}<a href="x">there</a></p>`;
    expect((await read(link, '<base href="/docs/">')).html).toContain('href="https://news.example/docs/x"');
    expect((await read(link, '<base href="javascript:alert(1)//">')).html).toContain(
      'href="https://news.example/2026/x"',
    );
  });
});

/** Expects HTML without anything that would run, load a resource, or look like a part of the app. */
function expectHarmless(html: string): void {
  const tags = [...html.matchAll(/<\/?([a-z0-9]+)(\s[^>]*)?>/gi)];
  const allowed = /^(?:[abip]|h[1-6]|br|em|strong|ul|ol|li|table|tbody|tr|td|blockquote|pre|code)$/;
  expect(tags.map(([, name = '']) => name).filter((name) => !allowed.test(name))).toEqual([]);
  const link = /^href="(?:https?|mailto):[^"]*" rel="noopener noreferrer nofollow" target="_blank"$/;
  const attributes = tags.map(([, , rest = '']) => rest.trim()).filter((rest) => rest !== '');
  expect(attributes.filter((rest) => !link.test(rest))).toEqual([]);
}

const contained = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="https://tracker.example/pixel.gif">',
  '<picture><source srcset="https://tracker.example/x 1x"><img srcset="https://tracker.example/x"></picture>',
  '<svg onload=alert(1)><script>alert(1)</script><a xlink:href="javascript:alert(1)">x</a></svg>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="jAvAsCrIpT:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="&#1;javascript:alert(1)">x</a>',
  '<a href="&#106;avascript&colon;alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe><iframe src="javascript:alert(1)"></iframe>',
  '<iframe src="https://www.youtube.com/embed/x"></iframe>',
  '<object data="x.swf"></object><embed src="x.swf"><applet code=x></applet>',
  '<form action="https://evil.example/"><input name=password><button>Sign in</button></form>',
  '<style>@import "https://tracker.example/x.css"; * { display: none }</style>',
  '<p style="background:url(https://tracker.example/x);position:fixed;inset:0">x</p>',
  '<link rel=stylesheet href="https://tracker.example/x.css"><meta http-equiv=refresh content="0;url=//evil">',
  '<base href="https://evil.example/">',
  '<video src="https://tracker.example/v" poster="https://tracker.example/p" autoplay></video>',
  '<audio src="https://tracker.example/a" autoplay></audio>',
  '<p id="location" name="cookie" class="dialog">x</p><a id=defaultView name=body>x</a>',
  '<details open ontoggle=alert(1)>x</details><marquee onstart=alert(1)>x</marquee>',
  '<blockquote cite="javascript:alert(1)">x</blockquote><table background="https://tracker.example/x">',
  '&lt;img src=x onerror=alert(1)&gt;',
  '<p tabindex=0 autofocus onfocus=alert(1) contenteditable accesskey=x>x</p>',
];

/** Input that extends to the end of the page, or changes what follows it. */
const open = [
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">x</p></noscript>',
  '<template><img src=x onerror=alert(1)></template>',
  '<textarea><script>alert(1)</script></textarea><title><img src=x onerror=alert(1)></title>',
  '<plaintext><script>alert(1)</script>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<!--><img src=x onerror=alert(1)>--><![CDATA[<img src=x onerror=alert(1)>]]>',
];

// Guarantee: no page can run a script, load anything or look like the app where its text is displayed.
describe('hostile input', () => {
  test('becomes harmless', async () => {
    const { html } = await read(contained.map((hostile) => `<p>${sentence}</p>${hostile}`).join(''));
    expect(html.split(sentence.trim()).length).toBeGreaterThan(contained.length);
    expectHarmless(html);
  });

  test.concurrent.each(open)('becomes harmless: %s', { timeout: 30_000 }, async (hostile) => {
    const { html } = await read(`<div>${sentence}${hostile}</div>`);
    expect(html).toContain('quick brown fox');
    expectHarmless(html);
  });

  const size = 2 * 1024 * 1024;
  test.each([
    ['nested tables', '<table><tr><td>'.repeat(50_000)],
    ['words that use up the memory', '<b>x'.repeat(size / 4)],
    ['many paragraphs', '<div><p>a</p></div>'.repeat(size / 19)],
    ['spaces', `<p>${' '.repeat(size)}</p>`],
    ['a title without end', `<title>${'t'.repeat(size)}`],
    ['halves of letters', `<p>${'\ud800'.repeat(1_000)}\0${sentence.repeat(10)}</p>`],
  ])('does not delay others: %s', { timeout: 30_000 }, async (_what, body) => {
    const before = process.threadCpuUsage();
    const article = await readArticle({ html: page(body), url });
    // CPU time instead of wall-clock time, so that other load on the machine does not count.
    expect(process.threadCpuUsage(before).user).toBeLessThan(500_000);
    for (const text of Object.values(article ?? {}).map(String)) {
      expect(text.isWellFormed() && !text.includes('\0')).toBe(true);
    }
  });
});
