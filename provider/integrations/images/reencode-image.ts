import { ImageProcess } from '@/provider/integrations/images/image-process';
import type { ImageTask } from '@/provider/integrations/images/image-program';
import { sniffImage } from '@/provider/integrations/images/sniff-image';

export interface ReencodeOptions {
  /** Longest edge of the result in pixels; smaller images keep their size. */
  readonly edge: number;
  /** Longest edge that is decoded at all. */
  readonly maxInputEdge: number;
  /** Fill a square and crop what protrudes, instead of fitting inside. */
  readonly cover?: boolean;
  /** Folder of the bundled programs; undefined runs the source of the decoder. */
  readonly programs?: string | undefined;
}

/** Pixels without a format of their own, as an ICO decoder produces them. */
export interface RawImage {
  readonly rgba: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * Decodes a PNG, JPEG, GIF or WebP (its first frame) in a process of its own and encodes its pixels as PNG; nothing else
 * of the file is kept. Null for other formats, oversize dimensions, damaged files, and files that take too long.
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

const processes = new Map<string | undefined, ImageProcess>();

function draw(
  input: Uint8Array,
  decoding: ImageTask['decoding'],
  { edge, cover = false, programs }: ReencodeOptions,
): Promise<Buffer | null> {
  const decoder = processes.get(programs) ?? new ImageProcess(programs);
  processes.set(programs, decoder);
  return decoder.draw({ input, decoding, edge, cover });
}
