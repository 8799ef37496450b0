import { createHash } from 'node:crypto';
import { letterTileSvg } from '@/lib/domain/letter-tile';
import type { FetchPage, FetchPageOptions } from '@/provider/deps';
import { sniffType } from '@/provider/integrations/fetch/read-body';
import { isIco, readIco } from '@/provider/integrations/images/ico';
import { encodeRawImage, rasterizeSvg, reencodeImage } from '@/provider/integrations/images/image';
import { createReadPageMetadata } from '@/provider/integrations/pages/page-metadata';

const size = { edge: 64, maxInputEdge: 2048 };

/**
 * Renders a small PNG from a site's icon (PNG, JPEG, GIF, WebP, ICO or SVG, regardless of its Content-Type); null if it
 * has another format, is damaged or too large, or shows nothing.
 */
export async function drawIcon(bytes: Uint8Array, programs?: string): Promise<Buffer | null> {
  const options = { ...size, programs };
  if (sniffType(bytes) === 'image/svg+xml') return rasterizeSvg(bytes, options);
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

/**
 * Returns the icon of a page's site as PNG; null if none can be fetched. `savedPage` is another page of the site, whose
 * links are used if its front page cannot be read.
 */
export type FindFavicon = (
  pageUrl: string,
  options?: Pick<FetchPageOptions, 'accountId' | 'signal'> & { savedPage?: string | undefined },
) => Promise<Favicon | null>;

const MAX_ICON_BYTES = 512 * 1024;
/** Limits the requests for a site with many broken icon links. */
const MAX_CANDIDATES = 5;

/** Tries the icons linked by the site's front page, then the conventional locations. */
export function createFindFavicon(fetchPage: FetchPage, programs?: string): FindFavicon {
  const readPageMetadata = createReadPageMetadata(fetchPage, programs);

  async function read(
    url: string,
    options: Pick<FetchPageOptions, 'accountId' | 'signal'>,
  ): Promise<Uint8Array | null> {
    if (/^data:/i.test(url)) return readDataUrl(url);
    // Many servers label icons wrongly: the decoder decides by the content.
    const file = await fetchPage(url, { ...options, accept: ['image/*', '*/*'], maxBytes: MAX_ICON_BYTES });
    return file && file.bytes;
  }

  return async (pageUrl, { savedPage, ...options } = {}) => {
    if (!URL.canParse('/', pageUrl)) return null;
    const front = new URL('/', pageUrl);
    const isOther = savedPage !== undefined && savedPage !== front.href;
    const metadata =
      (await readPageMetadata(front.href, options)) ??
      (isOther ? await readPageMetadata(savedPage, options) : null);
    const home = metadata?.url ?? front.href;
    const usual = ['/favicon.ico', '/apple-touch-icon.png'].map((path) => new URL(path, home).href);
    const candidates = new Set([
      ...(metadata?.icons ?? []).slice(0, MAX_CANDIDATES - usual.length),
      ...usual,
    ]);
    for (const url of candidates) {
      const file = await read(url, options);
      const bytes = file && (await drawIcon(file, programs));
      if (bytes) return createFavicon('image/png', bytes);
    }
    return null;
  };
}

/** Returns the content of a `data:` URL; null if it is malformed. */
function readDataUrl(url: string): Uint8Array | null {
  const match = /^data:([^,]{0,200}),(.*)$/is.exec(url);
  if (!match) return null;
  const [, type = '', data = ''] = match;
  try {
    return Buffer.from(decodeURIComponent(data), /;\s*base64\s*$/i.test(type) ? 'base64' : 'utf8');
  } catch {
    return null;
  }
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

/** Cache lifetime in seconds: a letter is replaced soon, since a site without an icon may only have failed once. */
const maxAgeSeconds: Record<FaviconState, number> = { found: 7 * 24 * 3_600, missing: 120, awaited: 30 };

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
