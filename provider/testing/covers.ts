import sharp from 'sharp';
import type { FetchPage } from '@/provider/deps';

/** Returns a picture with a gradient, which is not the same for two seeds. */
export async function picture(
  width: number,
  height: number,
  { seed = 0, format = 'png' }: { seed?: number; format?: 'png' | 'jpeg' | 'gif' | 'webp' } = {},
): Promise<Buffer> {
  const rgb = Buffer.alloc(24 * 16 * 3);
  for (let at = 0; at < rgb.length; at += 1) rgb[at] = (at * 7 + seed * 31) % 256;
  return sharp(rgb, { raw: { width: 24, height: 16, channels: 3 } })
    .resize(width, height, { fit: 'fill' })
    .toFormat(format)
    .toBuffer();
}

/** What a site of a test returns for a URL: HTML as text, and any file with its type. */
export type TestSite = Record<string, string | { type: string; bytes: Uint8Array } | null>;

/** Creates a fetcher that returns the pages of a site, like the guarded one; others are unreachable. */
export function fetchFrom(site: TestSite): { fetchPage: FetchPage; requested: string[] } {
  const requested: string[] = [];
  const fetchPage: FetchPage = async (url, { accept, maxBytes, onBytes, overflow }) => {
    requested.push(url);
    const found = site[url];
    if (found === undefined || found === null) return null;
    const { type, bytes } =
      typeof found === 'string' ? { type: 'text/html; charset=utf-8', bytes: Buffer.from(found) } : found;
    const mediaType = type.split(';', 1)[0] ?? '';
    if (!accept.includes(mediaType) && !accept.includes('*/*')) return null;
    if (bytes.length > maxBytes && overflow !== 'truncate') return null;
    const page = { url, contentType: type };
    if (onBytes) await onBytes(bytes.subarray(0, maxBytes), page);
    return { ...page, bytes: onBytes ? new Uint8Array() : bytes };
  };
  return { fetchPage, requested };
}
