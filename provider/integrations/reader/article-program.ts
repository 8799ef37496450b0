import { Readability } from '@mozilla/readability';
import { decodeHTML } from 'entities';
import { parseHTML } from 'linkedom';
import sanitizeHtml from 'sanitize-html';

// Runs as a separate process: Node starts this file by its path, so it imports nothing but packages.

/** Input of the program: the HTML of a page, and its URL. */
export interface Page {
  html: string;
  url: string;
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

/** Sanitizes HTML: scripts, styles, forms, frames, images, ids and event handlers are removed. */
const clean = (html: string, base: string): string =>
  sanitizeHtml(html, {
    allowedTags,
    allowedAttributes: {
      a: ['href', 'rel', 'target'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan'],
      '*': ['dir', 'lang'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    nestingLimit: maxDepth,
    transformTags: {
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

/** Returns the article of a page; null if there is none. */
function extract({ html, url }: Page): Article | null {
  const document = parse(html);
  const base = resolveLink(document.querySelector('base[href]')?.getAttribute('href') ?? url, url) ?? url;
  const article = new Readability(document, { maxElemsToParse: maxElements }).parse();
  if (!article) return null;
  const cleaned = storable(clean(article.content ?? '', base)).trim();
  const text = textOf(cleaned);
  const wordCount = countWords(text);
  if (wordCount < minWords || cleaned.length > maxHtmlLength) return null;
  return {
    title: line(article.title, maxTitleLength),
    byline: line(article.byline, maxTitleLength),
    excerpt: line(article.excerpt, maxExcerptLength),
    html: cleaned,
    text,
    wordCount,
  };
}

/** Returns null for a page that breaks the parser, by its depth or by its number of elements. */
function tryExtract(page: Page): Article | null {
  try {
    return extract(page);
  } catch {
    return null;
  }
}

process.once('message', (page: Page) => {
  process.send?.(tryExtract(page), () => process.exit());
});
process.send?.('ready');
