import sharp from 'sharp';

// Runs as a separate process: Node starts this file by its path, so it imports nothing but packages.

/** An image to decode, and the options of the resulting PNG. */
export interface ImageTask {
  readonly id: number;
  readonly input: Uint8Array;
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

const decodeSeconds = 3;

// Blocking applies to the whole process, which is why the server must not decode images itself.
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

async function draw({ input, raw, edge, maxInputEdge, cover }: ImageTask): Promise<Uint8Array | null> {
  try {
    const image = sharp(input, {
      ...(raw && { raw: { ...raw, channels: 4 } }),
      limitInputPixels: maxInputEdge ** 2,
      failOn: 'error',
      pages: 1,
      sequentialRead: true,
    });
    // Reads only the header: nothing is allocated for an image that is too large.
    const { width, height } = await image.metadata();
    if (Math.max(width, height) > maxInputEdge) return null;
    // A small image is cropped to a square of its shorter side.
    const side = cover ? Math.min(edge, width, height) : edge;
    return await image
      .autoOrient()
      .resize(side, side, { fit: cover ? 'cover' : 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .timeout({ seconds: decodeSeconds })
      .toBuffer();
  } catch {
    return null;
  }
}

process.on('message', (task: ImageTask) => {
  void draw(task).then((png) => process.send?.({ id: task.id, png } satisfies ImageResult));
});
