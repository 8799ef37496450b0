import type { FetchPage, FetchPageOptions } from '@/provider/deps';
import { findFetchUrl, DEFAULT_PORTS } from '@/provider/integrations/fetch/fetch-policy';
import { rankIcons } from '@/provider/integrations/icons/rank-icons';
import { decodeHtml } from '@/provider/integrations/html/decode-html';
import { readHead, type Head } from '@/provider/integrations/html/read-head';

/** What a page says of itself. Every address is absolute, of the web, and has passed the guard's first judgement. */
export interface PageMetadata {
  /** Where the page was found, after redirects. */
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

/** Null where the page could not be had or is no HTML, whatever the reason. */
export type ReadPageMetadata = (
  url: string,
  options?: Pick<FetchPageOptions, 'accountId' | 'signal'>,
) => Promise<PageMetadata | null>;

const HTML_TYPES = ['text/html', 'application/xhtml+xml'];
const MAX_HTML_BYTES = 512 * 1024;
const MAX_TITLE_LENGTH = 500;
const MAX_DESCRIPTION_LENGTH = 2_000;

/** Reads title, description, icons, image and canonical address from the beginning of a page. */
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

/** An address found in a page: on the page's own origin, which passed the guard, or one that may be fetched. */
function findFoundUrl(href: string, base: URL, page: URL): URL | null {
  const text = href.trim();
  if (text === '' || !URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  if (url.origin === page.origin && url.username === '' && url.password === '') return url;
  return findFetchUrl(url.href, { ports: DEFAULT_PORTS, allow: [] });
}

/** One line without control characters, at most `maxLength` code points; null when nothing is left. */
function oneLine(text: string | undefined, maxLength: number): string | null {
  const line = (text ?? '')
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const points = Array.from(line);
  return points.length > maxLength ? points.slice(0, maxLength).join('').trimEnd() : line || null;
}
