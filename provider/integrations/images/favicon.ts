import { createHash } from 'node:crypto';
import { letterTileSvg } from '@/lib/domain/letter-tile';
import type { FetchPage, FetchPageOptions } from '@/provider/deps';
import { isIco, readIco } from '@/provider/integrations/images/ico';
import { encodeRawImage, reencodeImage } from '@/provider/integrations/images/image';
import { createReadPageMetadata } from '@/provider/integrations/page-metadata';

const size = { edge: 64, maxInputEdge: 2048 };

/**
 * A small PNG drawn from the bytes of a site's icon (PNG, JPEG, GIF, WebP or ICO, whatever the server called it), or
 * null where they are none of these, damaged or too large.
 */
export async function drawIcon(bytes: Uint8Array, programs?: string): Promise<Buffer | null> {
  const options = { ...size, programs };
  if (!isIco(bytes)) return reencodeImage(bytes, options);
  const picture = readIco(bytes);
  if (picture?.kind === 'raw') return encodeRawImage(picture.image, options);
  return picture ? reencodeImage(picture.bytes, options) : null;
}

/** An icon that is safe to serve: re-encoded pixels, or a letter tile for the host. */
export interface Favicon {
  readonly contentType: 'image/png' | 'image/svg+xml';
  readonly bytes: Buffer;
  /** Strong entity tag, quotes included. */
  readonly etag: string;
}

/** The icon of the site that a page belongs to, as PNG; null where it has none that can be had. */
export type FindFavicon = (
  pageUrl: string,
  options?: Pick<FetchPageOptions, 'accountId' | 'signal'>,
) => Promise<Favicon | null>;

/** SVG is not among them: it is a program, and it is never served. */
const ICON_TYPES = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/x-icon',
  'image/vnd.microsoft.icon',
];
const MAX_ICON_BYTES = 512 * 1024;
/** One site must not keep the fetcher busy with a long row of broken links. */
const MAX_CANDIDATES = 5;

/** Looks at the icons that the site's front page links, then at the places where icons usually are. */
export function createFindFavicon(fetchPage: FetchPage, programs?: string): FindFavicon {
  const readPageMetadata = createReadPageMetadata(fetchPage);
  return async (pageUrl, options = {}) => {
    if (!URL.canParse('/', pageUrl)) return null;
    const front = new URL('/', pageUrl);
    const metadata = await readPageMetadata(front.href, options);
    const home = metadata?.url ?? front.href;
    const usual = ['/favicon.ico', '/apple-touch-icon.png'].map((path) => new URL(path, home).href);
    const candidates = new Set([
      ...(metadata?.icons ?? []).slice(0, MAX_CANDIDATES - usual.length),
      ...usual,
    ]);
    for (const url of candidates) {
      const file = await fetchPage(url, { ...options, accept: ICON_TYPES, maxBytes: MAX_ICON_BYTES });
      const bytes = file && (await drawIcon(file.bytes, programs));
      if (bytes) return createFavicon('image/png', bytes);
    }
    return null;
  };
}

/** The drawn tile of a host, for a site without an icon. */
export function letterFavicon(host: string): Favicon {
  return createFavicon('image/svg+xml', Buffer.from(letterTileSvg(host)));
}

function createFavicon(contentType: Favicon['contentType'], bytes: Buffer): Favicon {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { contentType, bytes, etag };
}

export interface FaviconReply {
  readonly status: 200 | 304;
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** What is known of a site's icon: found, known not to be there, or still being looked for. */
export type FaviconState = 'found' | 'missing' | 'awaited';

/** Seconds for which a reader keeps an answer: a tile that stands in for an icon gives way to it soon. */
const keptSeconds: Record<FaviconState, number> = { found: 7 * 24 * 3_600, missing: 3_600, awaited: 30 };

/**
 * The answer that carries an icon, or says that the reader's copy is still good. Opened by itself, it can do nothing.
 */
export function faviconReply(icon: Favicon, ifNoneMatch: string | null, state: FaviconState): FaviconReply {
  const headers = {
    'cache-control': `private, max-age=${keptSeconds[state]}`,
    etag: icon.etag,
    'content-type': icon.contentType,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  };
  const isFresh = (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === icon.etag);
  if (isFresh) return { status: 304, body: null, headers };
  return { status: 200, body: Uint8Array.from(icon.bytes), headers };
}
