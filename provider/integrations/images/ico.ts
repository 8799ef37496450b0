import type { RawImage } from '@/provider/integrations/images/image';

const BITMAP_HEADER_BYTES = 40;
const MAX_EDGE = 256;

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly palette: Buffer;
  readonly pixels: Buffer;
  /** Bytes of one row of pixels; rows are padded to four bytes. */
  readonly stride: number;
  /** One bit per pixel, set if it is transparent; rows like those of the pixels. */
  readonly mask: Buffer;
  readonly maskStride: number;
}

/** Decodes an uncompressed bitmap of an ICO file (no file header, height doubled); null if it is invalid. */
function readBitmap(data: Buffer): RawImage | null {
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
  // Older files leave the alpha byte empty and define transparency by the mask alone.
  if (layout.bits < 32 || opacity === 0) applyMask(layout, rgba);
  return { rgba, width, height };
}

function readLayout(data: Buffer): Layout | null {
  if (data.length < BITMAP_HEADER_BYTES || data.readUInt32LE(0) < BITMAP_HEADER_BYTES) return null;
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

/** The picture selected from an ICO file: an unchanged embedded PNG, or decoded pixels. */
export type IcoPicture =
  { readonly kind: 'png'; readonly bytes: Buffer } | { readonly kind: 'raw'; readonly image: RawImage };

interface Entry {
  readonly edge: number;
  readonly bits: number;
  readonly data: Buffer;
}

const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;
const MAX_ENTRIES = 64;
const WANTED_EDGE = 64;

/** Whether the file has the signature of an icon file. */
export function isIco(bytes: Uint8Array): boolean {
  return bytes[0] === 0 && bytes[1] === 0 && bytes[2] === 1 && bytes[3] === 0;
}

/** Returns the most suitable picture of an ICO file, or null. Offsets and sizes in the file are not trusted. */
export function readIco(bytes: Uint8Array): IcoPicture | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!isIco(file) || file.length < HEADER_BYTES) return null;
  for (const { data } of listEntries(file).sort(bySuitability)) {
    if (data.toString('hex', 0, 4) === '89504e47') return { kind: 'png', bytes: data };
    const image = readBitmap(data);
    if (image) return { kind: 'raw', image };
  }
  return null;
}

function listEntries(file: Buffer): Entry[] {
  const count = Math.min(
    file.readUInt16LE(4),
    MAX_ENTRIES,
    Math.floor((file.length - HEADER_BYTES) / ENTRY_BYTES),
  );
  return Array.from({ length: count }, (_, index) => {
    const entry = file.subarray(HEADER_BYTES + index * ENTRY_BYTES);
    const size = entry.readUInt32LE(8);
    const offset = entry.readUInt32LE(12);
    // An edge of 256 is written as 0.
    const edge = Math.max(entry.readUInt8(0) || 256, entry.readUInt8(1) || 256);
    return { edge, bits: entry.readUInt16LE(6), data: file.subarray(offset, offset + size) };
  }).filter(({ data }) => data.length > 0);
}

/** Prefers the smallest image that is large enough, else the largest; then the higher color depth. */
function bySuitability(a: Entry, b: Entry): number {
  const isLargeEnough = (entry: Entry) => entry.edge >= WANTED_EDGE;
  if (isLargeEnough(a) !== isLargeEnough(b)) return isLargeEnough(a) ? -1 : 1;
  const bySize = isLargeEnough(a) ? a.edge - b.edge : b.edge - a.edge;
  return bySize || b.bits - a.bits;
}
