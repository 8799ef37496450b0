import { CookieJar } from 'tough-cookie';
import { isBlank } from '@/lib/contract/blank';
import type { FetchedPage, FetchPage, FetchPageOptions } from '@/provider/deps';
import { DEFAULT_PORTS, findFetchUrl } from '@/provider/integrations/fetch/guard';
import { fileTitle } from '@/provider/integrations/pages/file-title';
import { isGate } from '@/provider/integrations/pages/gates';
import { rankIcons } from '@/provider/integrations/pages/icon-links';
import { readPdfTitle } from '@/provider/integrations/pages/pdf-title';
import { createHeadReader, type Head, type HeadReader } from '@/provider/integrations/pages/read-head';

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
  /** Icon candidates, best first; also `data:` URLs. */
  readonly icons: readonly string[];
}

type ReadOptions = Pick<FetchPageOptions, 'accountId' | 'signal' | 'language'>;

/**
 * Returns null if the page cannot be fetched, or if another one is shown instead (a challenge, a consent or sign-in
 * page), regardless of the reason.
 */
export type ReadPageMetadata = (url: string, options?: ReadOptions) => Promise<PageMetadata | null>;

const HTML_TYPES = ['text/html', 'application/xhtml+xml'];
/** As far as a browser reads in practice: some sites have hundreds of kilobytes of script before the title. */
const MAX_BYTES = 3 * 1024 * 1024;
const MAX_TITLE_LENGTH = 500;
const MAX_DESCRIPTION_LENGTH = 2_000;
const MAX_REFRESH_SECONDS = 5;

/**
 * Reads title, description, icons, image and canonical URL from the beginning of a page, or the title of a file. At
 * most one `<meta http-equiv=refresh>` is followed. `programs` is the folder of the bundled programs.
 */
export function createReadPageMetadata(fetchPage: FetchPage, programs?: string): ReadPageMetadata {
  return async (url, options = {}) => {
    const cookies = new CookieJar();
    const first = await readPage(fetchPage, url, { ...options, cookies }, programs);
    if (first === null) return null;
    const next = findRefresh(first);
    const page = next && (await readPage(fetchPage, next.href, { ...options, cookies }, programs));
    const { found, address } = page ?? first;
    if (found.kind === 'file') {
      return { ...nothing, url: address.href, title: oneLine(found.title, MAX_TITLE_LENGTH) };
    }
    const metadata = describePage(found.head, address);
    return isGate({ requested: url, url: metadata.url, title: metadata.title }) ? null : metadata;
  };
}

const nothing = { description: null, canonical: null, image: null, icons: [] };

interface ReadPage {
  readonly address: URL;
  readonly found: { kind: 'html'; head: Head } | { kind: 'file'; title: string };
}

async function readPage(
  fetchPage: FetchPage,
  url: string,
  options: ReadOptions & { cookies: CookieJar },
  programs: string | undefined,
): Promise<ReadPage | null> {
  const reader = createBodyReader();
  const page = await fetchPage(url, {
    ...options,
    accept: [...HTML_TYPES, '*/*'],
    maxBytes: MAX_BYTES,
    overflow: 'truncate',
    onBytes: (bytes, head) => reader.write(bytes, head),
  });
  if (page === null) return null;
  if (page.bytes.length > 0) await reader.write(page.bytes, page);
  const address = new URL(page.url);
  const { head, pdf } = reader;
  if (isHtml(page)) return { address, found: { kind: 'html', head: (head ?? createHeadReader('')).end() } };
  const ownTitle = pdf.length > 0 ? await readPdfTitle(Buffer.concat(pdf), programs) : '';
  return { address, found: { kind: 'file', title: ownTitle || fileTitle(page.disposition ?? '', address) } };
}

/** Reads the head of an HTML page, or collects the bytes of a PDF; of other files nothing is read. */
function createBodyReader() {
  const pdf: Uint8Array[] = [];
  let head: HeadReader | null = null;
  return {
    pdf,
    get head() {
      return head;
    },
    async write(bytes: Uint8Array, page: Omit<FetchedPage, 'bytes'>): Promise<boolean> {
      if (isHtml(page)) return (head ??= createHeadReader(page.contentType)).write(bytes);
      if (!page.contentType.startsWith('application/pdf')) return false;
      pdf.push(bytes);
      return true;
    },
  };
}

const isHtml = ({ contentType }: Pick<FetchedPage, 'contentType'>): boolean =>
  HTML_TYPES.includes(contentType.split(';', 1)[0]?.trim() ?? '');

/**
 * Returns the target of a refresh after a few seconds; null if there is none, or if it is not allowed. One for browsers
 * without scripts counts only if it leads to another site, as those of link shorteners.
 */
function findRefresh({ found, address }: ReadPage): URL | null {
  if (found.kind === 'file') return null;
  const { refresh, scriptlessRefresh, base } = found.head;
  const root = findFoundUrl(base, address, address) ?? address;
  const target = (content: string): URL | null => {
    const separator = content.search(/[;,]/);
    if (separator < 0 || !/^\d{1,4}(?:\.\d{0,9})?$/.test(content.slice(0, separator).trim())) return null;
    if (Number.parseInt(content, 10) > MAX_REFRESH_SECONDS) return null;
    const given = content
      .slice(separator + 1)
      .trim()
      .replace(/^url\s*=/i, '')
      .trim();
    const quote = given.startsWith('"') || given.startsWith("'") ? given.charAt(0) : '';
    const href = quote === '' ? given : (given.slice(1).split(quote, 1)[0] ?? '');
    const url = findFoundUrl(href, root, address);
    if (url === null || (address.protocol === 'https:' && url.protocol !== 'https:')) return null;
    url.hash = '';
    return url.href === address.href ? null : url;
  };
  const own = target(refresh);
  if (own !== null) return own;
  const scriptless = target(scriptlessRefresh);
  return scriptless?.host === address.host ? null : scriptless;
}

function describePage(head: Head, page: URL): PageMetadata {
  const base = findFoundUrl(head.base, page, page) ?? page;
  const resolve = (href: string | undefined) => findFoundUrl(href ?? '', base, page)?.href ?? null;
  const { meta } = head;
  const firstLine = (texts: readonly (string | undefined)[], maxLength: number): string | null =>
    texts.map((text) => oneLine(text, maxLength)).find((line) => line !== null && !isBlank(line)) ?? null;
  return {
    url: page.href,
    title: firstLine(
      [head.title, meta.get('og:title'), meta.get('twitter:title'), head.headline, head.heading],
      MAX_TITLE_LENGTH,
    ),
    description: firstLine(
      [meta.get('description'), meta.get('og:description'), meta.get('twitter:description')],
      MAX_DESCRIPTION_LENGTH,
    ),
    canonical: resolve(head.canonical),
    image: resolve(meta.get('og:image') || meta.get('og:image:url') || meta.get('twitter:image')),
    icons: rankIcons(head.icons).flatMap(({ href }) => {
      const data = href.trim();
      return /^data:/i.test(data) ? [data] : (resolve(href) ?? []);
    }),
  };
}

/**
 * Resolves a URL found in a page: it must have the origin of the page, which passed the guard, or be allowed by the
 * guard.
 */
export function findFoundUrl(href: string, base: URL, page: URL): URL | null {
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
