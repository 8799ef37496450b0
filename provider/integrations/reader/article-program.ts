import { Readability } from '@mozilla/readability';
import { decodeHTML } from 'entities';
import { parseHTML } from 'linkedom';
import sanitizeHtml from 'sanitize-html';

// A process of its own: it is started by its path, as Node reads it, so it imports nothing but packages.

/** What is handed in: the text of a page, and where it was found. */
export interface Page {
  html: string;
  url: string;
}

/** What a page has to read. All of it is plain text but `html`, which is cleaned. */
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
/** Below this it is a notice ("please turn on scripts"), no article. */
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

/** Where a link of the page leads, if a reader may follow it. */
function resolveLink(href: string | undefined, base: string): string | null {
  if (href === undefined || !URL.canParse(href, base)) return null;
  const url = new URL(href, base);
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null;
}

/** Only what text needs: no script, style, form, frame, picture, identifier or handler gets through the list. */
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
        // A link that leads nowhere is words.
        if (link === null) return { tagName: 'a', attribs: {} };
        return {
          tagName: 'a',
          attribs: { href: link, rel: 'noopener noreferrer nofollow', target: '_blank' },
        };
      },
    },
  });

const breaks = new RegExp(`</(?:${blocks.join('|')}|figcaption)>|<(?:br|hr)\\b[^>]*>`, 'g');

/** The words of cleaned HTML, a line for each paragraph. */
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

/** What a database can hold, in the form that it folds fastest. */
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

/** The document of a page. Its head and body may be left out in the text, but are needed by who reads on. */
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

/** The article of a page; null where there is none. */
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

/** A page that breaks its reader, by depth or by number, has no article. */
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
