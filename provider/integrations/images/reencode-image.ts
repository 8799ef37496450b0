import type { Sharp, SharpOptions } from 'sharp';
import { sniffImage } from '@/provider/integrations/images/sniff-image';

export interface ReencodeOptions {
  /** Longest edge of the result in pixels; smaller images keep their size. */
  readonly edge: number;
  /** Longest edge that is decoded at all. */
  readonly maxInputEdge: number;
  /** Fill a square and crop what protrudes, instead of fitting inside. */
  readonly cover?: boolean;
}

/** Pixels without a format of their own, as an ICO decoder produces them. */
export interface RawImage {
  readonly rgba: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const DECODE_SECONDS = 3;

/**
 * Decodes a PNG, JPEG, GIF or WebP (its first frame) and draws it anew as PNG: what leaves holds pixels and nothing
 * else of the file. Null for other formats, oversize dimensions, damaged files, and files that take too long.
 */
export async function reencodeImage(bytes: Uint8Array, options: ReencodeOptions): Promise<Buffer | null> {
  const header = sniffImage(bytes);
  if (!header || !isDecodable(header, options)) return null;
  const maxPixels = options.maxInputEdge ** 2;
  return draw(
    bytes,
    { limitInputPixels: maxPixels, failOn: 'error', pages: 1, sequentialRead: true },
    options,
  );
}

/** The same for pixels that were decoded before. */
export async function encodeRawImage({ rgba, width, height }: RawImage, options: ReencodeOptions) {
  return draw(rgba, { raw: { width, height, channels: 4 } }, options);
}

function isDecodable(
  { width, height }: { width: number; height: number },
  options: ReencodeOptions,
): boolean {
  return [width, height].every((edge) => edge > 0 && edge <= options.maxInputEdge);
}

async function draw(
  input: Uint8Array,
  decoding: SharpOptions,
  options: ReencodeOptions,
): Promise<Buffer | null> {
  const sharp = await loadSharp();
  try {
    const { edge, cover = false } = options;
    return await sharp(input, decoding)
      .autoOrient()
      .resize(edge, edge, { fit: cover ? 'cover' : 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .timeout({ seconds: DECODE_SECONDS })
      .toBuffer();
  } catch {
    return null;
  }
}

let loading: Promise<(input: Uint8Array, options: SharpOptions) => Sharp> | undefined;

/**
 * Loaded with the first image. Only the four loaders that are meant are open, one image is decoded by one thread,
 * and nothing is cached: icons come once each.
 */
function loadSharp() {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: [
        'VipsForeignLoadPngBuffer',
        'VipsForeignLoadJpegBuffer',
        'VipsForeignLoadNsgifBuffer',
        'VipsForeignLoadWebpBuffer',
      ],
    });
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return loading;
}
