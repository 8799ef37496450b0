import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { countSockets } from '@/provider/integrations/fetch/testing/canary';
import { drawIcon } from '@/provider/integrations/images/favicon';
import { buildBitmap, buildIco } from '@/provider/integrations/testing/build-ico';

const red = (edge: number) =>
  sharp({ create: { width: edge, height: edge, channels: 4, background: '#f00' } });
const files = {
  png: await red(100).png().toBuffer(),
  jpeg: await red(100).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
  progressive: await red(100).jpeg({ quality: 100, progressive: true }).toBuffer(),
  gif: await red(100).gif().toBuffer(),
  webp: await red(100).webp({ quality: 100 }).toBuffer(),
  lossless: await red(100).webp({ lossless: true }).toBuffer(),
  avif: await red(100).avif().toBuffer(),
  tiff: await red(100).tiff().toBuffer(),
  tiny: await red(16).png().toBuffer(),
  large: await red(2049).png().toBuffer(),
  long: await red(2048).resize(2049, 1, { fit: 'fill' }).png().toBuffer(),
};

/** Returns format and edge of an image, and its middle pixel. */
async function inspect(bytes: Buffer | null) {
  if (bytes === null) return null;
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 4;
  return {
    format: (await sharp(bytes).metadata()).format,
    edge: info.width,
    pixel: [...data.subarray(middle, middle + 4)],
  };
}

const drawn = (edge: number, pixel = [255, 0, 0, 255]) => ({ format: 'png', edge, pixel });

