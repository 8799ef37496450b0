import { setImmediate as breathe } from 'node:timers/promises';
import { Parser } from 'htmlparser2';
import type { FetchPage, FetchPageOptions } from '@/provider/deps';
import { DEFAULT_PORTS, findFetchUrl } from '@/provider/integrations/fetch/guard';

/** More than twice the 28 pixels that a list displays. */
const WANTED_SIZE = 64;
const LIKELY_TOUCH_SIZE = 180;

/** Sorts the icon links of a page by suitability: large enough, as small as possible, and without SVG. */
function rankIcons(icons: readonly IconLink[]): IconLink[] {
  return icons
    .filter((icon) => !isVector(icon) && !icon.rel.includes('mask-icon'))
    .map((icon) => ({ icon, score: scoreSize(sizeOf(icon)) }))
    .sort((a, b) => b.score - a.score)
    .map(({ icon }) => icon);
}

function isVector({ href, type }: IconLink): boolean {
  return type.includes('svg') || /\.svgz?(?:[?#]|$)/i.test(href);
}

/** Returns the declared edge of an icon link, or the usual one of its kind; 0 if unknown. */
function sizeOf({ rel, sizes }: IconLink): number {
  const declared = sizes.split(/\s+/).map((size) => /^(\d{1,4})x\d{1,4}$/.exec(size)?.[1] ?? 0);
  return Math.max(0, ...declared.map(Number)) || (rel.includes('apple-touch') ? LIKELY_TOUCH_SIZE : 0);
}

function scoreSize(size: number): number {
  if (size >= WANTED_SIZE) return 2 - (size - WANTED_SIZE) / 10_000;
  return size / WANTED_SIZE;
}

/** Number of leading bytes that are searched for a charset declaration, as in the HTML standard. */
const DECLARATION_BYTES = 1024;

/** Decodes an HTML document: by byte order mark, Content-Type, its charset declaration, else UTF-8 or windows-1252. */
export function decodeHtml(bytes: Uint8Array, contentType: string): string {
  const label =
    markedCharset(bytes) ?? charsetOf(contentType) ?? declaredCharset(bytes) ?? guessCharset(bytes);
  return new TextDecoder(label).decode(bytes);
}

function markedCharset(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return null;
}

function charsetOf(contentType: string): string | null {
  const parameter = contentType
    .split(';')
    .map((text) => text.trim().toLowerCase())
    .find((text) => text.startsWith('charset='));
  return knownCharset(parameter?.slice('charset='.length).replaceAll(/["']/g, ''));
}

function declaredCharset(bytes: Uint8Array): string | null {
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, DECLARATION_BYTES));
  const label = knownCharset(/<meta\s[^>]{0,200}charset\s*=[\s"']*([\w:.-]{1,40})/i.exec(beginning)?.[1]);
  // A declaration that is readable as single bytes cannot be UTF-16, regardless of its value.
  return label?.startsWith('utf-16') ? 'utf-8' : label;
}

function knownCharset(label: string | undefined): string | null {
  if (label === undefined || label === '') return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

function guessCharset(bytes: Uint8Array): string {
  try {
    // As a stream: a document truncated within its last character is still UTF-8.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

interface IconLink {
  readonly href: string;
  /** Lower case, unchanged otherwise: `shortcut icon`, `apple-touch-icon`. */
  readonly rel: string;
  readonly type: string;
  readonly sizes: string;
}

/** Raw values of the head of a document: nothing is trimmed, resolved or validated. */
interface Head {
  title: string;
  base: string;
  canonical: string;
  /** By `name` or `property`, lower case; the first occurrence counts. */
  readonly meta: ReadonlyMap<string, string>;
  readonly icons: readonly IconLink[];
}

const SLICE_LENGTH = 16_384;
const MAX_PARSE_MS = 2_000;
const MAX_VALUE_LENGTH = 8_192;
const MAX_META = 200;
const MAX_ICONS = 32;
/** The work of the parser per tag grows with the number of open tags; real documents are not this deep. */
const MAX_DEPTH = 256;
const ICON_RELS = ['icon', 'apple-touch-icon', 'apple-touch-icon-precomposed'];

/**
 * Reads the head of an HTML document and stops at its end. Scripts are not executed and links are not followed. Parses
 * in slices, yields to the event loop between them, and stops at a deadline.
 */
export async function readHead(html: string): Promise<Head> {
  const reader = createHeadReader();
  const parser = new Parser(reader.handler, { decodeEntities: true });
  const deadline = performance.now() + MAX_PARSE_MS;
  for (let start = 0; start < html.length && !reader.isDone(); start += SLICE_LENGTH) {
    if (start > 0) await breathe();
    if (performance.now() > deadline) break;
    parser.write(html.slice(start, start + SLICE_LENGTH));
  }
  return reader.head;
}

function createHeadReader() {
  const meta = new Map<string, string>();
  const icons: IconLink[] = [];
  const head = { title: '', base: '', canonical: '', meta, icons };
  let isDone = false;
  let isInTitle = false;
  let hasTitle = false;
  let openSvgs = 0;
  let depth = 0;

  function onLink({ rel = '', href = '', type = '', sizes = '' }: Attributes): void {
    const rels = rel.toLowerCase().split(/\s+/);
    if (href === '') return;
    if (rels.includes('canonical')) head.canonical ||= href;
    if (icons.length < MAX_ICONS && ICON_RELS.some((name) => rels.includes(name))) {
      icons.push({ href, rel: rel.toLowerCase(), type: type.toLowerCase(), sizes: sizes.toLowerCase() });
    }
  }

  function onMeta({ name, property, content = '' }: Attributes): void {
    const key = (property ?? name ?? '').toLowerCase();
    if (key !== '' && content !== '' && meta.size < MAX_META && !meta.has(key)) meta.set(key, content);
  }

  return {
    head,
    isDone: () => isDone,
    handler: {
      onopentag(name: string, raw: Record<string, string>) {
        if (isDone) return;
        depth += 1;
        if (name === 'body' || depth > MAX_DEPTH) isDone = true;
        // An inline SVG has its own title.
        else if (name === 'svg') openSvgs += 1;
        else if (name === 'title' && openSvgs === 0 && !hasTitle) isInTitle = hasTitle = true;
        else if (name === 'link') onLink(shortAttributes(raw));
        else if (name === 'meta') onMeta(shortAttributes(raw));
        else if (name === 'base') head.base ||= shortAttributes(raw).href ?? '';
      },
      ontext(text: string) {
        if (isInTitle && head.title.length < MAX_VALUE_LENGTH) head.title += text.slice(0, MAX_VALUE_LENGTH);
      },
      onclosetag(name: string) {
        depth -= 1;
        if (name === 'title') isInTitle = false;
        else if (name === 'svg' && openSvgs > 0) openSvgs -= 1;
        else if (name === 'head') isDone = true;
      },
    },
  };
}

type Attributes = Partial<
  Record<'rel' | 'href' | 'type' | 'sizes' | 'name' | 'property' | 'content', string>
>;

const RELEVANT_ATTRIBUTES = ['rel', 'href', 'type', 'sizes', 'name', 'property', 'content'] as const;

/** Returns the relevant own attributes, without values that are too long. */
function shortAttributes(raw: Record<string, string>): Attributes {
  const attributes: Attributes = {};
  for (const name of RELEVANT_ATTRIBUTES) {
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
    if (value !== undefined && value.length <= MAX_VALUE_LENGTH) attributes[name] = value;
  }
  return attributes;
}

/** Metadata of a page. Every URL is absolute, uses http or https, and has passed the URL check of the guard. */
export interface PageMetadata {
  /** URL of the page after redirects. */
  readonly url: string;
  /** One line of plain text, or null. */
  readonly title: string | null;
  readonly description: string | null;
  readonly canonical: string | null;
  /** Preview image (`og:image`). */
  readonly image: string | null;
  /** Icon candidates, best first. */
  readonly icons: readonly string[];
}

/** Returns null if the page cannot be fetched or is not HTML, regardless of the reason. */
export type ReadPageMetadata = (
  url: string,
  options?: Pick<FetchPageOptions, 'accountId' | 'signal'>,
) => Promise<PageMetadata | null>;

const HTML_TYPES = ['text/html', 'application/xhtml+xml'];
const MAX_HTML_BYTES = 512 * 1024;
const MAX_TITLE_LENGTH = 500;
const MAX_DESCRIPTION_LENGTH = 2_000;

/** Reads title, description, icons, image and canonical URL from the beginning of a page. */
export function createReadPageMetadata(fetchPage: FetchPage): ReadPageMetadata {
  return async (url, options = {}) => {
    const page = await fetchPage(url, {
      ...options,
      accept: HTML_TYPES,
      maxBytes: MAX_HTML_BYTES,
      overflow: 'truncate',
    });
    if (page === null) return null;
    const head = await readHead(decodeHtml(page.bytes, page.contentType));
    return describePage(head, new URL(page.url));
  };
}

function describePage(head: Head, page: URL): PageMetadata {
  const base = findFoundUrl(head.base, page, page) ?? page;
  const resolve = (href: string | undefined) => findFoundUrl(href ?? '', base, page)?.href ?? null;
  const { meta } = head;
  const title = head.title || meta.get('og:title') || meta.get('twitter:title');
  const description =
    meta.get('description') || meta.get('og:description') || meta.get('twitter:description');
  return {
    url: page.href,
    title: oneLine(title, MAX_TITLE_LENGTH),
    description: oneLine(description, MAX_DESCRIPTION_LENGTH),
    canonical: resolve(head.canonical),
    image: resolve(meta.get('og:image') || meta.get('og:image:url') || meta.get('twitter:image')),
    icons: rankIcons(head.icons).flatMap((icon) => resolve(icon.href) ?? []),
  };
}

/**
 * Resolves a URL found in a page: it must have the origin of the page, which passed the guard, or be allowed by the
 * guard.
 */
function findFoundUrl(href: string, base: URL, page: URL): URL | null {
  const text = href.trim();
  if (text === '' || !URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  if (url.origin === page.origin && url.username === '' && url.password === '') return url;
  return findFetchUrl(url.href, { ports: DEFAULT_PORTS, allow: [] });
}

/** Returns one line without control characters, at most `maxLength` code points; null if it is empty. */
function oneLine(text: string | undefined, maxLength: number): string | null {
  const line = (text ?? '')
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const points = Array.from(line);
  return points.length > maxLength ? points.slice(0, maxLength).join('').trimEnd() : line || null;
}
