import sharp, { type SharpOptions } from 'sharp';

// A process of its own: Node starts it by its path, so it imports nothing but packages.

/** An image to decode, and the PNG to make of it. */
export interface ImageTask {
  readonly id: number;
  readonly input: Uint8Array;
  readonly decoding: SharpOptions;
  /** Longest edge of the result in pixels; smaller images keep their size. */
  readonly edge: number;
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

async function draw({ input, decoding, edge, cover }: ImageTask): Promise<Uint8Array | null> {
  try {
    return await sharp(input, decoding)
      .autoOrient()
      .resize(edge, edge, { fit: cover ? 'cover' : 'inside', withoutEnlargement: true })
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