describe('drawIcon', () => {
  it.each(['png', 'gif', 'lossless'] as const)('re-encodes a %s, small', async (name) => {
    expect(await inspect(await drawIcon(files[name]))).toEqual(drawn(64));
  });

  it.each(['jpeg', 'progressive', 'webp'] as const)('re-encodes a lossy %s, small', async (name) => {
    const seen = await inspect(await drawIcon(files[name]));
    expect(seen).toMatchObject({ format: 'png', edge: 64 });
    expect(seen?.pixel[0]).toBeGreaterThan(245);
  });

  // The picture of a public collection is rendered from SVG in the same process.
  it('does not change the image library of this process', async () => {
    await drawIcon(files.png);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>');
    const { format, width } = await sharp(await sharp(svg).png().toBuffer()).metadata();
    expect([format, width]).toEqual(['png', 4]);
  });

  it('renders SVG as large as the result, however small it is', async () => {
    const shape = '<path fill="#f00" d="M0 0h999v999H0z"/>';
    for (const size of ['viewBox="0 0 16 16"', 'width="16" height="16"', 'width="400" height="400"']) {
      expect(await inspect(await drawIcon(svg(shape, size))), size).toEqual(drawn(64));
    }
    const prolog = Buffer.from('\ufeff<?xml version="1.0"?>\n<!-- made by hand --><!DOCTYPE svg>\n');
    expect(await inspect(await drawIcon(Buffer.concat([prolog, svg(shape)])))).toEqual(drawn(64));
  });

  // Guarantee: a drawing cannot read files of this machine or cause requests.
  it('loads nothing that an SVG links to', async () => {
    const file = pathToFileURL(path.resolve('public/apple-touch-icon.png')).href;
    const sockets = await countSockets(async () => {
      for (const href of [file, 'http://127.0.0.1:9/x.png', '/etc/passwd']) {
        expect(await drawIcon(svg(`<image href="${href}" width="9" height="9"/>`)), href).toBeNull();
      }
    });
    expect(sockets).toBe(0);
  });

  it('does not enlarge a small one', async () => {
    expect(await inspect(await drawIcon(files.tiny))).toEqual(drawn(16));
  });

  it.each([32, 24, 8, 4, 1] as const)('draws an ICO with a bitmap of %i bits', async (bits) => {
    const ico = buildIco([{ edge: 32, bits, data: buildBitmap(32, bits, [255, 0, 0, 255]) }]);
    expect(await inspect(await drawIcon(ico))).toEqual(drawn(32));
  });

  it('reads transparency from the mask if the bitmap has none', async () => {
    const at = async (bits: 8 | 24 | 32, alpha: number, masked: boolean) => {
      const data = buildBitmap(16, bits, [255, 0, 0, alpha], masked);
      return (await inspect(await drawIcon(buildIco([{ edge: 16, bits, data }]))))?.pixel[3];
    };
    expect([await at(24, 0, true), await at(8, 0, true), await at(32, 0, true)]).toEqual([0, 0, 0]);
    expect([await at(24, 0, false), await at(32, 0, false), await at(32, 128, true)]).toEqual([
      255, 255, 128,
    ]);
  });

  it('chooses the smallest picture of an ICO that is large enough, and skips unreadable ones', async () => {
    const bitmap = (edge: number, color: number[]) => ({
      edge,
      bits: 32,
      data: buildBitmap(edge, 32, color),
    });
    const blue = [0, 0, 255, 255];
    const choices = [
      bitmap(16, [1, 1, 1, 255]),
      bitmap(128, [2, 2, 2, 255]),
      bitmap(64, blue),
      bitmap(48, [3, 3, 3, 255]),
    ];
    expect(await inspect(await drawIcon(buildIco(choices)))).toEqual(drawn(64, blue));
    expect(await inspect(await drawIcon(buildIco([...choices.slice(0, 1), bitmap(48, blue)])))).toEqual(
      drawn(48, blue),
    );
    const broken = { edge: 64, bits: 32, data: Buffer.alloc(40, 1) };
    expect(await inspect(await drawIcon(buildIco([broken, bitmap(32, blue)])))).toEqual(drawn(32, blue));
    expect(await inspect(await drawIcon(buildIco([{ edge: 100, bits: 32, data: files.png }])))).toEqual(
      drawn(64),
    );
  });

  it('preserves nothing of a file but its pixels', async () => {
    const script = '<script>alert(1)</script>';
    const polyglot = Buffer.concat([files.gif, Buffer.from(script)]);
    const commented = Buffer.concat([files.png, Buffer.from(script)]);
    for (const file of [polyglot, commented]) {
      const bytes = await drawIcon(file);
      expect(await inspect(bytes)).toEqual(drawn(64));
      expect(bytes?.includes('script')).toBe(false);
    }
  });

  it.each([
    ['SVG that shows nothing', svg('<script>alert(1)</script>')],
    ['SVG with an entity bomb', entityBomb()],
    ['SVG of a size over the limit', svg('<path d="M0 0h9v9H0z"/>', 'width="5000" height="5000"')],
    ['half an SVG', svg('<path d="M0 0h9v9H0z"/>').subarray(0, 60)],
    ['an HTML page', Buffer.from('<!doctype html><title>x</title>')],
    ['AVIF', files.avif],
    ['TIFF', files.tiff],
    ['a picture over the limit', files.large],
    ['a picture with one edge over the limit', files.long],
    ['PNG of 30,000 by 30,000', withPngSize(files.png, 30_000)],
    ['PNG of no size', withPngSize(files.png, 0)],
    ['PNG that lies about its size', withPngSize(files.png, 2000)],
    ['half a PNG', files.png.subarray(0, files.png.length / 2)],
    ['a PNG signature', files.png.subarray(0, 16)],
    ['an ICO bitmap of 65,535 by 65,535', buildIco([{ edge: 256, bits: 32, data: withBitmapEdge(65_535) }])],
    ['an ICO bitmap of negative size', buildIco([{ edge: 256, bits: 32, data: withBitmapEdge(-32) }])],
    ['an ICO without pictures', Buffer.from([0, 0, 1, 0, 0, 0])],
    ['an ICO that is only a claim', Buffer.from([0, 0, 1, 0, 255])],
    ['an ICO that points outside', buildIco([{ edge: 32, bits: 32, data: Buffer.alloc(0) }])],
    ['an ICO in an ICO', buildIco([{ edge: 32, bits: 32, data: buildIco([]) }])],
    ['nothing', Buffer.alloc(0)],
  ])('refuses %s', async (_name, file) => expect(await drawIcon(file)).toBeNull());

  it('survives any damage to a file', async () => {
    const whole = [files.png, files.gif, files.jpeg, files.webp, files.lossless].map((file) =>
      file.subarray(0, 400),
    );
    const icos = ([32, 8, 1] as const).map((bits) =>
      buildIco([{ edge: 16, bits, data: buildBitmap(16, bits, [1, 2, 3, 4]) }]),
    );
    const damage = fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { minLength: 1, maxLength: 8 });
    const cut = fc.nat(400);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...whole, ...icos), damage, cut, async (file, changes, length) => {
        const copy = Buffer.from(file.subarray(0, length));
        for (const [position, value] of changes) if (position < copy.length) copy[position] = value;
        await drawIcon(copy);
      }),
      { numRuns: 300 },
    );
  });
});

function svg(content: string, size = 'viewBox="0 0 9 9"'): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`);
}

/** A text of ten entities, each of ten others, seven levels deep. */
function entityBomb(): Buffer {
  const levels = Array.from(
    { length: 7 },
    (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
  );
  return Buffer.from(
    `<!DOCTYPE svg [<!ENTITY e0 "aaaaaaaaaa">${levels.join('')}]>\n${svg('<text>&e7;</text>').toString()}`,
  );
}

/** Hoisted, because the table above is evaluated before later constants are initialized. */
function withPngSize(png: Buffer, edge: number): Buffer {
  const copy = Buffer.from(png);
  copy.writeUInt32BE(edge, 16);
  copy.writeUInt32BE(edge, 20);
  return copy;
}

function withBitmapEdge(edge: number): Buffer {
  const bitmap = buildBitmap(16, 32, [1, 2, 3, 4]);
  bitmap.writeInt32LE(edge, 4);
  bitmap.writeInt32LE(edge * 2, 8);
  return bitmap;
}
