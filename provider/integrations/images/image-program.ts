import sharp from 'sharp';

// A process of its own: Node starts it by its path, so it imports nothing but packages.

/** An image to decode, and the PNG to make of it. */
export interface ImageTask {
  readonly id: number;
  readonly input: Uint8Array;
  /** Size of an input that is RGBA pixels instead of a file. */
  readonly raw: { readonly width: number; readonly height: number } | null;
  /** Longest edge of the result in pixels; smaller images keep their size. */
  readonly edge: number;
  /** Longest edge that is decoded at all. */
  readonly maxInputEdge: number;
  /** Cut a square out of the middle instead of fitting all of it inside. */
  readonly cover: boolean;
}

/** The PNG, or null for what cannot be decoded. */
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
    // Reads the header only: nothing is allocated for a picture that is too large.
    const { width, height } = await image.metadata();
    if (Math.max(width, height) > maxInputEdge) return null;
    // A small picture is cut to a square of its shorter side.
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
