import { Readability } from '@mozilla/readability';
import { decodeHTML } from 'entities';
import { parseHTML } from 'linkedom';
import sanitizeHtml from 'sanitize-html';

// Runs as a separate process: Node starts this file by its path, so it imports nothing but packages.

/** Input of the program: the HTML of a page, and its URL. */
export interface Page {
  html: string;
  url: string;
  /**
   * What is wanted besides the article: `copy`, its HTML with formulas and places of pictures; `file`, only the words of
   * the whole page.
   */
  purpose?: 'copy' | 'file';
}

/** The readable content of a page. All of it is plain text except `html`, which is sanitized. */
export interface Article {
  title: string;
  byline: string;
  excerpt: string;
  html: string;
  text: string;
  wordCount: number;
}

/** Where a picture of the article is, as the page says it. */
export interface PictureSource {
  src: string;
  srcset: string;
}

/** An article to keep. */
export interface CopiedArticle {
  article: Article;
  /** Like that of the article, with formulas, and with a picture `<img src="copy:N">` for each source. */
  html: string;
  pictures: PictureSource[];
  /** Address of the page, and the one that sources of pictures are relative to. */
  url: string;
  base: string;
  language: string | null;
}

/** The words of a whole page. */
export interface FileText {
  title: string;
  text: string;
  wordCount: number;
  language: string | null;
}

const maxElements = 100_000;
const maxDepth = 60;
const maxHtmlLength = 4 * 1024 * 1024;
const maxTitleLength = 500;
const maxExcerptLength = 1_000;
/** A page with fewer words is a notice ("please turn on scripts") instead of an article. */
const minWords = 25;

const blocks =
  'p h1 h2 h3 h4 h5 h6 blockquote pre ul ol li dl dt dd table caption thead tbody tfoot tr'.split(' ');
const allowedTags = [
  ...blocks,
  ...'th td figure figcaption hr br a abbr b cite code del em i ins kbd mark q s samp small strong sub sup'.split(
    ' ',
  ),
  ...'time u var'.split(' '),
];

/** Returns the absolute target of a link; null for schemes that are not allowed. */
function resolveLink(href: string | undefined, base: string): string | null {
  if (href === undefined || !URL.canParse(href, base)) return null;
  const url = new URL(href, base);
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null;
}

/** Presentation elements of MathML; none of them can contain HTML of another kind. */
const formulaTags =
  'math semantics mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup'
    .concat(' munder mover munderover mmultiscripts mprescripts mtable mtr mtd menclose')
    .split(' ');
const formulaAttributes = Object.fromEntries(
  formulaTags.map((tag) => [
    tag,
    ['display', 'mathvariant', 'stretchy', 'fence', 'separator', 'accent', 'accentunder', 'columnalign'],
  ]),
);

const maxPictures = 100;
const maxSourceLength = 2 * 1024 * 1024;

/** Adds the source of a picture once, and returns its number; null if it has none, or if there are too many. */
function addPicture(pictures: PictureSource[], attributes: Record<string, string>): number | null {
  const own = attributes['src'] ?? '';
  const source = {
    // Until a script loads it, the source is a placeholder.
    src: attributes['data-src'] ?? attributes['data-original'] ?? own,
    srcset: attributes['srcset'] ?? attributes['data-srcset'] ?? '',
  };
  const length = source.src.length + source.srcset.length;
  if (length === 0 || length > maxSourceLength) return null;
  const known = pictures.findIndex(({ src, srcset }) => src === source.src && srcset === source.srcset);
  if (known >= 0) return known;
  return pictures.length < maxPictures ? pictures.push(source) - 1 : null;
}

/**
 * Sanitizes HTML: scripts, styles, forms, frames, ids and event handlers are removed. Images and formulas are removed as
 * well, unless there is a list for the sources of images.
 */
const clean = (html: string, base: string, pictures?: PictureSource[]): string =>
  sanitizeHtml(html, {
    allowedTags: pictures ? [...allowedTags, 'img', ...formulaTags] : allowedTags,
    allowedAttributes: {
      a: ['href', 'rel', 'target'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan'],
      img: ['src', 'alt'],
      ...formulaAttributes,
      '*': ['dir', 'lang'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: ['copy'] },
    allowProtocolRelative: false,
    nestingLimit: maxDepth,
    // The source of a formula, beside its presentation.
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'annotation', 'annotation-xml'],
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs['src'] === undefined,
    transformTags: {
      img: (_name, attributes) => {
        const number = addPicture(pictures ?? [], attributes);
        const src = number === null ? {} : { src: `copy:${number}` };
        return { tagName: 'img', attribs: { ...src, alt: attributes['alt'] ?? '' } };
      },
      a: (_name, { href }) => {
        const link = resolveLink(href, base);
        // A link without a valid target becomes plain text.
        if (link === null) return { tagName: 'a', attribs: {} };
        return {
          tagName: 'a',
          attribs: { href: link, rel: 'noopener noreferrer nofollow', target: '_blank' },
        };
      },
    },
  });

const breaks = new RegExp(`</(?:${blocks.join('|')}|figcaption)>|<(?:br|hr)\\b[^>]*>`, 'g');

/** Returns the text of sanitized HTML, with a line per paragraph. */
function textOf(html: string): string {
  const lines = sanitizeHtml(html.replaceAll(/\s+/g, ' ').replaceAll(breaks, '$&\n'), {
    allowedTags: [],
    allowedAttributes: {},
  });
  return decodeHTML(lines)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

const words = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}][\p{L}\p{M}\p{N}'’_-]*/gu;

function countWords(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(words)) count += 1;
  return count;
}

