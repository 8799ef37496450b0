export interface IcoEntry {
  readonly edge: number;
  readonly bits: number;
  readonly data: Buffer;
}

/** Builds an ICO file with the given pictures and correct directory entries. */
export function buildIco(entries: readonly IcoEntry[]): Buffer {
  const header = Buffer.from([0, 0, 1, 0, entries.length, 0]);
  let offset = 6 + entries.length * 16;
  const directory = entries.map(({ edge, bits, data }) => {
    const entry = Buffer.alloc(16);
    entry.writeUInt8(edge % 256, 0);
    entry.writeUInt8(edge % 256, 1);
    entry.writeUInt16LE(bits, 6);
    entry.writeUInt32LE(data.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += data.length;
    return entry;
  });
  return Buffer.concat([header, ...directory, ...entries.map(({ data }) => data)]);
}

/** Builds a bitmap of one color in ICO format: no file header, doubled height, a mask after the pixels. */
export function buildBitmap(
  edge: number,
  bits: 1 | 4 | 8 | 24 | 32,
  [r, g, b, a]: readonly number[],
  masked = false,
) {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(edge, 4);
  header.writeInt32LE(edge * 2, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(bits, 14);
  const color = Buffer.from([b ?? 0, g ?? 0, r ?? 0, a ?? 0]);
  // The color is the last one of the palette, so that every index has all its bits set.
  const palette = bits > 8 ? Buffer.alloc(0) : Buffer.concat([Buffer.alloc(((1 << bits) - 1) * 4), color]);
  const stride = Math.ceil((edge * bits) / 32) * 4;
  const row = bits > 8 ? Buffer.alloc(stride, color.subarray(0, bits / 8)) : Buffer.alloc(stride, 0xff);
  const mask = Buffer.alloc(Math.ceil(edge / 32) * 4 * edge, masked ? 0xff : 0);
  return Buffer.concat([header, palette, ...Array.from({ length: edge }, () => row), mask]);
}
