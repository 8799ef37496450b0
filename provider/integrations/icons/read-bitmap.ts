import type { RawImage } from '@/provider/integrations/images/reencode-image';

const HEADER_BYTES = 40;
const MAX_EDGE = 256;

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly palette: Buffer;
  readonly pixels: Buffer;
  /** Bytes of one row of pixels; rows are padded to four bytes. */
  readonly stride: number;
  /** One bit per pixel, set where it is transparent; rows like those of the pixels. */
  readonly mask: Buffer;
  readonly maskStride: number;
}

/** Pixels of an uncompressed bitmap as it stands in an ICO file (no file header, height doubled), or null. */
export function readBitmap(data: Buffer): RawImage | null {
  const layout = readLayout(data);
  if (!layout) return null;
  const { width, height } = layout;
  const rgba = Buffer.alloc(width * height * 4);
  let opacity = 0;
  for (let y = 0; y < height; y += 1) {
    // Rows are stored from the bottom up.
    const row = height - 1 - y;
    for (let x = 0; x < width; x += 1) {
      const target = (y * width + x) * 4;
      writePixel(layout, x, row, rgba, target);
      opacity |= rgba[target + 3] ?? 0;
    }
  }
  // Older files leave the fourth byte empty and say by the mask alone what is transparent.
  if (layout.bits < 32 || opacity === 0) applyMask(layout, rgba);
  return { rgba, width, height };
}

function readLayout(data: Buffer): Layout | null {
  if (data.length < HEADER_BYTES || data.readUInt32LE(0) < HEADER_BYTES) return null;
  const width = data.readInt32LE(4);
  const height = data.readInt32LE(8) / 2;
  const bits = data.readUInt16LE(14);
  const isPlain = data.readUInt32LE(16) === 0;
  if (!isPlain || !isEdge(width) || !isEdge(height) || ![1, 4, 8, 24, 32].includes(bits)) return null;
  const colors = bits > 8 ? 0 : data.readUInt32LE(32) || 1 << bits;
  if (colors > 256) return null;
  const paletteStart = data.readUInt32LE(0);
  const pixelStart = paletteStart + colors * 4;
  const stride = Math.ceil((width * bits) / 32) * 4;
  const maskStart = pixelStart + stride * height;
  if (maskStart > data.length) return null;
  return {
    width,
    height,
    bits,
    palette: data.subarray(paletteStart, pixelStart),
    pixels: data.subarray(pixelStart, maskStart),
    stride,
    mask: data.subarray(maskStart),
    maskStride: Math.ceil(width / 32) * 4,
  };
}

function isEdge(value: number): boolean {
  return Number.isInteger(value) && value > 0 && value <= MAX_EDGE;
}

function writePixel(layout: Layout, x: number, row: number, rgba: Buffer, target: number): void {
  const { bits, pixels, palette, stride } = layout;
  if (bits > 8) {
    const start = row * stride + x * (bits / 8);
    copyColor(pixels, start, rgba, target);
    rgba[target + 3] = bits === 32 ? (pixels[start + 3] ?? 0) : 255;
    return;
  }
  const perByte = 8 / bits;
  const byte = pixels[row * stride + Math.floor(x / perByte)] ?? 0;
  const index = (byte >> ((perByte - 1 - (x % perByte)) * bits)) & ((1 << bits) - 1);
  copyColor(palette, index * 4, rgba, target);
  rgba[target + 3] = 255;
}

/** Colors are stored as blue, green, red. */
function copyColor(source: Buffer, start: number, rgba: Buffer, target: number): void {
  for (let channel = 0; channel < 3; channel += 1) rgba[target + channel] = source[start + 2 - channel] ?? 0;
}

function applyMask({ width, height, mask, maskStride }: Layout, rgba: Buffer): void {
  for (let y = 0; y < height; y += 1) {
    const row = (height - 1 - y) * maskStride;
    for (let x = 0; x < width; x += 1) {
      const isTransparent = (((mask[row + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 1;
      rgba[(y * width + x) * 4 + 3] = isTransparent ? 0 : 255;
    }
  }
}