/** Returns text that the database can store, in the normalization form that is fastest to fold. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '').normalize();

const line = (text: string | null | undefined, length: number): string =>
  Array.from(
    storable(text ?? '')
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  )
    .slice(0, length)
    .join('');

const headNames = ['TITLE', 'META', 'LINK', 'BASE', 'STYLE', 'SCRIPT'];

/** Parses a page. Head and body tags may be omitted in the source, but Readability requires both elements. */
function parse(html: string): Document {
  const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : `<html>${html}</html>`);
  const { documentElement: root, head } = document;
  const parts = [...root.childNodes].filter((part) => part !== head);
  const body = parts.find(({ nodeName }) => nodeName === 'BODY') ?? document.createElement('body');
  for (const part of parts) {
    if (headNames.includes(part.nodeName)) head.appendChild(part);
    else if (part !== body) body.appendChild(part);
  }
  root.appendChild(body);
  return document;
}

/** Shows what a script of the page would show: the widest source of a picture, and formulas as MathML only. */
function prepare(document: Document): void {
  for (const source of document.querySelectorAll('picture > source[srcset]')) {
    const image = source.parentElement?.querySelector('img:not([srcset])');
    if (source.getAttribute('type') === 'image/avif') continue;
    image?.setAttribute('srcset', source.getAttribute('srcset') ?? '');
  }
  for (const formula of document.querySelectorAll('math')) {
    // Sites hide it from browsers that cannot show it, beside a picture or an imitation.
    const hidden = formula.closest('[class*="mathml"], mjx-assistive-mml');
    hidden?.removeAttribute('style');
    hidden?.removeAttribute('aria-hidden');
    const others = hidden?.parentElement?.querySelectorAll('.katex-html, img[class*="math"], mjx-math');
    for (const other of others ?? []) other.remove();
  }
}

const languagePattern = /^[a-z]{2,3}(?:-[a-z\d]{1,8}){0,4}$/i;

function languageOf({ documentElement }: Document): string | null {
  const declared = documentElement.getAttribute('lang')?.trim() ?? '';
  return languagePattern.test(declared) ? declared : null;
}

/** Returns the article of a page to keep; null if there is none. */
function copy(page: Page): CopiedArticle | null {
  const document = parse(page.html);
  const language = languageOf(document);
  prepare(document);
  const found = extract(document, page.url);
  if (!found) return null;
  const { article, content, base } = found;
  const pictures: PictureSource[] = [];
  const html = storable(clean(content, base, pictures)).trim();
  return html.length > maxHtmlLength ? null : { article, html, pictures, url: page.url, base, language };
}

const maxFileText = 1024 * 1024;
/** Elements of a page beside those of an article; words on either side of their tags are separate. */
const otherBlock =
  /<(?=\/?(?:address|article|aside|button|div|footer|form|header|label|legend|main|nav|option|section|select|summary|t[dh])\b)/gi;

/** Returns the words of a whole page. */
function readFile({ html, url }: Page): FileText {
  const document = parse(html);
  const text = textOf(clean(document.body.innerHTML.replaceAll(otherBlock, ' <'), url))
    .slice(0, maxFileText)
    .toWellFormed();
  return {
    title: line(document.title, maxTitleLength),
    text: storable(text),
    wordCount: countWords(text),
    language: languageOf(document),
  };
}

/** Returns the article of a document, with its HTML before it is sanitized; null if there is none. */
function extract(
  document: Document,
  url: string,
): { article: Article; content: string; base: string } | null {
  const base = resolveLink(document.querySelector('base[href]')?.getAttribute('href') ?? url, url) ?? url;
  const article = new Readability(document, { maxElemsToParse: maxElements }).parse();
  if (!article) return null;
  const cleaned = storable(clean(article.content ?? '', base)).trim();
  const text = textOf(cleaned);
  const wordCount = countWords(text);
  if (wordCount < minWords || cleaned.length > maxHtmlLength) return null;
  return {
    article: {
      title: line(article.title, maxTitleLength),
      byline: line(article.byline, maxTitleLength),
      excerpt: line(article.excerpt, maxExcerptLength),
      html: cleaned,
      text,
      wordCount,
    },
    content: article.content ?? '',
    base,
  };
}

/** Returns null for a page that breaks the parser, by its depth or by its number of elements. */
function tryReading(page: Page): Article | CopiedArticle | FileText | null {
  try {
    if (page.purpose === 'copy') return copy(page);
    if (page.purpose === 'file') return readFile(page);
    return extract(parse(page.html), page.url)?.article ?? null;
  } catch {
    return null;
  }
}

process.once('message', (page: Page) => {
  process.send?.(tryReading(page), () => process.exit());
});
process.send?.('ready');
