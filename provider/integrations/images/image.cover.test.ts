import sharp from 'sharp';
import { thumbHashToApproximateAspectRatio } from 'thumbhash';
import { describe, expect, test } from 'vitest';
import { drawCover } from '@/provider/integrations/images/image';
import { picture } from '@/provider/testing/covers';

const sizesOf = async (bytes: Uint8Array) => {
  const drawn = await drawCover(bytes);
  if (drawn === null) return null;
  const files = await Promise.all(drawn.files.map((file) => sharp(file).metadata()));
  return files.map(({ format, width, height }) => `${format} ${width}x${height}`);
};

describe('a cover', () => {
  test.each(['png', 'jpeg', 'gif', 'webp'] as const)('of %s is WebP in two widths', async (format) => {
    expect(await sizesOf(await picture(1_200, 630, { format }))).toEqual(['webp 320x168', 'webp 640x336']);
  });

  test('has the proportions and a placeholder of the picture', async () => {
    const drawn = await drawCover(await picture(1_200, 600));
    expect(drawn).toMatchObject({ width: 640, height: 320, original: { width: 1_200, height: 600 } });
    expect(drawn?.thumbhash.length).toBeLessThanOrEqual(25);
    expect(thumbHashToApproximateAspectRatio(drawn?.thumbhash ?? [])).toBeCloseTo(2, 0);
  });

  test('that is small is not enlarged', async () => {
    expect(await sizesOf(await picture(200, 100))).toEqual(['webp 200x100', 'webp 200x100']);
  });

  test('that is very tall is cut at its end', async () => {
    expect(await sizesOf(await picture(640, 8_000))).toEqual(['webp 320x960', 'webp 640x1920']);
  });

  test('is turned as the camera was, and contains no data of it', async () => {
    const bytes = await sharp(await picture(900, 600))
      .withExif({ IFD0: { Copyright: 'a secret place', Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const drawn = await drawCover(bytes);
    expect(drawn).toMatchObject({ width: 600, height: 900, original: { width: 600, height: 900 } });
    for (const file of drawn?.files ?? []) {
      const { exif, icc } = await sharp(file).metadata();
      expect([exif, icc]).toEqual([undefined, undefined]);
    }
  });

  test('is the first frame of an animation', async () => {
    const frames = await Promise.all([0, 90].map((seed) => picture(640, 400, { seed })));
    const animation = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer();
    const [moving, still] = [
      await drawCover(animation),
      await drawCover(await sharp(animation, { page: 0 }).png().toBuffer()),
    ];
    expect((await sharp(moving?.files[1]).metadata()).pages ?? 1).toBe(1);
    expect(moving).toMatchObject({ width: 640, height: 400, thumbhash: still?.thumbhash });
  });
});

const photograph = await picture(1_200, 630);
const otherFormats = {
  tiff: await sharp(photograph).tiff().toBuffer(),
  avif: await sharp(photograph).avif().toBuffer(),
};

describe('a file that is no photograph', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><script>alert(1)</script></svg>';

  test.each([
    ['SVG', Buffer.from(svg)],
    ['SVG after an XML declaration', Buffer.from(`<?xml version="1.0"?>${svg}`)],
    ['HTML', Buffer.from('<!doctype html><img src=x onerror=alert(1)>')],
    ['an empty file', Buffer.alloc(0)],
    ['noise', Buffer.from('\xff\xd8\xff\xe0 not a picture', 'latin1')],
    ['TIFF', otherFormats.tiff],
    ['AVIF', otherFormats.avif],
    ['a truncated PNG', photograph.subarray(0, 2_000)],
  ])('is refused: %s', async (_name, bytes) => {
    expect(await drawCover(bytes)).toBeNull();
  });

  // Guarantee: a small file cannot take the memory of a large picture.
  test('is refused: 41 megapixels in a few kilobytes, by its header', async () => {
    const bomb = await sharp({ create: { width: 8_200, height: 5_000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(200_000);
    expect(await drawCover(bomb)).toBeNull();
    const header = Buffer.from(await picture(10, 10));
    header.writeUInt32BE(60_000, 16);
    header.writeUInt32BE(60_000, 20);
    expect(await drawCover(header)).toBeNull();
  });

  test('passes on its pixels alone if it is also a page', async () => {
    const polyglot = Buffer.concat([
      await picture(640, 400, { format: 'gif' }),
      Buffer.from('<script>alert(document.domain)</script>'),
    ]);
    const drawn = await drawCover(polyglot);
    expect(drawn?.files.length).toBe(2);
    for (const file of drawn?.files ?? []) {
      expect(Buffer.from(file).toString('latin1')).not.toContain('script');
      expect(Buffer.from(file).subarray(0, 4).toString()).toBe('RIFF');
    }
  });

  test('does not end the decoder for the next one', async () => {
    const [first, second] = await Promise.all([
      drawCover(Buffer.from('junk')),
      drawCover(await picture(640, 400)),
    ]);
    expect(first).toBeNull();
    expect(second?.width).toBe(640);
  });
});
