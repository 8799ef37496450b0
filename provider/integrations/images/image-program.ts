import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';

// Runs as a separate process: Node starts this file by its path, so it imports nothing but packages.

/** An image to decode, and the options of the resulting PNG. */
export interface ImageTask {
  readonly id: number;
  readonly input: Uint8Array;
  /** Whether the input is SVG, which is rendered as large as the result. */
  readonly isVector: boolean;
  /** Size of an input of raw RGBA pixels; null for a file. */
  readonly raw: { readonly width: number; readonly height: number } | null;
  /** Longest edge of the result in pixels; smaller images keep their size. */
  readonly edge: number;
  /** Maximum edge of the input. */
  readonly maxInputEdge: number;
  /** Whether to crop a centered square instead of fitting the whole image. */
  readonly cover: boolean;
}

/** The PNG, or null if the image cannot be decoded. */
export interface ImageResult {
  readonly id: number;
  readonly png: Uint8Array | null;
}

/** A photograph to decode into a cover. */
export interface CoverTask {
  readonly id: number;
  readonly input: Uint8Array;
  /** Widths of the results in pixels, in ascending order; smaller images keep their size. */
  readonly widths: readonly number[];
  readonly maxPixels: number;
}

/** A picture in several widths. */
export interface DrawnCover {
  /** WebP files, in the order of the widths. */
  readonly files: readonly Uint8Array[];
  /** Of the last file. */
  readonly width: number;
  readonly height: number;
  /** Of the original, as shown. */
  readonly original: { readonly width: number; readonly height: number };
  readonly thumbhash: Uint8Array;
}

/** The cover, or null if the image cannot be decoded. */
export interface CoverResult {
  readonly id: number;
  readonly cover: DrawnCover | null;
}

/** A picture of a page to keep. */
export interface PictureTask {
  readonly id: number;
  readonly input: Uint8Array;
  /** Longest edge of the result in pixels; smaller images keep their size. */
  readonly longestEdge: number;
  readonly maxPixels: number;
}

/** A WebP file. */
export interface DrawnPicture {
  readonly file: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The picture, or null if the image cannot be decoded. */
export interface PictureResult {
  readonly id: number;
  readonly picture: DrawnPicture | null;
}

const decodeSeconds = 3;

// Blocking applies to the whole process, which is why the server must not decode images itself.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
    // From a buffer, librsvg runs no scripts and loads no other files.
    'VipsForeignLoadSvgBuffer',
  ],
});
sharp.cache(false);
sharp.concurrency(1);

const defaultDensity = 72;
const maxDensity = 2_400;

async function draw({
  input,
  isVector,
  raw,
  edge,
  maxInputEdge,
  cover,
}: ImageTask): Promise<Uint8Array | null> {
  try {
    const open = (density?: number) =>
      sharp(input, {
        ...(raw && { raw: { ...raw, channels: 4 } }),
        ...(density !== undefined && { density }),
        limitInputPixels: maxInputEdge ** 2,
        failOn: 'error',
        pages: 1,
        sequentialRead: true,
      });
    const image = open();
    // Reads only the header: nothing is allocated for an image that is too large.
    const { width, height, format } = await image.metadata();
    // The caller decides by the beginning of the file whether it is SVG.
    if ((format === 'svg') !== isVector) return null;
    if (Math.max(width, height) > maxInputEdge) return null;
    const scaled = isVector
      ? open(Math.min(maxDensity, Math.max(1, (defaultDensity * edge) / Math.max(width, height))))
      : image;
    // A small image is cropped to a square of its shorter side.
    const side = cover ? Math.min(edge, width, height) : edge;
    const { data, info } = await scaled
      .autoOrient()
      .resize(side, side, { fit: cover ? 'cover' : 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .timeout({ seconds: decodeSeconds })
      .toBuffer({ resolveWithObject: true });
    return isVector && info.channels === 4 && (await isTransparent(data)) ? null : data;
  } catch {
    return null;
  }
}

/** Whether nothing is visible: a drawing that needs style sheets or scripts has no content without them. */
async function isTransparent(png: Buffer): Promise<boolean> {
  const { channels } = await sharp(png).stats();
  return channels[3]?.max === 0;
}

const coverSeconds = 10;
const webp = { quality: 70, effort: 4 } as const;
/** A picture that is longer than this many widths is cut at the end. */
const maxRatio = 3;
/** The largest image of which a thumbhash is made. */
const thumbhashEdge = 100;

async function drawCover({ input, widths, maxPixels }: CoverTask): Promise<DrawnCover | null> {
  try {
    const image = sharp(input, {
      limitInputPixels: maxPixels,
      failOn: 'error',
      pages: 1,
      sequentialRead: true,
    });
    const { format, autoOrient: original } = await image.metadata();
    if (format === 'svg') return null;
    const largest = widths.at(-1) ?? 0;
    const width = Math.min(largest, original.width);
    const height = Math.max(
      1,
      Math.min(Math.round((original.height * width) / original.width), width * maxRatio),
    );
    // Decoded once; pictures without color management would look pale.
    const { data, info } = await image
      .autoOrient()
      .resize(width, height, { fit: 'cover', position: 'top' })
      .toColorspace('srgb')
      .ensureAlpha()
      .raw()
      .timeout({ seconds: coverSeconds })
      .toBuffer({ resolveWithObject: true });
    const scaled = () => sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } });
    const files: Buffer[] = [];
    for (const each of widths) {
      files.push(await scaled().resize({ width: each, withoutEnlargement: true }).webp(webp).toBuffer());
    }
    const tiny = await scaled()
      .resize(thumbhashEdge, thumbhashEdge, { fit: 'inside' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const thumbhash = rgbaToThumbHash(tiny.info.width, tiny.info.height, tiny.data);
    return { files, width: info.width, height: info.height, original, thumbhash };
  } catch {
    return null;
  }
}

/** Less effort than for covers: a page has many pictures. */
const keptWebp = { quality: 75, effort: 2 } as const;

async function drawPicture({ input, longestEdge, maxPixels }: PictureTask): Promise<DrawnPicture | null> {
  try {
    const { data, info } = await sharp(input, {
      limitInputPixels: maxPixels,
      failOn: 'error',
      pages: 1,
      sequentialRead: true,
    })
      .autoOrient()
      .resize(longestEdge, longestEdge, { fit: 'inside', withoutEnlargement: true })
      .toColorspace('srgb')
      .webp(keptWebp)
      .timeout({ seconds: coverSeconds })
      .toBuffer({ resolveWithObject: true });
    return { file: data, width: info.width, height: info.height };
  } catch {
    return null;
  }
}

process.on('message', (task: ImageTask | CoverTask | PictureTask) => {
  if ('longestEdge' in task) {
    void drawPicture(task).then((picture) =>
      process.send?.({ id: task.id, picture } satisfies PictureResult),
    );
    return;
  }
  if ('widths' in task) {
    void drawCover(task).then((cover) => process.send?.({ id: task.id, cover } satisfies CoverResult));
    return;
  }
  void draw(task).then((png) => process.send?.({ id: task.id, png } satisfies ImageResult));
});
