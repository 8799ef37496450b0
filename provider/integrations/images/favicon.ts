import { createHash } from 'node:crypto';
import { letterTileSvg } from '@/lib/domain/letter-tile';
import type { FetchPage, FetchPageOptions } from '@/provider/deps';
import { isIco, readIco } from '@/provider/integrations/images/ico';
import { encodeRawImage, reencodeImage } from '@/provider/integrations/images/image';
import { createReadPageMetadata } from '@/provider/integrations/page-metadata';

const size = { edge: 64, maxInputEdge: 2048 };

/**
 * Renders a small PNG from a site's icon (PNG, JPEG, GIF, WebP or ICO, regardless of its Content-Type); null if it has
 * another format, is damaged or too large.
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

/** Returns the icon of a page's site as PNG; null if none can be fetched. */
export type FindFavicon = (
  pageUrl: string,
  options?: Pick<FetchPageOptions, 'accountId' | 'signal'>,
) => Promise<Favicon | null>;

/** Excludes SVG, which can contain scripts and is never served. */
const ICON_TYPES = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/x-icon',
  'image/vnd.microsoft.icon',
];
const MAX_ICON_BYTES = 512 * 1024;
/** Limits the requests for a site with many broken icon links. */
const MAX_CANDIDATES = 5;

/** Tries the icons linked by the site's front page, then the conventional locations. */
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

/** Returns the letter tile of a host, for a site without an icon. */
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

/** Whether a site's icon was found, is known to be missing, or is still being fetched. */
export type FaviconState = 'found' | 'missing' | 'awaited';

/** Cache lifetime in seconds: a placeholder tile is replaced soon. */
const maxAgeSeconds: Record<FaviconState, number> = { found: 7 * 24 * 3_600, missing: 3_600, awaited: 30 };

/**
 * Returns the response with an icon, or 304 if the client's copy is current. Opened directly, it cannot run scripts.
 */
export function faviconReply(icon: Favicon, ifNoneMatch: string | null, state: FaviconState): FaviconReply {
  const headers = {
    'cache-control': `private, max-age=${maxAgeSeconds[state]}`,
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
